// Each gate of affine-loop-tile is named; tiled bands and their new loops are not.
// RUN: %passdelta %s --affine-loop-tile="tile-size=8" --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not="missed tiled @quiet"

// CHECK-DAG: missed tiled @triangle affine.for:[[#@LINE+2]] affine.for:[[#@LINE+3]] non-rectangular proved | a bound of loop 2
func.func @triangle(%a: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK-DAG: missed tiled @carried affine.for:[[#@LINE+3]] iter-args proved
func.func @carried(%a: memref<64xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 64 iter_args(%acc = %z) -> f32 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %acc : f32
    affine.yield %y : f32
  }
  return %s : f32
}

// CHECK-DAG: missed tiled @inside_if affine.for:[[#@LINE+3]] region-barrier proved | the band is inside scf.if
func.func @inside_if(%a: memref<64xf32>, %p: i1) {
  scf.if %p {
    affine.for %i = 0 to 64 {
      %x = affine.load %a[%i] : memref<64xf32>
      affine.store %x, %a[%i] : memref<64xf32>
    }
  }
  return
}

// CHECK-DAG: missed tiled @two_inner affine.for:[[#@LINE+4]] imperfect-nest proved
// CHECK-DAG: missed tiled @two_inner affine.for:[[#@LINE+6]] imperfect-nest proved
func.func @two_inner(%a: memref<64x64xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.store %v, %a[%i, %j] : memref<64x64xf32>
    }
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}

// CHECK-DAG: analysis tiled @quiet_short affine.for:[[#@LINE+2]] trip-count proved | the loop has 4 iterations, the tile size is 8
func.func @quiet_short(%a: memref<4x64xf32>, %v: f32) {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 64 {
      affine.store %v, %a[%i, %j] : memref<4x64xf32>
    }
  }
  return
}

// CHECK-DAG: missed tiled @scf scf.for:[[#@LINE+2]] wrong-op-form proved
func.func @scf(%a: memref<64xf32>, %l: index, %u: index, %s: index) {
  scf.for %i = %l to %u step %s {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

func.func @quiet_tiled(%a: memref<60x64xf32>, %n: index) {
  affine.for %i = 0 to 60 {
    affine.for %j = 0 to %n {
      %x = affine.load %a[%i, %j] : memref<60x64xf32>
      affine.store %x, %a[%i, %j] : memref<60x64xf32>
    }
  }
  return
}
