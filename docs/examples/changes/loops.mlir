func.func @f(%a: memref<64xf32>, %b: memref<64xf32>, %s: f32) {
  %t = memref.alloc() : memref<64xf32>
  affine.for %i = 0 to 64 {
    %v = affine.load %a[%i] : memref<64xf32>
    %w = math.exp %v : f32
    affine.store %w, %t[%i] : memref<64xf32>
  }
  affine.for %i = 0 to 64 {
    %k = arith.mulf %s, %s : f32
    %v = affine.load %t[%i] : memref<64xf32>
    %w = arith.addf %v, %k : f32
    affine.store %w, %b[%i] : memref<64xf32>
  }
  return
}
