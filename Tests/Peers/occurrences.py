#!/usr/bin/env python3
"""Compares occurrences with the Python package recurring-ical-events, for originals and written copies.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar recurring-ical-events
    swift build -c release && swift build -c release --package-path Benchmarks --product convert-calendar
    /tmp/peers/bin/python Tests/Peers/occurrences.py Corpus [FOLDER...]

For each file, the peer expands the original, the copies that this package writes, and the occurrences as standalone
events (`ics-expand --format ics`). This package expands the original. The peer must find the same occurrences in a copy
as in the original, and the same in the standalone events as this package in the original. README.md explains where the
two disagree about an original. The exit status is 1 if a copy or the standalone events differ.
"""

import argparse
import collections
import datetime
import json
import pathlib
import signal
import subprocess
import sys
import warnings

import icalendar
import recurring_ical_events

ROOT = pathlib.Path(__file__).resolve().parents[2]
WINDOWS = [(1996, 2000), (2000, 2004), (2004, 2008), (2008, 2012), (2012, 2016), (2016, 2020), (2020, 2024),
           (2024, 2028)]
MOST = 5000  # Windows with this many occurrences or more are not compared.
PATIENCE = 10  # The peer's time limit in seconds. Some rules take it very long.


def give_up(*_):
    """Interrupts the peer when it reaches its time limit."""
    raise TimeoutError


def form(time):
    """Returns a date, a floating time or a UTC instant as text."""
    if not isinstance(time, datetime.datetime):
        return time.isoformat()
    if time.tzinfo is None:
        return time.isoformat()
    return time.astimezone(datetime.timezone.utc).isoformat()


def key(start, end, summary):
    """Returns the values that both programs must report for an occurrence."""
    return form(start), form(end), " ".join((summary or "").split())


def ours(expand, path, window):
    """Returns a file's counted occurrences in a window, or None if there are too many."""
    limits = ["--from", f"{window[0]}-01-01", "--to", f"{window[1]}-01-01", "--time-zone", "UTC"]
    run = subprocess.run([expand, *limits, "--format", "ndjson", "--limit", str(MOST), path],
                         capture_output=True, check=False, timeout=60)
    found = collections.Counter()
    for line in run.stdout.splitlines():
        event = json.loads(line)
        times = []
        for name in ("start", "end"):
            text = event[name]
            times.append(datetime.datetime.fromisoformat(text) if "T" in text else datetime.date.fromisoformat(text))
        found[key(*times, event.get("summary"))] += 1
    return found if found.total() < MOST else None


def theirs(data, window):
    """Returns the peer's counted occurrences in a window, or None if it fails."""
    found = collections.Counter()
    signal.alarm(PATIENCE)
    try:
        for calendar in icalendar.Calendar.from_ical(data, multiple=True):
            query = recurring_ical_events.of(calendar, skip_bad_series=True)
            # In UTC, because a window without a time zone would follow each event's time zone.
            for event in query.between(*(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc) for year in window)):
                found[key(event.start, event.end, str(event.get("SUMMARY", "")))] += 1
    except Exception:  # After any failure, there is nothing to compare.
        return None
    finally:
        signal.alarm(0)
    return found


def output(*command):
    """Returns the output of a program, or None if it fails."""
    run = subprocess.run([str(part) for part in command], capture_output=True, check=False, timeout=60)
    return run.stdout if run.returncode == 0 else None


def difference(one, other):
    """Describes how many occurrences only one side found, with an example for each side."""
    left, right = one - other, other - one
    return f"{left.total()} of {one.total()} only here {sorted(left)[:1]}, {right.total()} only there {sorted(right)[:1]}"


def main():
    """Compares the files and prints the differences."""
    warnings.simplefilter("ignore")
    signal.signal(signal.SIGALRM, give_up)
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--expand", default=ROOT / ".build/release/ics-expand")
    parser.add_argument("--convert", default=ROOT / "Benchmarks/.build/release/convert-calendar")
    parser.add_argument("folders", nargs="+")
    options = parser.parse_args()
    counts = collections.Counter()
    wrong = 0
    for path in sorted(path for folder in options.folders for path in pathlib.Path(folder).rglob("*.ics")):
        copies = {"normal": output(options.convert, "--to", "ics", path),
                  "rebuilt": output(options.convert, "--to", "ics", "--rebuild", path)}
        if None in copies.values():
            continue
        counts["files"] += 1
        for window in WINDOWS:
            expected = ours(options.expand, path, window)
            if not expected:
                continue
            counts["windows"] += 1
            counts["occurrences"] += expected.total()
            limits = ["--from", f"{window[0]}-01-01", "--to", f"{window[1]}-01-01", "--time-zone", "UTC"]
            events = theirs(output(options.expand, "--format", "ics", *limits, path) or b"", window)
            if events is None:
                counts["events that the peer cannot read"] += 1
            elif events != expected:
                wrong += 1
                print(f"{path} {window[0]}: as events: ours, the peer: {difference(expected, events)}")
            original = theirs(path.read_bytes(), window)
            if original is None:
                counts["originals that the peer cannot read"] += 1
                continue
            counts["originals alike" if original == expected else "originals that differ"] += 1
            if original != expected:
                print(f"{path} {window[0]}: original: ours, the peer: {difference(expected, original)}")
            for name, copy in copies.items():
                if theirs(copy, window) != original:
                    wrong += 1
                    found = theirs(copy, window)
                    text = "cannot be read" if found is None else difference(original, found)
                    print(f"{path} {window[0]}: {name}: the peer, in the original and the copy: {text}")
    print(dict(counts), "copies that differ:", wrong, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
