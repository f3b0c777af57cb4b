#!/usr/bin/env python3
"""Synchronizes two stores with real calendar servers on the local machine.

If a server sends messages about saved events, its users also invite each other.

usage: servers.py PROGRAM [SERVER]...

PROGRAM is ics-store, built with the Network trait. SERVER is radicale, xandikos, cyrus, davical or sogo (default: those
installed). `make test-dav-all` installs all of them. The last three require Debian and root.
Each server starts on a free port of 127.0.0.1 with an empty folder, and is stopped at the end.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import meetings
from peers import peers
from products import SERVERS
from scenarios import SCENARIOS, Skipped, Store


def run(name, program):
    """Runs all scenarios with a server, and returns how many fail."""
    failed = 0
    with tempfile.TemporaryDirectory(prefix="calendar-server-") as folder:
        (Path(folder) / "server").mkdir()
        server = SERVERS[name](Path(folder) / "server")
        try:
            server.start()
            a, b = (Store(program, Path(folder) / store, server) for store in "ab")
            a.add_account()
            b.add_account()
            rounds = [(scenario, (a, b)) for scenario in [*SCENARIOS, peers]]
            if server.schedules:
                others = meetings.people(program, Path(folder), server)
                rounds += [(scenario, others) for scenario in meetings.SCENARIOS]
            for scenario, stores in rounds:
                begun = time.time()
                try:
                    scenario(*stores)
                    print(f"{name}: {scenario.__name__}: passed ({time.time() - begun:.1f} s)", flush=True)
                except Skipped as reason:
                    print(f"{name}: {scenario.__name__}: skipped: {reason}", flush=True)
                except (AssertionError, subprocess.TimeoutExpired) as error:
                    failed += 1
                    print(f"{name}: {scenario.__name__}: FAILED: {error}", flush=True)
        finally:
            server.stop()
    return failed


def main():
    # Stops the servers even if this script is stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    program = os.path.abspath(sys.argv[1])
    names = sys.argv[2:] or [name for name, server in SERVERS.items() if server.is_installed()]
    if not names:
        raise SystemExit("no server is installed")
    failed = 0
    for name in names:
        if SERVERS[name].is_installed():
            failed += run(name, program)
        else:
            failed += 1
            print(f"{name}: FAILED: not installed")
    print(f"{failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
