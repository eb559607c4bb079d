// A multiply-add is one op only where both say that they may be contracted.
// RUN: %passdelta %s --math-uplift-to-fma --format=json | %python %S/findings.py | FileCheck %s --implicit-check-not=@quiet
// CHECK: missed fused @f arith.mulf:[[#@LINE+2]] arith.addf:[[#@LINE+3]] numerics proved | arith.addf lacks fastmath<contract>
func.func @f(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c : f32
  return %1 : f32
}
func.func @quiet(%a: f32, %b: f32, %c: f32) -> f32 {
  %0 = arith.mulf %a, %b fastmath<contract> : f32
  %1 = arith.addf %0, %c fastmath<fast> : f32
  return %1 : f32
}
