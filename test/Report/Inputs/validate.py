# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Validates reports against docs/report.schema.json.

    validate.py SCHEMA [--invalid] FILE...

A file that ends in .jsonl is JSON lines: each is valid as a line, and without
its "record" field as the record that it names. With --invalid each file must
not be valid. Exit status 1: some file is not as it should be.
"""
import json
import sys

from jsonschema import Draft202012Validator  # Debian: python3-jsonschema

schema = json.load(open(sys.argv[1]))
Draft202012Validator.check_schema(schema)


def errors_of(where, definition, value):
    rule = {"$ref": f"#/$defs/{definition}", "$defs": schema["$defs"]} if definition else schema
    for error in Draft202012Validator(rule).iter_errors(value):
        yield f"{where}: {'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def errors_of_lines(path, text):
    counts = {}
    for number, line in enumerate(text.splitlines(), 1):
        value = json.loads(line)
        yield from errors_of(f"{path}:{number}", "line", value)
        record = value.pop("record", None)
        counts[record] = counts.get(record, 0) + 1
        if record in ("input", "group", "passRun", "finding", "skipped", "skippedFiles", "summary"):
            yield from errors_of(f"{path}:{number}", record, value)
    if counts.get("report") != 1 or counts.get("summary") != 1:
        yield f"{path}: not one report and one summary: {counts}"


def errors_in(path):
    text = open(path, "rb").read().decode("utf-8")  # fails on what is not UTF-8
    if path.endswith(".jsonl"):
        return list(errors_of_lines(path, text))
    return list(errors_of(path, None, json.loads(text)))


paths = sys.argv[2:]
want_invalid = paths[0] == "--invalid"
wrong = 0
for path in paths[want_invalid:]:
    errors = errors_in(path)
    print("\n".join(errors) or f"{path}: valid")
    wrong += bool(errors) != want_invalid
sys.exit(bool(wrong))
