func.func @f(%a: i32, %b: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %same = arith.addi %a, %c0 : i32
  %seven = arith.addi %c3, %c3 : i32
  %x = arith.muli %same, %b : i32
  %y = arith.muli %same, %b : i32
  %z = arith.subi %x, %y : i32
  %dead = arith.muli %x, %c3 : i32
  %both = arith.addi %x, %y : i32
  return %both, %z, %seven : i32, i32, i32
}
