// Each gate of affine-loop-fusion is named.
// RUN: %passdelta %s --affine-loop-fusion --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet

// CHECK-DAG: missed fused @recompute affine.for:[[#@LINE+2]] affine.for:[[#@LINE+8]] cost-model proved | legal, but fusing recomputes the producer
func.func @recompute(%a: memref<32xf32>, %t: memref<32xf32>, %r: memref<32x32xf32>) {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    %y = math.exp %x : f32
    %z = math.sqrt %y : f32
    affine.store %z, %t[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 32 {
      %x = affine.load %t[%j] : memref<32xf32>
      affine.store %x, %r[%i, %j] : memref<32x32xf32>
    }
  }
  return
}

// CHECK-DAG: missed fused @between affine.for:[[#@LINE+3]] affine.for:[[#@LINE+8]] intervening-op proved
func.func @between(%a: memref<32xf32>, %t: memref<32xf32>, %r: memref<32xf32>) {
  %c = arith.constant 1.0 : f32
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %t[%i] : memref<32xf32>
  }
  affine.store %c, %t[3] : memref<32xf32>
  affine.for %i = 0 to 32 {
    %x = affine.load %t[%i] : memref<32xf32>
    affine.store %x, %r[%i] : memref<32xf32>
  }
  return
}

// CHECK-DAG: missed fused @carried affine.for:[[#@LINE+3]] affine.for:[[#@LINE+7]] iter-args proved
func.func @carried(%a: memref<32xf32>, %t: memref<32xf32>) -> f32 {
  %z = arith.constant 0.0 : f32
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %t[%i] : memref<32xf32>
  }
  %s = affine.for %i = 0 to 32 iter_args(%acc = %z) -> f32 {
    %x = affine.load %t[%i] : memref<32xf32>
    %y = arith.addf %x, %acc : f32
    affine.yield %y : f32
  }
  return %s : f32
}

// CHECK-DAG: missed fused @scf scf.for:[[#@LINE+2]] scf.for:[[#@LINE+6]] wrong-op-form proved
func.func @scf(%a: memref<32xf32>, %t: memref<32xf32>, %l: index, %u: index, %s: index) {
  scf.for %i = %l to %u step %s {
    %x = memref.load %a[%i] : memref<32xf32>
    memref.store %x, %t[%i] : memref<32xf32>
  }
  scf.for %i = %l to %u step %s {
    %x = memref.load %t[%i] : memref<32xf32>
    memref.store %x, %a[%i] : memref<32xf32>
  }
  return
}

// Fused; and loops that share nothing.
func.func @quiet_fused(%a: memref<32xf32>, %r: memref<32xf32>) {
  %t = memref.alloc() : memref<32xf32>
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %t[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 32 {
    %x = affine.load %t[%i] : memref<32xf32>
    affine.store %x, %r[%i] : memref<32xf32>
  }
  return
}
func.func @quiet_apart(%a: memref<32xf32>, %r: memref<32xf32>, %b: memref<8xf32>) {
  affine.for %i = 0 to 32 {
    %x = affine.load %a[%i] : memref<32xf32>
    affine.store %x, %r[%i] : memref<32xf32>
  }
  affine.for %i = 0 to 8 {
    %x = affine.load %b[%i] : memref<8xf32>
    %y = arith.negf %x : f32
    affine.store %y, %b[%i] : memref<8xf32>
  }
  return
}
