// Without a vector size the pass does nothing: known in a run here, inferred from a dump.
// RUN: %passdelta %s --affine-super-vectorize --format=json | %python %S/findings.py | FileCheck %s --check-prefix=HERE
// RUN: %mlir-opt %s --affine-super-vectorize --mlir-print-ir-before-all --mlir-print-ir-after-all -o /dev/null 2> %t.log
// RUN: %passdelta %t.log --format=json | %python %S/findings.py | FileCheck %s --check-prefix=LOG
// HERE: missed vectorized @f affine.for:[[#@LINE+3]] option-off proved | virtual-vector-size is not given
// LOG: missed vectorized @f affine.for:{{[0-9]+}} option-off inferred
func.func @f(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return
}
