"""The ways to process an input with the programs."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPAND = ROOT / ".build" / "release" / "ics-expand"
STORE = ROOT / ".build" / "release" / "ics-store"
MERGE = ROOT / ".build" / "release" / "merge-versions"
CONVERT = ROOT / "Benchmarks" / ".build" / "release" / "convert-calendar"

WINDOW = ["--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "UTC"]
EXPANDING = [EXPAND, *WINDOW]
EVENTS = [STORE, "events", "--yes", *WINDOW]

# The input's path is appended to each command.
MODES = {
    "count": [*EXPANDING, "--count"],
    "ndjson": [*EXPANDING, "--format", "ndjson"],
    "ics": [*EXPANDING, "--format", "ics"],
    "freebusy": [*EXPANDING, "--format", "freebusy"],
    "alarms": [*EXPANDING, "--alarms"],
    # All pairs would grow with the square of the number of simultaneous events.
    "conflicts": [*EXPANDING, "--conflicts", "--limit", "10"],
    "explain": [*EXPANDING, "--explain", "series"],
    # Compared with a nearly empty event with the same UID.
    "diff": [EXPAND, "--diff", ROOT / "Tests" / "Complexity" / "before.ics"],
    "check": [EXPAND, "--check"],
    "repair": [EXPAND, "--repair"],
    "rebuild": [CONVERT, "--to", "ics", "--rebuild"],
    "jcal": [CONVERT, "--to", "jcal"],
    "xcal": [CONVERT, "--to", "xcal"],
    "from-jcal": [CONVERT, "--from-jcal", "--to", "ics"],
    # Three versions of an item in one file.
    "merge": [MERGE],
    "events": [*EVENTS, "--format", "ndjson", "--store"],
    "events-count": [*EVENTS, "--count", "--store"],
    "reminders": [STORE, "reminders", "list", "--yes", "--store"],
}

# valgrind fails on programs that await on the main thread, so their time is measured instead.
TIMED = {"events", "events-count", "reminders"}


def with_one_thread(command):
    """A command in a mode whose counts do not depend on the order of threads."""
    return [EXPAND, "--threads", "1", *command[1:]] if command[0] == EXPAND else command
