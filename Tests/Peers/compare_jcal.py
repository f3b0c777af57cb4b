#!/usr/bin/env python3
"""Compares this package's jCal with that of the Python package icalendar and lists every difference.

    pip install icalendar                       # 7.0 or later, which has to_jcal
    (cd Benchmarks && swift build -c release --product convert-calendar)
    python3 Tests/Peers/compare_jcal.py         # Corpus, and the folder ICALENDAR_CALENDARS if it is set
    python3 Tests/Peers/compare_jcal.py --kinds # the count of each kind of difference, with one example
    python3 Tests/Peers/compare_jcal.py FILE... # these files

It also passes each of our documents to icalendar's reader and reports the rejected ones. The exit status is 1 if there
are differences. Review each difference: RFC 7265 decides which side is right. README.md lists the known kinds.
"""

import argparse
import collections
import json
import os
import pathlib
import subprocess
import sys
import warnings

import icalendar

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "Benchmarks/.build/release/convert-calendar"

def files(arguments):
    """Returns the files to compare."""
    if arguments:
        return [pathlib.Path(argument) for argument in arguments]
    folders = [ROOT / "Corpus"] + [pathlib.Path(folder) for folder in [os.environ.get("ICALENDAR_CALENDARS")] if folder]
    return sorted(path for folder in folders for path in folder.rglob("*.ics"))


def ours(path, program):
    """Returns a file's calendars as this package writes them, or None if it has no calendars."""
    run = subprocess.run([program, "--to", "jcal", path], capture_output=True, check=False)
    if run.returncode != 0:
        return None
    document = json.loads(run.stdout)
    return [document] if document and isinstance(document[0], str) else document


def theirs(path):
    """Returns a file's calendars as icalendar writes them, or None if it fails."""
    try:
        return [calendar.to_jcal() for calendar in icalendar.Calendar.from_ical(path.read_bytes(), multiple=True)]
    except Exception:  # After any failure, there is nothing to compare.
        return None


def is_refused(document):
    """Returns why icalendar cannot read one of our calendars, or None if it can."""
    try:
        icalendar.Component.from_jcal(document)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return None


def normal(value):
    """Returns a value that makes 1 equal to 1.0, and a one-element list in a rule equal to its element."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, list):
        return [normal(item) for item in value]
    return {
        name: normal(item[0] if isinstance(item, list) and len(item) == 1 else item)
        for name, item in value.items()
        if (name, item) not in [("interval", 1), ("wkst", "MO")]
    }


def key(prop):
    """Returns a key that sorts properties independently of their order in the file."""
    return (prop[0], json.dumps(normal(prop), sort_keys=True))


def compare(left, right, place, found):
    """Adds the differences between two components to a list, as (place, ours, theirs)."""
    if left[0] != right[0]:
        found.append((place, left[0], right[0]))
        return
    place = f"{place}/{left[0]}"
    remaining = collections.defaultdict(list)
    for prop in right[1]:
        remaining[prop[0]].append(prop)
    unmatched = collections.defaultdict(list)
    for prop in left[1]:
        twin = next((other for other in remaining[prop[0]] if normal(other) == normal(prop)), None)
        if twin is None:
            unmatched[prop[0]].append(prop)
        else:
            remaining[prop[0]].remove(twin)
    for name in sorted(set(unmatched) | set(remaining)):
        one, other = unmatched[name], remaining[name]
        for index in range(max(len(one), len(other))):
            pair = [side[index] if index < len(side) else None for side in (one, other)]
            found.append((place, *pair))
    if len(left[2]) != len(right[2]):
        found.append((place, [part[0] for part in left[2]], [part[0] for part in right[2]]))
        return
    for one, other in zip(left[2], right[2]):
        compare(one, other, place, found)


def kind(one, other):
    """Returns a name for the kind of difference between two properties."""
    if one is None or other is None:
        return f"only in {'theirs' if one is None else 'ours'}: {(one or other)[0]}"
    if not all(len(side) > 2 and isinstance(side, list) and isinstance(side[1], dict) for side in (one, other)):
        return "components"
    parts = []
    if one[1] != other[1]:
        names = {name for name in set(one[1]) | set(other[1]) if one[1].get(name) != other[1].get(name)}
        parts.append(f"parameters {','.join(sorted(names))}")
    if one[2] != other[2]:
        parts.append(f"type {one[2]} for {other[2]}")
    if normal(one[3:]) != normal(other[3:]):
        parts.append("value")
    return f"{one[0]}: {'; '.join(parts)}"


def main():
    """Compares the files and prints the differences."""
    warnings.simplefilter("ignore")
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--program", default=PROGRAM, help="the location of convert-calendar")
    parser.add_argument("--kinds", action="store_true", help="list kinds of differences instead of single ones")
    parser.add_argument("files", nargs="*")
    options = parser.parse_args()
    counts = collections.Counter()
    kinds = collections.Counter()
    examples = {}
    for path in files(options.files):
        one, other = ours(path, options.program), theirs(path)
        if one is None or other is None:
            counts["of neither" if one is None and other is None else "ours alone" if one else "theirs alone"] += 1
            if other is not None:
                print(f"{path.name}: only icalendar reads it")
            continue
        counts["compared"] += 1
        found = []
        if len(one) != len(other):
            found.append(("", [part[0] for part in one], [part[0] for part in other]))
        else:
            for left, right in zip(one, other):
                compare(left, right, "", found)
        counts["without any difference"] += not found
        for document in one:
            reason = is_refused(document)
            if reason:
                counts["calendars of ours that icalendar does not read"] += 1
                print(f"{path.name}: icalendar does not read ours: {reason}")
        for place, left, right in found:
            name = kind(left, right)
            kinds[name] += 1
            examples.setdefault(name, (path.name, place, left, right))
            if not options.kinds:
                print(f"{path.name}{place}\n  ours   {json.dumps(left)}\n  theirs {json.dumps(right)}")
    if options.kinds:
        for name, count in kinds.most_common():
            file, place, left, right = examples[name]
            print(f"{count:6} {name}  ({file}{place})\n       ours   {json.dumps(left)[:300]}")
            print(f"       theirs {json.dumps(right)[:300]}")
    print(", ".join(f"{count} {name}" for name, count in counts.items()), file=sys.stderr)
    return 1 if kinds else 0


if __name__ == "__main__":
    sys.exit(main())
