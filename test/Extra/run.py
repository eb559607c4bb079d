#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs passdelta on a folder of real dumps; see README.md beside this file.

Exit status: 0 all is as asked; 1 something is not; 77 there is no folder.
"""
import argparse
import glob
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import corpus
import dressed

SKIPPED = 77
# A dump starts with one of these, whatever the version and the scope. A pass
# that prints its own steps ("... internal IR Dump After: ...") is no pass run.
BANNER = re.compile(rb"(?<!internal )IR Dump (?:Before|After)\b")
# Whole logs; excerpts that are cut inside an op are no test of this.
LOGS = ["mlir/opt22_*.log", "iree/iree_*_*.dump", "iree/iree_linalg.dump", "triton/dly_ttgir_*.log", "flang/*.log"]
CASES = r"EXPECT-(MISSED|CHANGED).*kind=(fused|tiled|vectorized)"


class Suite:
    def __init__(self):
        self.failed = 0

    def check(self, holds, what):
        print(f"{'ok  ' if holds else 'FAIL'} {what}")
        self.failed += not holds


def run(command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, timeout=600, **options)


def check_log(suite, tool, path):
    first = run([tool, path, "--format=json"])
    if first.returncode:
        return suite.check(False, f"{path.name}: exit {first.returncode}: {first.stderr.decode(errors='replace')[:300]}")
    summary = json.loads(first.stdout)["summary"]
    banners = len(BANNER.findall(path.read_bytes()))
    found, read = summary["snapshots"], summary["snapshotsRead"]
    suite.check(found >= banners * 0.99 and read >= found * 0.99,
                f"{path.name}: {banners} banners, {found} snapshots, {read} read, {summary['passRuns']} pass runs, "
                f"{summary['changed']} changed, {summary['incomplete']} incomplete, "
                f"{summary['missed']} missed, {summary['unexplainedOps']} ops not explained")
    suite.check(run([tool, path, "--format=json"]).stdout == first.stdout, f"{path.name}: same bytes again")


def check_logs(suite, tool, corpus):
    paths = sorted(Path(p) for pattern in LOGS for p in glob.glob(str(corpus / pattern)))
    if not paths:
        print(f"skip logs: none in {corpus}")
    for path in paths:
        check_log(suite, tool, path)


def ratio_of(text, label):
    """The two numbers of 'label 12 / 15'."""
    found = re.search(label + r" (\d+) / (\d+)", text)
    return (int(found[1]), int(found[2])) if found else (0, 0)


def check_cases(suite, tool, folder):
    script = folder / "check.py"
    if not script.exists():
        return print(f"skip cases: no {script}")
    paths = [p for p in sorted(folder.rglob("*.mlir")) if re.search(CASES, p.read_text(errors="replace"))]
    done = run([sys.executable, script, "--tool", tool, "--mode", "both", *paths, folder / "quiet"])
    text = done.stdout.decode()
    print(text)
    for mode in re.split(r"(?m)^mode ", text)[1:]:
        name = mode.split(":")[0]
        found, expected = ratio_of(mode, "missed    found")
        right, of = ratio_of(mode, "right reason")
        alarms = int(re.search(r"false alarms: (\d+)", mode)[1])
        suite.check(found >= 0.8 * expected, f"cases, {name}: {found} of {expected} missed candidates found")
        suite.check(right >= 0.7 * of, f"cases, {name}: {right} of {of} with the right reason")
        suite.check(alarms == 0, f"cases, {name}: {alarms} false alarms")
    suite.check("mode run" in text and "broken: 0" in text, "cases: all of them ran")


def check_alignment(suite, tool, folder):
    pairs = Path(os.environ.get("PASSDELTA_ORACLE_PAIRS", folder / "build" / "files.jsonl"))
    script = folder / "score.py"
    if not script.exists() or not pairs.exists():
        return print(f"skip alignment: no {script} or no {pairs}")
    done = run([sys.executable, script, "--tool", tool, pairs])
    text = done.stdout.decode()
    print(text, done.stderr.decode()[-500:])
    suite.check(done.returncode == 0 and "tool failed on 0 of" in text, "alignment: every pair was aligned")
    row = next((line for line in text.splitlines() if re.match(r"ALL\s+tool\s", line)), "")
    numbers = [float(n) for n in re.findall(r"\d+\.\d+", row)]  # prec, rec, F1, exact %; the same of the hard ones
    all_ops, hard = (numbers[2], numbers[6]) if len(numbers) > 6 else (0, 0)
    suite.check(all_ops >= 0.995, f"alignment: F1 of all ops {all_ops}")
    suite.check(hard >= 0.965, f"alignment: F1 of hard ops {hard}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", type=Path, required=True)
    parser.add_argument("--data", default="", help="the folder; empty: skipped")
    args = parser.parse_args()
    if not args.data:
        print("SKIPPED: PASSDELTA_EXTRA_DATA is not set; the tests on real dumps did not run (test/Extra/README.md)")
        return SKIPPED
    data = Path(args.data)
    if not data.is_dir():
        print(f"PASSDELTA_EXTRA_DATA: {data} is no folder")
        return 1
    suite = Suite()
    check_logs(suite, args.tool.resolve(), data / "corpus")
    corpus.check_corpus(suite, args.tool.resolve(), data / "corpus")
    dressed.check_dressed(suite, args.tool.resolve(), data / "corpus")
    check_cases(suite, args.tool.resolve(), data / "cases")
    check_alignment(suite, args.tool.resolve(), data / "oracle")
    print(f"{suite.failed} failed")
    return int(suite.failed > 0)


sys.exit(main())
