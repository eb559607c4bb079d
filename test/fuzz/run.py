#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the fuzzers over seeds made from the tests.

    cmake --preset fuzz && cmake --build --preset fuzz
    test/fuzz/run.py build-fuzz [SECONDS]       default 600, for each fuzzer

What is found is in build-fuzz/fuzz/<name>/: crash-*, leak-*, timeout-*, oom-*.
Exit status 1 if there is any.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FUZZERS = ("reader", "log")


def texts():
    """Every section of every lit test, and the examples of the docs."""
    for folder in ("test", "docs"):
        for path, folders, files in os.walk(os.path.join(ROOT, folder)):
            folders.sort()
            for name in sorted(files):
                if not name.endswith((".test", ".mlir", ".log", ".md")):
                    continue
                with open(os.path.join(path, name), "rb") as file:
                    yield from re.split(rb"^//--- .*\n", file.read(), flags=re.M)


def main():
    build = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "build-fuzz")
    seconds = sys.argv[2] if len(sys.argv) > 2 else "600"
    found = 0
    for name in FUZZERS:
        home = os.path.join(build, "fuzz", name)
        seeds = os.path.join(home, "seeds")
        os.makedirs(seeds, exist_ok=True)
        for number, text in enumerate(texts()):
            with open(os.path.join(seeds, "%05d" % number), "wb") as file:
                file.write(text)
        os.makedirs(os.path.join(home, "corpus"), exist_ok=True)
        subprocess.run(
            [os.path.join(build, "bin", name + "-fuzzer"), "corpus", "seeds",
             "-max_total_time=" + seconds, "-timeout=10", "-rss_limit_mb=2048",
             "-max_len=65536", "-print_final_stats=1", "-verbosity=1"],
            cwd=home, stderr=open(os.path.join(home, "log"), "wb"), check=False)
        bad = [file for file in sorted(os.listdir(home))
               if file.startswith(("crash-", "leak-", "timeout-", "oom-"))]
        found += len(bad)
        print("%s: %d found %s" % (name, len(bad), " ".join(bad)), flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
