// Parts of a network and three loop nests. Run it with
//
//   passdelta layer.mlir --linalg-fuse-elementwise-ops \
//     --affine-loop-tile="tile-size=32" --affine-super-vectorize="virtual-vector-size=8"
//
// mlir-opt with the same flags exits with 0 and says nothing. Two things were
// silently not done: exp was not fused into relu, and the loop of @prefix was
// not vectorized.

#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @layer(%x: tensor<64x512xf32>, %bias: tensor<512xf32>)
    -> tensor<64x512xf32> {
  %half = arith.constant 0.5 : f32
  %empty = tensor.empty() : tensor<64x512xf32>
  %biased = linalg.generic {indexing_maps = [#id, #column, #id],
                            iterator_types = ["parallel", "parallel"]}
      ins(%x, %bias : tensor<64x512xf32>, tensor<512xf32>)
      outs(%empty : tensor<64x512xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %scaled = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%biased : tensor<64x512xf32>) outs(%empty : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.mulf %a, %half : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  return %scaled : tensor<64x512xf32>
}

func.func @activation(%x: tensor<64x512xf32>)
    -> (tensor<64x512xf32>, tensor<64x512xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64x512xf32>
  %exp = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x512xf32>) outs(%empty : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  %relu = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%exp : tensor<64x512xf32>) outs(%empty : tensor<64x512xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.maximumf %a, %zero : f32
    linalg.yield %0 : f32
  } -> tensor<64x512xf32>
  // The second use of %exp, kept for the backward pass.
  return %relu, %exp : tensor<64x512xf32>, tensor<64x512xf32>
}

func.func @matmul(%a: memref<128x128xf32>, %b: memref<128x128xf32>,
                  %c: memref<128x128xf32>) {
  affine.for %i = 0 to 128 {
    affine.for %j = 0 to 128 {
      affine.for %k = 0 to 128 {
        %0 = affine.load %a[%i, %k] : memref<128x128xf32>
        %1 = affine.load %b[%k, %j] : memref<128x128xf32>
        %2 = affine.load %c[%i, %j] : memref<128x128xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        affine.store %4, %c[%i, %j] : memref<128x128xf32>
      }
    }
  }
  return
}

func.func @axpy(%a: f32, %x: memref<1024xf32>, %y: memref<1024xf32>) {
  affine.for %i = 0 to 1024 {
    %0 = affine.load %x[%i] : memref<1024xf32>
    %1 = affine.load %y[%i] : memref<1024xf32>
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    affine.store %3, %y[%i] : memref<1024xf32>
  }
  return
}

func.func @prefix(%y: memref<1024xf32>) {
  affine.for %i = 1 to 1024 {
    %0 = affine.load %y[%i - 1] : memref<1024xf32>
    %1 = affine.load %y[%i] : memref<1024xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %y[%i] : memref<1024xf32>
  }
  return
}
