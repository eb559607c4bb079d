#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks what the rooms include, and that only the tool touches the process.

    check_layout.py ROOT

Prints one line for each break of a rule, "file:line: rule", and exits with 1 if
there is any. The rules:

  layering   a room includes Support, Model, Knowledge and itself; Driver any
             room but Tool, Tool any room
  mlir       mlir/ headers only in files that need real operations
  process    argv, exit, stdout, stderr and the environment only in Tool, and
             in helpers of the build that have a main
  banner     first line names the file, the third is the SPDX line
  guard      PASSDELTA_<ROOM>_<FILE>_H
"""
import re
import sys
from pathlib import Path

ALWAYS = {"Support", "Model", "Knowledge"}
ALLOWED = {  # where it is not ALWAYS and the room itself
    "Support": {"Support"},
    "Model": {"Support", "Model"},
    "Driver": None,  # any room but Tool
    "Tool": None,
}
# Files that need real operations. They may also include the MLIR reader's
# header, which is how a snapshot's operations are reached.
MLIR = re.compile(
    r"lib/Reader/Mlir/|include/passdelta/Reader/MlirReader\.h"
    r"|lib/Source/InProcess|include/passdelta/Source/InProcess"
    r"|lib/Audit/|tools/|test/unit/")
MLIR_READER = "Reader/MlirReader.h"
PROCESS = re.compile(
    r"\b(?:llvm::)?(?:outs|errs)\(\)|std::c(?:out|err)\b|\b(?:std::)?(?:exit|abort)\("
    r"|\bgetenv\((?!.TMPDIR.)|report_fatal_error|\bprintf\(|CLI/CLI|llvm/Support/CommandLine\.h")
SPDX = "// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"


def room_of(path):
    match = re.match(r"(?:lib|include/passdelta|test/unit)/([A-Z]\w*)/", path)
    return match[1] if match else None


def check_include(path, room, target):
    """Complaint about `#include "passdelta/<target>"` in a file of `room`, or None."""
    other = target.split("/")[0]
    if path.startswith(("test/unit/", "tools/")):
        return None
    if target == MLIR_READER and MLIR.match(path):
        return None
    if room in ("Driver", "Tool"):
        return "layering: Driver must not include Tool" if room == "Driver" and other == "Tool" else None
    if other in ALLOWED.get(room, ALWAYS | {room}):
        return None
    return f"layering: {room} must not include {other}"


def check_line(path, room, line):
    include = re.match(r'\s*#\s*include\s+[<"]([^>"]+)[>"]', line)
    if include:
        target = include[1]
        if target.startswith("passdelta/"):
            yield check_include(path, room, target[len("passdelta/"):])
        if target.startswith("mlir/") and not MLIR.match(path):
            yield f"mlir: {target} in a file that is not of the MLIR-backed ones"
    # Pass flags of a run here need MLIR's option parser, and so its header.
    if room not in ("Tool", None) and path.startswith(("lib/", "include/")) and not MLIR.match(path):
        found = PROCESS.search(line.split("//")[0])
        if found:
            yield f"process: {found[0]} outside of Tool"


def check_frame(path, lines):
    name = Path(path).name
    if not lines or not lines[0].startswith(f"//===- {name} - "):
        yield 1, f"banner: the first line is not '//===- {name} - ...'"
    if SPDX not in lines[:5]:
        yield 1, "banner: no SPDX line"
    if path.startswith("include/passdelta/"):
        room, file = path.split("/")[2], Path(path).stem
        guard = f"PASSDELTA_{room}_{file}_H".upper()
        if f"#ifndef {guard}" not in lines:
            yield 1, f"guard: not {guard}"


def check_file(root, path):
    lines = (root / path).read_text(errors="replace").split("\n")
    room = room_of(path)
    is_program = any(line.startswith("int main(") for line in lines)  # a helper of the build
    for number, line in enumerate(lines, 1):
        for complaint in check_line(path, room, line):
            if complaint and not (is_program and complaint.startswith("process")):
                yield number, complaint
    yield from check_frame(path, lines)


def main():
    root = Path(sys.argv[1])
    complaints, files = 0, 0
    for folder in ("include", "lib", "tools", "test/unit"):
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".h", ".cpp"):
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            for number, complaint in check_file(root, path):
                print(f"{path}:{number}: {complaint}")
                complaints += 1
    if not files:
        sys.exit(f"no source files under {root}")
    print(f"{files} files, {complaints} complaints")
    sys.exit(bool(complaints))


main()
