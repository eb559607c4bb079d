"""lit's configuration of passdelta's tests: what a user sees."""
import os

import lit.formats

config.name = "passdelta"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".test", ".mlir"]
config.excludes = ["Inputs", "unit", "Extra", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_dir, "test", "lit")

config.environment["PATH"] = os.pathsep.join(
    [config.tool_dir, config.llvm_tools_dir, os.environ["PATH"]]
)
config.environment["LC_ALL"] = "C"
for name in ("NO_COLOR", "CLICOLOR_FORCE"):
    config.environment.pop(name, None)

config.substitutions += [
    ("%passdelta", os.path.join(config.tool_dir, "passdelta")),
    ("%mlir-opt", os.path.join(config.llvm_tools_dir, "mlir-opt")),
    ("%source_root", config.source_root),
    ("%python", config.python),
]

# Tests on real dumps say REQUIRES: extra-data.
if config.extra_data:
    config.available_features.add("extra-data")
    config.substitutions.append(("%extra_data", config.extra_data))
