// Each gate of affine-super-vectorize is named.
// RUN: %passdelta %s --affine-super-vectorize="virtual-vector-size=8 test-fastest-varying=0" --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet

// CHECK-DAG: missed vectorized @column affine.for:[[#@LINE+2]] non-unit-stride proved | the load moves along dimension 0 of memref<64x4xf32> (stride 4)
func.func @column(%a: memref<64x4xf32>, %b: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i, 0] : memref<64x4xf32>
    affine.store %x, %b[%i] : memref<64xf32>
  }
  return
}

// CHECK-DAG: missed vectorized @prefix affine.for:[[#@LINE+2]] loop-carried-dependence proved
func.func @prefix(%a: memref<65xf32>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<65xf32>
    affine.store %x, %a[%i + 1] : memref<65xf32>
  }
  return
}

// CHECK-DAG: missed vectorized @sum affine.for:[[#@LINE+3]] option-off proved | the loop is a reduction
func.func @sum(%a: memref<64xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 64 iter_args(%acc = %z) -> f32 {
    %x = affine.load %a[%i] : memref<64xf32>
    %y = arith.addf %x, %acc : f32
    affine.yield %y : f32
  }
  return %s : f32
}

// CHECK-DAG: missed vectorized @scan affine.for:[[#@LINE+3]] iter-args proved
func.func @scan(%a: memref<64xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %s = affine.for %i = 0 to 64 iter_args(%acc = %z) -> f32 {
    %x = affine.load %a[%i] : memref<64xf32>
    %m = arith.mulf %acc, %acc : f32
    %y = arith.addf %x, %m : f32
    affine.yield %y : f32
  }
  return %s : f32
}

// CHECK-DAG: missed vectorized @condition affine.for:[[#@LINE+2]] unsupported-op proved | an affine.if is inside the loop
func.func @condition(%a: memref<64xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    affine.if affine_set<(d0) : (d0 - 10 >= 0)>(%i) {
      affine.store %v, %a[%i] : memref<64xf32>
    }
  }
  return
}

// CHECK-DAG: missed vectorized @call affine.for:[[#@LINE+3]] side-effect proved | func.call may have effects
func.func private @callee()
func.func @call(%a: memref<64xf32>, %v: f32) {
  affine.for %i = 0 to 64 {
    func.call @callee() : () -> ()
    affine.store %v, %a[%i] : memref<64xf32>
  }
  return
}

// CHECK-DAG: missed vectorized @gather affine.for:[[#@LINE+2]] non-affine proved | memref.load is no affine access
func.func @gather(%a: memref<64xf32>, %b: memref<64xindex>, %c: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %k = affine.load %b[%i] : memref<64xindex>
    %x = memref.load %a[%k] : memref<64xf32>
    affine.store %x, %c[%i] : memref<64xf32>
  }
  return
}

// CHECK-DAG: missed vectorized @vectors affine.for:[[#@LINE+2]] unsupported-type proved | type vector<4xf32> is no element of a vector
func.func @vectors(%a: memref<64xvector<4xf32>>, %b: memref<64xvector<4xf32>>) {
  affine.for %i = 0 to 64 {
    %x = affine.load %a[%i] : memref<64xvector<4xf32>>
    affine.store %x, %b[%i] : memref<64xvector<4xf32>>
  }
  return
}

// CHECK-DAG: missed vectorized @scf scf.for:[[#@LINE+2]] wrong-op-form proved
func.func @scf(%a: memref<64xf32>, %l: index, %u: index, %s: index) {
  scf.for %i = %l to %u step %s {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

// One loop of the nest is vectorized, which is all the pass does.
func.func @quiet_nest(%a: memref<64x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      %x = affine.load %a[%i, %j] : memref<64x64xf32>
      affine.store %x, %a[%i, %j] : memref<64x64xf32>
    }
  }
  return
}
