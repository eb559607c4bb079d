# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every file of the corpus that is of an MLIR kind, through passdelta.

A log must give as many pass runs as its banners say, counted here on their own,
and every snapshot must be read. A file without a banner is aligned with itself,
and each op must be kept. unread.txt names the exceptions and why.
"""
import collections
import json
import re
import subprocess
from pathlib import Path

FOLDERS = ["circt", "clangir", "flang", "iree", "misc", "mlir", "mlir-aie", "onnx-mlir", "stablehlo", "torch-mlir",
           "triton", "upstream", "xla_hlo"]
SUFFIXES = {".mlir", ".log", ".dump", ".ttir", ".ttgir", ".txt"}
NOT_MLIR = re.compile(rb"HloModule|\A(?:digraph|define |target )")
SECONDS = 10
# What CI, terminals and mail put in front of a line.
PREFIX = re.compile(rb"^(?:\xef\xbb\xbf)?(?:\d{4}-\d\d-\d\dT[\d:.]+Z )?(?:\[\w+\] )?(?:> ?|    )*")
ANSI = re.compile(rb"\x1b\[[0-9;]*m")
BANNER = re.compile(rb"^(?:// )*(?:-----//|\*\*\*) IR Dump (Before|After) (.*?)(?: //-----|\*\*\*)")


def banners_of(text):
    """Before or After, and what of; patterns are no passes."""
    for line in ANSI.sub(b"", text).splitlines():
        found = BANNER.match(PREFIX.sub(b"", line))
        if found and b"Pattern Application" not in found[2] and b"Successful Folding" not in found[2]:
            yield found[1] == b"Before", found[2].replace(b" Failed", b"")


def runs_of(text):
    """How many pass runs the banners tell of: an After closes the last Before of the same text."""
    opened, runs = collections.Counter(), 0
    for is_before, name in banners_of(text):
        if is_before:
            opened[name] += 1
            runs += 1
        elif opened[name]:
            opened[name] -= 1
        else:
            runs += 1
    return runs


def read_exceptions():
    """Of each path: how many snapshots may be unread, and the reason."""
    lines = (Path(__file__).parent / "unread.txt").read_text().splitlines()
    fields = [line.split(None, 2) for line in lines if line and not line.startswith("#")]
    return {path: (int(count), reason) for path, count, reason in fields}


def run(command):
    try:
        return subprocess.run([str(part) for part in command], capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None


def check_log(tool, path, text):
    """What is wrong, the snapshots, and those that were not read."""
    done = run([tool, path, "--format=json", "--no-audit"])
    if done is None:
        return f"more than {SECONDS} s", 1, 1
    if done.returncode not in (0, 2):
        return f"exit {done.returncode}", 1, 1
    if done.returncode == 2:
        return "", 1, 1
    summary, wanted = json.loads(done.stdout)["summary"], runs_of(text)
    wrong = f"{summary['passRuns']} pass runs, {wanted} by its banners" if summary["passRuns"] != wanted else ""
    return wrong, summary["snapshots"], summary["snapshots"] - summary["snapshotsRead"]


def check_file(tool, path):
    done = run([tool, "align", path, path, "--format=jsonl"])
    if done is None:
        return f"more than {SECONDS} s", 1, 1
    if done.returncode == 2:
        return "", 1, 1
    links = [json.loads(line) for line in done.stdout.splitlines()]
    other = collections.Counter(link["relation"] for link in links if link.get("relation") != "kept")
    if done.returncode or other or not links:
        return f"exit {done.returncode}, {len(links)} links, not kept: {dict(other)}", 1, 0
    return "", 1, 0


def check_corpus(suite, tool, corpus):
    if not corpus.is_dir():
        return print(f"skip corpus: no {corpus}")
    exceptions = read_exceptions()
    total = unread = listed = 0  # Snapshots; listed ones are cut or torn.
    for path in sorted(p for folder in FOLDERS for p in (corpus / folder).rglob("*")):
        text = path.read_bytes() if path.is_file() and path.suffix in SUFFIXES else b""
        if not text or NOT_MLIR.search(text[:100000]):
            continue
        name = str(path.relative_to(corpus))
        wrong, snapshots, missing = check_log(tool, path, text) if runs_of(text) else check_file(tool, path)
        most, reason = exceptions.get(name, (0, ""))
        allowed = min(missing, most)
        if wrong:
            suite.check(False, f"{name}: {wrong}")
        if missing > allowed:
            suite.check(False, f"{name}: {missing} of {snapshots} snapshots not read")
        if not missing and name in exceptions:
            suite.check(False, f"{name}: is read, but unread.txt lists it")
        if not reason.startswith("no IR"):
            total, unread, listed = total + snapshots, unread + missing, listed + allowed
    whole = max(1, total - listed)
    rate = 100.0 * (total - unread) / whole
    suite.check(rate >= 99.5, f"corpus: {total - unread} of {total} snapshots are read, {listed} are cut or torn; "
                              f"{rate:.2f} % of the whole ones")
