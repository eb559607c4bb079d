// Without a tile size the pass takes tiles of one where the data fits the cache: nothing is gained.
// RUN: %passdelta %s --affine-loop-tile --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=missed
// CHECK: analysis tiled @f affine.for:[[#@LINE+2]] no-effect proved
func.func @f(%a: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xf32>
    affine.store %x, %a[%i] : memref<64xf32>
  }
  return
}
