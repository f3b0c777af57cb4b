#!/usr/bin/env python3
"""Compares occurrences with those of the Python package recurring-ical-events, of what is read and of what is written.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar recurring-ical-events
    swift build -c release && swift build -c release --package-path Benchmarks --product convert-calendar
    /tmp/peers/bin/python Tests/Peers/occurrences.py Corpus [FOLDER...]

Of each file it asks the peer for the occurrences of the original, of the file as this package writes it anew, and of
the occurrences as events by themselves (`ics-expand --format ics`); and this package for those of the original. What
the peer finds in a copy must be what it finds in the original, and what it finds in the events what this package found.
Where the two answer differently about the original, README.md says why. The exit status is 1 when a copy differs.
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
MOST = 5000  # So many occurrences of a window are compared at most.
PATIENCE = 10  # So many seconds the peer has; some rules it walks for ages.


def give_up(*_):
    """Ends what takes too long."""
    raise TimeoutError


def form(time):
    """A date, a floating time, or an instant in UTC, as text."""
    if not isinstance(time, datetime.datetime):
        return time.isoformat()
    if time.tzinfo is None:
        return time.isoformat()
    return time.astimezone(datetime.timezone.utc).isoformat()


def key(start, end, summary):
    """What two programs must agree about."""
    return form(start), form(end), " ".join((summary or "").split())


def ours(expand, path, window):
    """The occurrences of a file in a window, counted; None when there are too many or none can be had."""
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
    """What the peer finds; None when it fails."""
    found = collections.Counter()
    signal.alarm(PATIENCE)
    try:
        for calendar in icalendar.Calendar.from_ical(data, multiple=True):
            query = recurring_ical_events.of(calendar, skip_bad_series=True)
            # In UTC: a window without a zone is one of each event's own clock.
            for event in query.between(*(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc) for year in window)):
                found[key(event.start, event.end, str(event.get("SUMMARY", "")))] += 1
    except Exception:  # Whatever it is, there is nothing to compare.
        return None
    finally:
        signal.alarm(0)
    return found


def output(*command):
    """What a program writes, or None when it fails."""
    run = subprocess.run([str(part) for part in command], capture_output=True, check=False, timeout=60)
    return run.stdout if run.returncode == 0 else None


def difference(one, other):
    """How many occurrences are on one side alone, with an example of each."""
    left, right = one - other, other - one
    return f"{left.total()} of {one.total()} only here {sorted(left)[:1]}, {right.total()} only there {sorted(right)[:1]}"


def main():
    """Compares, and prints."""
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
