// scf-parallel-loop-tiling takes no reductions; the loops it makes are no candidates.
// RUN: %passdelta %s --scf-parallel-loop-tiling="parallel-loop-tile-sizes=4" --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet
// CHECK: missed tiled @reduces scf.parallel:[[#@LINE+3]] reduction proved
func.func @reduces(%a: memref<64xf32>, %l: index, %u: index, %s: index) -> f32 {
  %z = arith.constant 0.0 : f32
  %r = scf.parallel (%i) = (%l) to (%u) step (%s) init (%z) -> f32 {
    %x = memref.load %a[%i] : memref<64xf32>
    scf.reduce(%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %t = arith.addf %p, %q : f32
      scf.reduce.return %t : f32
    }
  }
  return %r : f32
}
func.func @quiet(%a: memref<64x64xf32>, %v: f32, %l: index, %u: index, %s: index) {
  scf.parallel (%i) = (%l) to (%u) step (%s) {
    scf.parallel (%j) = (%l) to (%u) step (%s) {
      memref.store %v, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
