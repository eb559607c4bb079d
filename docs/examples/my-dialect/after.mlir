func.func @f(%n: index, %a: tensor<8x8xf32>) {
  %0 = my.dot %a, %a : tensor<8x8xf32>
  my.repeat %n {
    my.send %0 : tensor<8x8xf32>
  }
  return
}
