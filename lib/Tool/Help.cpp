//===- Help.cpp - The page of --help --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"

using namespace passdelta;

static constexpr llvm::StringLiteral shortHelpText =
    R"(passdelta: what each compiler pass did to the IR, and what it silently did not do.

  passdelta dump.log                            a dump of -mlir-print-ir-after-all; - is stdin
  passdelta dumps/                              a folder: tree-dir, IREE, Triton, XLA, logs
  passdelta in.mlir --canonicalize --cse        run passes here, with the flags of mlir-opt
  passdelta before.mlir after.mlir --pass=NAME  two snapshots, and the pass between them
  passdelta -- my-opt in.mlir --my-pass         run a compiler with its dumps turned on

Usage: passdelta [INPUT...] [OPTIONS] [PASS FLAGS]
       passdelta align BEFORE AFTER             each op with its op in the other file, JSON lines

What is read
  --input=KIND            what the input is, where sniffing is wrong
  --initial=FILE          the IR before the first pass of an after-only dump
  --final=FILE            the IR after the last pass of a before-only dump
  --reader=NAME           how IR text is read: auto, lenient, mlir
  --dialect-info=FILE     YAML: what the ops and passes of your compiler mean

Running passes here
  --PASS[=OPTIONS]        --affine-loop-tile="tile-size=32"; they run in the order given
  --pass-pipeline=TEXT    'builtin.module(func.func(canonicalize,cse))'
  --split-input-file      run the pieces between '// -----' lines one by one
  --allow-unregistered-dialect, --irdl-file=FILE
  --load-dialect-plugin=FILE, --load-pass-plugin=FILE

The report
  --format=NAME           text, json, jsonl
  -o FILE                 where it goes; default stdout
  --show=WHAT             summary, changes, missed, all
  --filter-pass=REGEX, --filter-func=REGEX, --filter-op=REGEX, --filter-kind=LIST
  --no-audit              do not look for what passes missed

For scripts
  --fail-on=LIST          exit with 1 on any of: missed, missed:vectorized, unread, failed, ...
  --exit-code             exit with 1 if any pass changed the IR
  Exit status: 0 it ran; 1 what --fail-on or --exit-code names is there; 2 usage or bad input.

  --list-passes, --list-sources, --list-readers, --list-recognizers, --list-formats
  --help-all              every option;  --version
)";

StringRef passdelta::shortHelp() { return shortHelpText; }

StringRef passdelta::usagePage() {
  return shortHelp().split("\nWhat is read").first;
}
