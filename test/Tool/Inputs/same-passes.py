"""same-passes.py HELP LIST: mlir-opt's passes and pipelines, test passes aside, are all in LIST."""
import re
import sys

theirs, part = set(), None
for line in open(sys.argv[1]):
    heading = re.match(r"    (Passes|Pass Pipelines):", line)
    entry = re.match(r"      --([\w-]+)", line)
    if heading:
        part = heading[1]
    elif part and entry:
        theirs.add(entry[1])
    elif part and re.match(r"  -|\S", line):
        part = None
ours = {line.split()[0] for line in open(sys.argv[2])}
missing = {name for name in theirs - ours if "test" not in name.split("-")}
if len(theirs) < 200 or missing:
    sys.exit(f"{len(theirs)} passes of mlir-opt; missing here: {sorted(missing)}")
