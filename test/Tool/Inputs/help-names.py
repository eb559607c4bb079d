"""help-names.py SHORT LONG: every option named on SHORT is declared on LONG."""
import re
import sys

short, long = (set(re.findall(r"--[a-z][a-z-]+", open(path).read())) for path in sys.argv[1:])
examples = {"--canonicalize", "--cse", "--affine-loop-tile"}
missing = short - long - examples
if missing:
    sys.exit(f"not declared: {sorted(missing)}")
