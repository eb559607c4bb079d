#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks for the same report of a log however it is dressed.

    check_dressed.py TOOL LOG KIND...

Prints what the tool said on stderr, "KIND: ...". Exits with 1 if a report
differs from that of LOG in more than places, or if a place is wrong: the line
of the dressed log must hold what the line of LOG does.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent


def read(tool, path):
    done = subprocess.run([tool, path, "--format=json"], capture_output=True, text=True)
    if done.returncode:
        return None, done.stderr
    report = json.loads(done.stdout)
    del report["inputs"], report["skipped"]
    return report, done.stderr


def split_places(value, places):
    """`value` without places; their lines go to `places`, in order."""
    if isinstance(value, list):
        return [split_places(each, places) for each in value]
    if not isinstance(value, dict):
        return value
    if "line" in value:
        places.append(value["line"])
    return {k: split_places(v, places) for k, v in value.items() if k not in ("line", "column", "path")}


def lines_of(path):
    data = path.read_bytes()
    encoding = "utf-16" if data.startswith(b"\xff\xfe") else "utf-8"
    return [re.sub(r"\033\[[\d;]*[mK]", "", line) for line in data.decode(encoding).split("\n")]


def check(tool, log, clean, kind):
    dressed = Path(f"{log}.{kind}")
    with open(log) as text, open(dressed, "w") as out:
        subprocess.run([sys.executable, HERE / "dress.py", kind], stdin=text, stdout=out, check=True)
    report, said = read(tool, dressed)
    if report is None:
        return f"FAILED: {said.strip()}"
    clean_places, places = [], []
    if split_places(clean, clean_places) != split_places(report, places):
        return "DIFFERS"
    clean_lines, lines = lines_of(Path(log)), lines_of(dressed)
    for before, after in zip(clean_places, places):
        if clean_lines[before - 1].strip()[:16] not in lines[after - 1]:
            return f"WRONG LINE: {after} for {before}"
    return said.split(":", 1)[-1].replace(str(dressed), "LOG").strip()


tool, log, *kinds = sys.argv[1:]
clean, _ = read(tool, log)
results = {kind: check(tool, log, clean, kind) for kind in kinds}
for kind, result in results.items():
    print(f"{kind}: {result}")
sys.exit(any(re.match("FAILED|DIFFERS|WRONG", result) for result in results.values()))
