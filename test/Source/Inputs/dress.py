#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Dresses the text on stdin as other programs do: dress.py KIND < a.log > b.log"""
import json
import sys
import textwrap


def each_line(text, dress):
    return "".join(dress(n, line) + "\n" for n, line in enumerate(text.splitlines()))


def colour(n, line):
    if "IR Dump" in line:
        return f"\033[1;32m{line}\033[0m"
    return line.replace("func.func", "\033[34mfunc.func\033[0m\033[K")


def wrap(n, line):
    return "\n".join(line[at:at + 60] for at in range(0, max(len(line), 1), 60))


def notebook(text):
    cell = {"cell_type": "code", "source": ["!mlir-opt a.mlir\n", "print(1)"],
            "outputs": [{"name": "stderr", "output_type": "stream", "text": text.splitlines(keepends=True)}]}
    return json.dumps({"cells": [cell], "metadata": {"language_info": {"name": "python"}}}, indent=1)


def container(n, line):
    return json.dumps({"log": line + "\n", "stream": "stderr", "time": f"2024-09-17T08:12:01.{n:09}Z"})


KINDS = {
    "github": lambda t: each_line(t, lambda n, l: f"2024-09-17T08:12:{n // 60:02}.{n:07}Z {l}"),
    "gh-log": lambda t: each_line(t, lambda n, l: f"build\tRun tests\t2024-09-17T08:12:{n // 60:02}.{n:07}Z {l}"),
    "gitlab": lambda t: each_line(t, lambda n, l: f"2024-09-17T08:12:01.{n:06}Z 01E {l}"),
    "jenkins": lambda t: each_line(t, lambda n, l: f"[2024-09-17T08:12:01.{n:03}Z] {l}"),
    "buildkite": lambda t: each_line(t, lambda n, l: f"\033_bk;t=17265607{n:05}\a{l}\r"),
    "syslog": lambda t: each_line(t, lambda n, l: f"Sep {17 + n // 9} 08:12:{n % 60:02} host opt[{n}]: {l}"),
    "pytest": lambda t: each_line(t, lambda n, l: f"[stderr] {l}"),
    "compose": lambda t: each_line(t, lambda n, l: f"compiler-1  | {l}" + ("" if n % 7 else "\ndb-1        | checkpoint")),
    "mpirun": lambda t: each_line(t, lambda n, l: f"[1,0]<stderr>:{l}"),
    "grep": lambda t: each_line(t, lambda n, l: f"{n + 1}:{l}"),
    "quote": lambda t: each_line(t, lambda n, l: f"> {l}".rstrip()),
    "quote2": lambda t: each_line(t, lambda n, l: f"> > {l}".rstrip()),
    "indent": lambda t: each_line(t, lambda n, l: f"    {l}".rstrip()),
    "tabs": lambda t: each_line(t, lambda n, l: f"\t{l}".rstrip()),
    "colour": lambda t: each_line(t, colour),
    "crlf": lambda t: each_line(t, lambda n, l: l + "\r"),
    "bom": lambda t: "\ufeff" + t,
    "utf16": lambda t: "\ufeff" + each_line(t, lambda n, l: l + "\r"),
    "nul": lambda t: "\0" * 600 + t.replace("\n\n", "\n\0\0\0\n"),
    "progress": lambda t: t.replace("// -----//", "10%\r 99%\r// -----//"),
    "torn": lambda t: t.replace("// -----//", "Compiling kernel...// -----//"),
    "wrap": lambda t: each_line(t, wrap),
    "fence": lambda t: f"## Bug\n\n<details>\n\n```mlir\n{t}```\n\n</details>\n\nAny idea?\n",
    "fences": lambda t: "Bug. I ran\n\n```sh\nmlir-opt\n```\n" + "\nand then\n".join(
        f"~~~~ mlir\n// -----//{part}~~~~\n" for part in t.split("// -----//")[1:]),
    "listed": lambda t: "1. run\n\n   ```\n" + textwrap.indent(t, "   ") + "   ```\n",
    "quoted-fence": lambda t: each_line(f"On Monday x wrote:\n```\n{t}```\nbye\n", lambda n, l: f"> {l}".rstrip()),
    "notebook": notebook,
    "container": lambda t: each_line(t, container),
    "message": lambda t: each_line(t, lambda n, l: json.dumps({"level": "info", "msg": l})),
    "issue": lambda t: json.dumps({"title": "bug", "user": {"login": "x"},
                                   "body": f"Hi\r\n\r\n```mlir\r\n{t}```\r\n".replace("\n", "\r\n")}),
    "javascript": lambda t: f"// a log\nconst log = `{t}`;\nrun(log, 'x');\n",
    "python": lambda t: f'import re\n\n# don\'t\nLOG = """{t}"""\nprint(LOG)\n',
    "pieces": lambda t: "LOG = (\n" + "".join(f"    {json.dumps(l + chr(10))}  # {n}\n" for n, l in enumerate(t.splitlines())) + ")\n",
    "repr": lambda t: f"Traceback:\nCalledProcessError: can't run, stderr={t.encode()!r}\n",
    "raw": lambda t: f'static const char *log = R"log({t})log";\nint main() {{}}\n',
    "raw2": lambda t: f'auto log =\n    R"({t})";\n',
}
encoding = "utf-16-le" if sys.argv[1] == "utf16" else "utf-8"
sys.stdout.buffer.write(KINDS[sys.argv[1]](sys.stdin.read()).encode(encoding))
