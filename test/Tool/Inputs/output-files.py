"""output-files.py PASSDELTA FOLDER: what -o does to files, and what closed or
full descriptors do to the exit status. Prints each claim that does not hold."""
import os
import subprocess
import sys

tool, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
DUMP = "func.func @f() {\n  return\n}\n"
OLD = "an older report\n"
failures = []


def check(what, holds):
    if not holds:
        failures.append(what)


def write(name, text):
    if os.path.lexists(name):
        os.remove(name)
    with open(name, "w") as file:
        file.write(text)


def read(name):
    with open(name) as file:
        return file.read()


def link(target, name):
    if os.path.lexists(name):
        os.remove(name)
    os.symlink(target, name)


def run(*args, closed=(), **streams):
    """The exit status and stderr."""
    streams.setdefault("stdin", subprocess.DEVNULL)
    streams.setdefault("stdout", subprocess.DEVNULL)
    streams.setdefault("stderr", subprocess.PIPE)
    done = subprocess.run(
        [tool, *args], text=True, preexec_fn=lambda: [os.close(fd) for fd in closed], **streams
    )
    return done.returncode, done.stderr


def no_leftovers():
    return not [name for name in os.listdir(".") if name.startswith(".passdelta-")]


def refused(what, name, *args, **streams):
    before = read(name)
    status, error = run(*args, **streams)
    check(f"{what}: refused ({status}, {error!r})", status == 2 and "it is an input" in error)
    check(f"{what}: one line", error.count("\n") == 1)
    check(f"{what}: the file is as it was", read(name) == before)


# An input is never the output.
write("in.mlir", DUMP)
write("after.mlir", DUMP)
link("in.mlir", "link.mlir")
if os.path.lexists("hard.mlir"):
    os.remove("hard.mlir")
os.link("in.mlir", "hard.mlir")
refused("same name", "in.mlir", "in.mlir", "--cse", "-o", "in.mlir")
refused("other spelling", "in.mlir", "in.mlir", "--cse", "-o", "./in.mlir")
refused("symbolic link", "in.mlir", "in.mlir", "--cse", "-o", "link.mlir")
refused("hard link", "in.mlir", "in.mlir", "--cse", "-o", "hard.mlir")
refused("second input", "after.mlir", "in.mlir", "after.mlir", "-o", "after.mlir")
refused("align", "after.mlir", "align", "in.mlir", "after.mlir", "-o", "after.mlir")
refused("--initial", "in.mlir", "after.mlir", "--initial=in.mlir", "-o", "in.mlir")
with open("in.mlir") as stdin:
    refused("stdin", "in.mlir", "--cse", "-o", "in.mlir", stdin=stdin)

# The file is replaced when the report is whole, and not before.
write("out", OLD)
os.chmod("out", 0o640)
check("success", run("in.mlir", "--cse", "-o", "out")[0] == 0 and read("out") != OLD and read("out"))
check("permissions stay", os.stat("out").st_mode & 0o777 == 0o640)
report = read("out")
write("out", OLD)
check("failure", run("none.mlir", "--cse", "-o", "out")[0] == 2 and read("out") == OLD)
check("failure makes no file", run("none.mlir", "--cse", "-o", "new")[0] == 2 and not os.path.exists("new"))
write("target", OLD)
link("target", "link")
check("link", run("in.mlir", "--cse", "-o", "link")[0] == 0 and os.path.islink("link") and read("target") == report)
os.remove("target")
check("link to nothing", run("in.mlir", "--cse", "-o", "link")[0] == 0 and os.path.islink("link") and read("target") == report)
link("loop", "loop")
check("loop of links", run("in.mlir", "--cse", "-o", "loop")[0] == 2)
check("no folder", "cannot write: No such file" in run("none.mlir", "--cse", "-o", "no/such/out")[1])
os.makedirs("sealed", exist_ok=True)
os.chmod("sealed", 0o555)
if os.geteuid():  # root writes anywhere
    check("sealed folder", "sealed/out: cannot write" in run("none.mlir", "--cse", "-o", "sealed/out")[1])
os.makedirs("100%", exist_ok=True)
check("odd folder", run("in.mlir", "--cse", "-o", "100%/out")[0] == 0 and read("100%/out") == report)
check("folder", "cannot write" in run("in.mlir", "--cse", "-o", "100%")[1])

# What is no regular file is written directly.
check("/dev/null", run("in.mlir", "--cse", "-o", "/dev/null")[0] == 0 and not os.path.isfile("/dev/null"))
if os.path.exists("/dev/full"):
    status, error = run("in.mlir", "--cse", "-o", "/dev/full")
    check(f"-o /dev/full ({status}, {error!r})", status == 2 and "/dev/full: cannot write" in error)
    for args in (["--help"], ["--help-all"], ["--version"], ["--list-passes"], ["in.mlir", "--cse"]):
        with open("/dev/full", "w") as full:
            status, error = run(*args, stdout=full)
            check(f"{args} to a full stdout ({status}, {error!r})", status == 2 and "cannot write" in error)
    with open("/dev/full", "w") as full:
        check("full stderr", run("none.mlir", "--cse", stderr=full)[0] == 2)
with open("both", "w") as both:
    both.write("first\n")
    both.flush()
    run("in.mlir", "--cse", "-o", "both", stdout=both)
check("-o on the file of stdout adds to it", read("both") == "first\n" + report)

# Closed descriptors are never reused.
check("closed stderr", run("none.mlir", "--cse", closed=[2])[0] == 2)
check("closed stdout", run("in.mlir", "--cse", closed=[1])[0] == 2)
check("closed stdout, --help", run("--help", closed=[1])[0] == 2)
check("closed stdin", run("-", "--cse", closed=[0])[0] == 2)
write("out", OLD)
check("all closed", run("in.mlir", "--cse", "-o", "out", closed=[0, 1, 2])[0] == 0 and read("out") == report)
status, _ = run("in.mlir", "--cse", "--fail-on=unexplained,incomplete", "-o", "out", closed=[2])
check(f"closed stderr, -o ({status})", status == 0 and read("out") == report)
write("out", OLD)
check("closed stderr, failure", run("none.mlir", "--cse", "-o", "out", closed=[2])[0] == 2 and read("out") == OLD)

check("no temporary file is left", no_leftovers())
sys.exit("\n".join(failures) or 0)
