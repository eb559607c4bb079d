"""status.py N COMMAND...: fails unless the exit status of COMMAND is N."""
import subprocess
import sys

status = subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL)
if status.returncode != int(sys.argv[1]):
    sys.exit(f"exit status {status.returncode}, not {sys.argv[1]}: {status.stderr.decode()}")
