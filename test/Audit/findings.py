"""Prints the missed and analysis findings of a JSON report, one a line:

    missed fused @f linalg.generic:12 linalg.generic:16 multi-use proved | producer has 2 uses
"""
import json
import sys

for finding in json.load(sys.stdin)["findings"]:
    if finding["outcome"] not in ("missed", "analysis"):
        continue
    reason = finding["reason"]
    ops = " ".join(f'{op["op"]}:{op["line"]}' for op in finding["before"])
    for op in finding.get("repeats", []):
        ops += f' and {op["op"]}:{op["line"]}'
    print(finding["outcome"], finding["kind"], finding.get("function", "-"), ops,
          reason["code"], reason["basis"], "|", reason["text"])
