// Each gate of scf-parallel-loop-fusion is named.
// RUN: %passdelta %s --scf-parallel-loop-fusion --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet

// CHECK-DAG: missed fused @bounds scf.parallel:[[#@LINE+6]] scf.parallel:[[#@LINE+10]] shape-mismatch proved | the upper bounds differ: 64 and 32
func.func @bounds(%a: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  scf.parallel (%i) = (%c0) to (%c32) step (%c1) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

// CHECK-DAG: missed fused @between scf.parallel:[[#@LINE+6]] scf.parallel:[[#@LINE+11]] intervening-op proved | memref.store stands between
func.func @between(%v: f32) {
  %a = memref.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  memref.store %v, %a[%c0] : memref<64xf32>
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %a[%i] : memref<64xf32>
  }
  return
}

// CHECK-DAG: missed fused @shifted scf.parallel:[[#@LINE+7]] scf.parallel:[[#@LINE+10]] loop-carried-dependence proved
func.func @shifted(%v: f32) {
  %a = memref.alloc() : memref<65xf32>
  %b = memref.alloc() : memref<65xf32>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %v, %a[%i] : memref<65xf32>
  }
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %j = arith.addi %i, %c1 : index
    %x = memref.load %a[%j] : memref<65xf32>
    memref.store %x, %b[%i] : memref<65xf32>
  }
  return
}

// Fused; and loops over other iterations that share nothing.
func.func @quiet_fused(%v: f32) -> memref<64xf32> {
  %a = memref.alloc() : memref<64xf32>
  %b = memref.alloc() : memref<64xf32>
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %v, %a[%i] : memref<64xf32>
  }
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %x = memref.load %a[%i] : memref<64xf32>
    memref.store %x, %b[%i] : memref<64xf32>
  }
  return %b : memref<64xf32>
}
func.func @quiet_apart(%v: f32, %a: memref<64xf32>, %b: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    memref.store %v, %a[%i] : memref<64xf32>
  }
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    memref.store %v, %b[%i] : memref<8xf32>
  }
  return
}
