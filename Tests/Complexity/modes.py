"""The ways in which an input goes through the programs."""

import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPAND = ROOT / ".build" / "release" / "ics-expand"
STORE = ROOT / ".build" / "release" / "ics-store"
CONVERT = ROOT / "Benchmarks" / ".build" / "release" / "convert-calendar"

# One thread, so that the counts do not depend on who was first.
WINDOW = ["--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "UTC"]
EXPANDING = [EXPAND, "--threads", "1", *WINDOW]
EVENTS = [STORE, "events", "--yes", *WINDOW]

# The path of the input follows.
MODES = {
    "count": [*EXPANDING, "--count"],
    "ndjson": [*EXPANDING, "--format", "ndjson"],
    "ics": [*EXPANDING, "--format", "ics"],
    "freebusy": [*EXPANDING, "--format", "freebusy"],
    "alarms": [*EXPANDING, "--alarms"],
    # All pairs would be as many as the square of what happens at one time.
    "conflicts": [*EXPANDING, "--conflicts", "--limit", "10"],
    "explain": [*EXPANDING, "--explain", "series"],
    # Against an event of the same UID that says little.
    "diff": [EXPAND, "--threads", "1", "--diff", ROOT / "Tests" / "Complexity" / "before.ics"],
    "check": [EXPAND, "--threads", "1", "--check"],
    "repair": [EXPAND, "--threads", "1", "--repair"],
    "rebuild": [CONVERT, "--to", "ics", "--rebuild"],
    "jcal": [CONVERT, "--to", "jcal"],
    "xcal": [CONVERT, "--to", "xcal"],
    "from-jcal": [CONVERT, "--from-jcal", "--to", "ics"],
    "events": [*EVENTS, "--format", "ndjson", "--store"],
    "events-count": [*EVENTS, "--count", "--store"],
}

# Of a program that awaits on its main thread valgrind ends with an error of its own, so that its time is measured.
TIMED = {"events", "events-count"}
