// A swallowed failure, and a match that finds nothing.
// RUN: split-file %s %t
// RUN: %passdelta %t/suppressed.mlir --transform-interpreter --format=json | %python %S/findings.py | FileCheck %s --check-prefix=SUPPRESSED
// RUN: %passdelta %t/empty.mlir --transform-interpreter --format=json | %python %S/findings.py | FileCheck %s --check-prefix=EMPTY
// RUN: %passdelta %t/whole.mlir --transform-interpreter --format=json | %python %S/findings.py | FileCheck %s --check-prefix=WHOLE

// SUPPRESSED: missed tiled @f linalg.add:3 failure-suppressed proved
//--- suppressed.mlir
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    transform.sequence %m : !transform.any_op failures(suppress) {
    ^bb0(%x: !transform.any_op):
      %g = transform.structured.match ops{["linalg.add"]} in %x : (!transform.any_op) -> !transform.any_op
      %t, %l:3 = transform.structured.tile_using_for %g tile_sizes [4, 4, 4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    }
    transform.yield
  }
}

// EMPTY: missed tiled @f linalg.add:3 empty-match proved | the script looks for linalg.matmul, which the payload does not have
//--- empty.mlir
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.matmul"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %g tile_sizes [4] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// WHOLE-NOT: missed
// WHOLE: analysis tiled @f linalg.add:3 no-effect proved | no tile size is below the size of its loop: 8 for a loop of 8
//--- whole.mlir
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%b : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %g = transform.structured.match ops{["linalg.add"]} in %m : (!transform.any_op) -> !transform.any_op
    %t, %l = transform.structured.tile_using_for %g tile_sizes [8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
