#!/usr/bin/env python3
"""Runs the calendars in tricky/cases.txt through this package and its peers, and counts the correct answers.

    swift build -c release --product ics-expand
    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar recurring-ical-events khal
    /tmp/peers/bin/python Tests/Peers/tricky.py [--only NAME] [--verbose]
        [--icaljs FOLDER] [--vobject FOLDER] [--ical4j CLASSPATH] [--icalendar-kit PROGRAM] [--foundation PROGRAM]

The first three peers always run: libical (Benchmarks/Peers/libical/expand.c), recurring-ical-events and khal. The
others need a checkout: ical.js with node, sabre/vobject with php, ical4j with a Java class path that contains
tricky/Tricky.class, and icalendar-kit and Foundation as programs built from tricky/kit.swift and
tricky/foundation.swift. Foundation fails if a calendar contains more than one event with one rule.

Each peer prints a line `START END` for each occurrence, in seconds since 1970. Dates and floating times are in UTC.
An answer is correct if all starts match, and all ends that the case lists. The answers to cases before the line
`documented` are determined by an RFC, the others by this package's documentation.
"""

import argparse
import collections
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PATIENCE = 10  # A peer's time limit for one case, in seconds.


def seconds(text):
    """Returns a date, a floating time or a UTC time as seconds since 1970."""
    time = datetime.datetime.fromisoformat(text.removesuffix("Z"))
    return int(time.replace(tzinfo=time.tzinfo or datetime.timezone.utc).timestamp())


class Case:
    """A calendar, a window, and its expected occurrences."""

    def __init__(self, block, is_documented):
        head, *lines = block.splitlines()
        self.name, self.start, self.end, *expected = head.split()
        self.expected = [tuple(seconds(part) for part in item.split("/")) for item in expected]
        self.is_documented = is_documented
        berlin = (HERE / "tricky/berlin.txt").read_text().splitlines()
        if not lines[0].startswith("BEGIN:"):
            lines = ["BEGIN:VEVENT", "UID:case@example.com", "DTSTAMP:20260101T000000Z", "SUMMARY:Case", *lines,
                     "END:VEVENT"]
        zone = berlin if any("TZID=Europe/Berlin" in line for line in lines) else []
        tail = [] if lines[-1] == "..." else ["END:VCALENDAR", ""]
        lines = [line for line in lines if line != "..."]
        self.text = "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Tricky//EN", *zone, *lines, *tail])

    @property
    def bounds(self):
        return [str(seconds(self.start)), str(seconds(self.end))]

    def is_answered_by(self, found):
        """Returns whether a list of starts and ends is correct."""
        if len(found) != len(self.expected):
            return False
        return all(item[0] == wanted[0] and (len(wanted) == 1 or item[1] in (wanted[1], None))
                   for item, wanted in zip(sorted(found), sorted(self.expected)))


def cases():
    """Returns the cases in the file."""
    blocks = (HERE / "tricky/cases.txt").read_text().strip().split("\n\n")
    split = blocks.index("documented")
    return [Case(block, number > split) for number, block in enumerate(blocks) if number != split]


def output(command, **options):
    """Returns a program's output lines. Raises an error if it fails or takes too long."""
    run = subprocess.run([str(part) for part in command], capture_output=True, check=True, timeout=PATIENCE, **options)
    return run.stdout.decode().splitlines()


def pairs(lines):
    """Returns the starts and ends in lines. An end that the peer does not report is a hyphen."""
    words = [line.split() for line in lines if len(line.split()) > 1]
    return [(int(start), None if end == "-" else int(end)) for start, end, *_ in words]


def ours(options):
    """Returns a function that runs ics-expand."""
    def run(path, case):
        limits = ["--from", case.start, "--to", case.end, "--time-zone", "UTC"]
        rows = [json.loads(line) for line in output([options.expand, *limits, "--format", "ndjson", path])]
        return [(seconds(row["start"]), seconds(row["end"])) for row in rows]
    return run


def libical(options):
    """Returns a function that runs the C program, after building it."""
    subprocess.run(["make", "-s", "-C", ROOT / "Benchmarks/Peers/libical"], check=True)
    program = ROOT / "Benchmarks/.build/peers/expand"
    return lambda path, case: pairs(output([program, "--list", *case.bounds, path])[:-1])


def python(options):
    """Returns a function that runs recurring-ical-events in a separate process."""
    return lambda path, case: pairs(output([sys.executable, HERE / "tricky/recurring.py", path, *case.bounds]))


def khal(options):
    """Returns a function that adds the file to a khal calendar and lists it."""
    program = pathlib.Path(sys.executable).parent / "khal"

    def run(path, case):
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            (folder / "home").mkdir()
            shutil.copy(path, folder / "home/case.ics")
            (folder / "config").write_text((HERE / "tricky/khal.conf").read_text().replace("FOLDER", str(folder)))
            environment = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME")}
            form = ["--day-format", "", "--format", "{start-long-full} {end-long-full} {all-day}"]
            lines = output([program, "-c", folder / "config", "list", *form, case.start[:10], case.end[:10]],
                           env={**os.environ, **environment})
        found = []
        for line in lines:
            start, end, *is_all_day = line.split()
            last = 86_400 if is_all_day == ["True"] or "T" not in end else 0
            found.append((seconds(start), seconds(end) + last))
        # khal lists an event once for each of its days.
        return [item for item in set(found) if item[0] < seconds(case.end)]
    return run


def program(*command):
    """Returns a function that runs a program with the file and the window as arguments."""
    return lambda path, case: pairs(output([*command, path, *case.bounds]))


def peers(options):
    """Returns the functions that answer a case, by program name."""
    found = {"swift-icalendar": ours(options), "libical": libical(options), "recurring-ical-events": python(options),
             "khal": khal(options)}
    if options.icaljs:
        found["ical.js"] = program("node", HERE / "tricky/icaljs.mjs", options.icaljs)
    if options.vobject:
        found["sabre/vobject"] = program(*options.php.split(), HERE / "tricky/vobject.php", options.vobject)
    if options.ical4j:
        found["ical4j"] = program("java", "-cp", options.ical4j, "Tricky")
    if options.icalendar_kit:
        found["icalendar-kit"] = program(options.icalendar_kit)
    if options.foundation:
        found["Foundation"] = program(options.foundation)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--expand", default=ROOT / ".build/release/ics-expand")
    parser.add_argument("--php", default="php")
    for name in ("--icaljs", "--vobject", "--ical4j", "--icalendar-kit", "--foundation", "--only"):
        parser.add_argument(name)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    counts = collections.defaultdict(collections.Counter)
    runners = peers(options)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "case.ics"
        for case in cases():
            if options.only not in (None, case.name):
                continue
            path.write_bytes(case.text.encode())
            row = []
            for name, run in runners.items():
                try:
                    found = run(path, case)
                    verdict = "correct" if case.is_answered_by(found) else "wrong"
                except subprocess.TimeoutExpired:
                    found, verdict = None, "timeout"
                except subprocess.CalledProcessError as error:
                    found, verdict = error.stderr.decode()[-200:], "crash" if error.returncode < 0 else "error"
                counts[name][case.is_documented, verdict] += 1
                row.append(f"{name} {verdict}")
                if options.verbose and verdict != "correct":
                    print(f"    {name}: {found} instead of {case.expected}")
            print(f"{case.name}: {', '.join(row)}")
    for name, count in counts.items():
        for is_documented, title in ((False, "by an RFC"), (True, "documented")):
            verdicts = {verdict: number for (kind, verdict), number in count.items() if kind == is_documented}
            print(f"{name}, {title}:", verdicts)


if __name__ == "__main__":
    main()
