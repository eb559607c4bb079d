"""broken-pipe.py COMMAND...: nobody reads COMMAND's stdout, with SIGPIPE ignored
as some CI systems have it; it must neither crash nor complain."""
import os
import signal
import subprocess
import sys

read_end, write_end = os.pipe()
os.close(read_end)
result = subprocess.run(
    sys.argv[1:], stdout=write_end, stderr=subprocess.PIPE,
    preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN), restore_signals=False)
if result.returncode != 0 or result.stderr:
    sys.exit(f"exit status {result.returncode}: {result.stderr.decode()}")
