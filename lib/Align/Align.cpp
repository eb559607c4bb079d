#include "passdelta/Align/Align.h"
using namespace passdelta;
Alignment passdelta::align(OpGraph &before, OpGraph &after) {
  before.computeUses();
  after.computeUses();
  return Alignment(before.numOps(), after.numOps());
}
