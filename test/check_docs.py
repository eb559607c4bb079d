#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the examples of the docs and compares what they print.

    check_docs.py ROOT BIN_FOLDER LLVM_BIN_FOLDER

An example is a fenced block of the language `console` in README.md or docs/*.md.
In it a line `$ command` is run by bash in docs/examples, with passdelta and
LLVM's tools in the PATH; the lines up to the next `$` are what it prints, both
streams. A line `...` stands for any number of lines, `...` inside of a line for
any text. Links to files must lead somewhere. Where it fails the real output is printed, ready to be pasted. A block
of commands that are for a person, such as tools/try, is of the language `sh`.
"""
import os
import re
import subprocess
import sys
from pathlib import Path


def examples_in(path):
    """[(line number, command, expected output)]"""
    found, inside, command = [], False, None
    for number, line in enumerate(path.read_text().split("\n"), 1):
        if re.match(r"\s*```", line):
            inside = not inside and line.strip() == "```console"
            command = None
        elif inside and line.startswith("$ "):
            command = [number, line[2:], []]
            found.append(command)
        elif inside and command:
            command[2].append(line)
    return found


def matches(expected, actual):
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.rstrip().split("..."))) + r"[ ]*\n"
    return re.fullmatch(pattern, actual) is not None


def broken_links(path):
    """Relative links to files that are not there."""
    for number, line in enumerate(path.read_text().split("\n"), 1):
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", line):
            if not (path.parent / target).exists():
                yield f"{path}:{number}: no file {target}"


def main():
    root, bin_folder, llvm_folder = (Path(arg).resolve() for arg in sys.argv[1:])
    folder = root / "docs" / "examples"
    env = dict(os.environ, PATH=f"{bin_folder}:{llvm_folder}:{os.environ['PATH']}", LC_ALL="C.UTF-8", COLUMNS="100")
    env.pop("NO_COLOR", None)
    count, wrong = 0, 0
    for path in [root / "README.md", *sorted((root / "docs").glob("*.md"))]:
        for complaint in broken_links(path):
            wrong += 1
            print(complaint)
        for number, command, expected in examples_in(path):
            count += 1
            # Errors come where they belong among the output: one pipe for both.
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=env, text=True, stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
            while expected and not expected[-1].strip():
                expected.pop()
            if not matches(expected, done.stdout.rstrip("\n") + "\n" if done.stdout.strip() else ""):
                wrong += 1
                print(f"{path}:{number}: prints something else now:\n$ {command}\n{done.stdout}")
    print(f"{count} examples, {wrong} wrong")
    sys.exit(bool(wrong) or not count)


main()
