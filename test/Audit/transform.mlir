// What a script targets and does not get, and a target that it gets.
// RUN: %passdelta %s --transform-interpreter --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet --implicit-check-not=@__transform_main
module attributes {transform.with_named_sequence} {
  // CHECK-DAG: missed vectorized @dynamic linalg.exp:[[#@LINE+2]] dynamic-shape proved | the size of loop d0 is dynamic
  func.func @dynamic(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
    %0 = linalg.exp ins(%a : tensor<?x4xf32>) outs(%b : tensor<?x4xf32>) -> tensor<?x4xf32>
    return %0 : tensor<?x4xf32>
  }
  // CHECK-DAG: missed vectorized @region linalg.generic:[[#@LINE+2]] unsupported-op proved | scf.if in the body
  func.func @region(%a: tensor<8xf32>, %b: tensor<8xf32>, %p: i1) -> tensor<8xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %y = scf.if %p -> f32 {
        scf.yield %x : f32
      } else {
        scf.yield %o : f32
      }
      linalg.yield %y : f32
    } -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  func.func @quiet(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
    %0 = linalg.exp ins(%a : tensor<8xf32>) outs(%b : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %m : (!transform.any_op) -> !transform.any_op
    %v = transform.structured.vectorize_children_and_apply_patterns %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
