# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dressed logs: the same findings as without the dressing.

A log `derived_*` was made from another one: that one is the measure where the
folder has it (INDEX.tsv names it), else a copy that is cleaned here, in another
way than the tool does it.
"""
import gzip
import json
import re
import subprocess
import tempfile
from pathlib import Path

# Two processes in one: there is no clean one; test/Extra/unread.txt has it.
NO_ORIGINAL = ["derived_two_processes_interleaved.log"]
CLEAN = {
    "crlf": lambda text: text.replace("\r\n", "\n"),
    "gha": lambda text: re.sub(r"(?m)^\d{4}-\d\d-\d\dT[\d:.]+Z ", "", text),
    "ansi": lambda text: re.sub(r"\x1b\[[\d;]*m", "", text),
    "utf8bom": lambda text: re.sub(r"(?m)^\[stderr\] ", "", text.lstrip("\ufeff").replace("\r\n", "\n")),
    "indented": lambda text: re.sub(r"(?m)^> ?", "", text),
    "head": lambda text: text[text.index("// -----//"):],
}


def read(tool, path, **options):
    done = subprocess.run([tool, path, "--format=json"], capture_output=True, timeout=600, **options)
    return json.loads(done.stdout) if done.returncode == 0 else None


def without_places(value):
    if isinstance(value, list):
        return [without_places(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {k: without_places(v) for k, v in value.items() if k not in ("line", "column", "path")}


def contents(report):
    """What is said of the IR. Reasons of unread dumps name lines."""
    if report is None:
        return None
    text = json.dumps(without_places([report["passRuns"], report["findings"], report["summary"]]))
    return re.sub(r"at line \d+", "at line N", text)


def originals(corpus):
    """From the INDEX: derived file -> what it was made from."""
    found = {}
    index = corpus / "INDEX.tsv"
    for line in index.read_text().splitlines() if index.exists() else []:
        cells = line.split("\t")
        made = re.match(r"DERIVED from (\S+)$", cells[2]) if len(cells) > 2 else None
        if made:
            found[corpus / cells[0]] = corpus / made[1]
    return found


def check_derived(suite, tool, corpus):
    known = originals(corpus)
    paths = sorted(corpus.rglob("derived_*"))
    if not paths:
        print(f"skip dressed logs: none in {corpus}")
    for path in paths:
        kind = re.match(r"derived_([a-z0-9]+)", path.name)[1]
        if path.name in NO_ORIGINAL:
            continue
        report = contents(read(tool, path))
        measures = []
        if kind in CLEAN:
            with tempfile.TemporaryDirectory() as folder:
                clean = Path(folder) / path.name
                clean.write_text(CLEAN[kind](path.read_bytes().decode()))
                measures.append(("a cleaned copy", contents(read(tool, clean))))
        if known.get(path) and known[path].exists() and kind != "head":
            measures.append((known[path].name, contents(read(tool, known[path]))))
        for name, measure in measures:
            suite.check(report is not None and report == measure, f"{path.name}: same findings as {name}")
        suite.check(measures != [], f"{path.name}: there is something to compare it with")


def check_ways(suite, tool, path):
    """A file, a pipe and a compressed file give the same report."""
    whole = read(tool, path)
    with open(path, "rb") as log, tempfile.TemporaryDirectory() as folder:
        piped = read(tool, "-", stdin=log)
        packed = Path(folder) / (path.name + ".gz")
        packed.write_bytes(gzip.compress(path.read_bytes()))
        unpacked = read(tool, packed)
    texts = [json.dumps(each).replace(name, "LOG") for each, name in
             ((whole, str(path)), (piped, "<stdin>"), (unpacked, str(packed)))]
    suite.check(whole is not None and texts[0] == texts[1] == texts[2], f"{path.name}: the same as a file, through a pipe, and from .gz")


def check_dressed(suite, tool, corpus):
    check_derived(suite, tool, corpus)
    for name in ("mlir/opt22_pass_failed.log", "mlir/opt22_before_after_all.log", "iree/iree_cuda_matmul.dump",
                 "triton/dly_ttgir_ir_dump.log", "flang/flang22_after_all.log"):
        if (corpus / name).exists():
            check_ways(suite, tool, corpus / name)
