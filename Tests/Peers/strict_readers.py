#!/usr/bin/env python3
"""Reads repaired calendars with two strict programs.

Each file is repaired by `ics-expand --repair`, then read by Python's `icalendar` and by `ical`, the parser of Home
Assistant. Files without a calendar are skipped, because no repaired file is written for them.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar ical
    swift build -c release --product ics-expand
    /tmp/peers/bin/python Tests/Peers/strict_readers.py .build/release/ics-expand Corpus [FOLDER...]

It prints each file that a peer rejects, with the reason, and then the number of files that each peer reads before and
after the repair. The exit status is 1 if a peer reads an original but not its repaired version. README.md
explains which kinds of files are rejected.
"""

import collections
import logging
import pathlib
import subprocess
import sys
import tempfile
import warnings

import icalendar
from ical.calendar_stream import CalendarStream


def by_icalendar(data):
    """Returns why icalendar rejects the data, or None."""
    try:
        icalendar.Calendar.from_ical(data, multiple=True)
    except Exception as error:  # pylint: disable=broad-except
        return error
    return None


def by_ical(data):
    """Returns why ical rejects the data, or None."""
    try:
        CalendarStream.from_ics(data.decode("utf-8"))
    except Exception as error:  # pylint: disable=broad-except
        return getattr(error, "detailed_error", None) or error
    return None


PEERS = {"icalendar": by_icalendar, "ical": by_ical}


def repaired(program, path, folder):
    """Returns the file's repaired contents, or None if nothing is written."""
    output = pathlib.Path(folder) / "repaired.ics"
    output.unlink(missing_ok=True)
    subprocess.run([program, "--repair", "--output", str(output), str(path)], capture_output=True, timeout=120,
                   check=False)
    return output.read_bytes() if output.exists() else None


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    files = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.ics"))
    counts, worse = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            data = repaired(program, path, folder)
            if data is None:
                continue
            counts["files"] += 1
            for name, refusal in PEERS.items():
                was_read = refusal(path.read_bytes()) is None
                counts[f"{name} before"] += was_read
                reason = refusal(data)
                counts[f"{name} after"] += reason is None
                if reason is None:
                    continue
                worse += was_read
                first = " ".join(str(reason).split())[:160]
                print(f"{path}: {name}{' (read before)' if was_read else ''}: {type(reason).__name__}: {first}")
    print(dict(counts), "read before alone:", worse)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
