#!/usr/bin/env python3
"""Shares a folder of reminders between ics-store and todoman, and checks that both see the same and can continue.

ics-store adds a recurring reminder, and the two programs take turns completing it. After each step, both must report
the same next due time. todoman treats a file with several VTODOs as read-only, which the last step checks.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install todoman
    swift build --traits CommandLine --product ics-store
    /tmp/peers/bin/python Tests/Peers/reminder_peers.py .build/debug/ics-store

It prints each check and exits with 1 at the first one that fails.
"""

import datetime
import json
import os
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TOOLS = pathlib.Path(sys.executable).parent
ROOT = pathlib.Path(tempfile.mkdtemp(prefix="reminder-peers-"))
VDIR = ROOT / "vdir"
ENVIRONMENT = dict(os.environ, HOME=str(ROOT), XDG_CONFIG_HOME=str(ROOT), XDG_STATE_HOME=str(ROOT / "state"),
                   XDG_CACHE_HOME=str(ROOT / "cache"), TZ="Europe/Berlin", LC_ALL="C.UTF-8", LANG="C.UTF-8",
                   ICS_STORE=str(VDIR))


def check(condition, text):
    print(("ok    " if condition else "WRONG ") + text, flush=True)
    if not condition:
        sys.exit(f"the folder is {VDIR}")


def store(*arguments):
    run = subprocess.run([PROGRAM, *map(str, arguments), "--yes"], capture_output=True, text=True, env=ENVIRONMENT)
    check(run.returncode == 0, f"ics-store {' '.join(map(str, arguments[:2]))} succeeds {run.stderr.strip()}")
    return run.stdout


def todoman(*arguments, succeeds=True):
    command = [TOOLS / "todo", "-c", ROOT / "todoman.py", "--porcelain", *arguments]
    run = subprocess.run([str(part) for part in command], capture_output=True, text=True, env=ENVIRONMENT)
    check((run.returncode == 0) == succeeds,
          f"todoman {arguments[0]} {'succeeds' if succeeds else 'fails'} {'' if succeeds else run.stderr.strip()}")
    return run


def theirs():
    """Returns the identifiers and due times of todoman's open reminders."""
    return [(item["id"], datetime.datetime.fromtimestamp(item["due"], datetime.timezone.utc))
            for item in json.loads(todoman("list").stdout)]


def ours(*options):
    """Returns the same for the store. Local times are in Berlin summer time."""
    found = []
    for line in store("reminders", "list", "--incomplete", "--format", "ndjson", *options).splitlines():
        item = json.loads(line)
        text = item["due"].split(" ")[0]
        zone = datetime.timezone.utc if text.endswith("Z") else datetime.timezone(datetime.timedelta(hours=2))
        due = datetime.datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=zone)
        found.append((item["id"], due.astimezone(datetime.timezone.utc)))
    return found


def agree(day, when):
    """Checks that both have one open reminder that is due at 16:00 UTC on a given day in April."""
    due = datetime.datetime(2026, 4, day, 16, tzinfo=datetime.timezone.utc)
    check([time for _, time in ours()] == [due], f"{when}: the store has it due on {due}")
    check([time for _, time in theirs()] == [due], f"{when}: todoman has it due on {due}")


def main():
    for name in ("home", "work"):
        (VDIR / name).mkdir(parents=True)
    (ROOT / "todoman.py").write_text(
        f'path = "{VDIR}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ncache_path = "{ROOT}/cache.sqlite"\n'
        'default_list = "home"\n')
    store("reminders", "add", "--title", "Water", "--due", "2026-04-02 18:00", "--repeat", "FREQ=DAILY", "--calendar",
          "home")
    agree(2, "added by the store")
    store("reminders", "complete", "--match", "Water")
    agree(3, "completed by the store")
    todoman("done", theirs()[0][0])
    agree(4, "completed by todoman")
    store("reminders", "complete", "--match", "Water")
    agree(5, "completed by the store")
    store("reminders", "complete", "--match", "Water")
    todoman("done", theirs()[0][0])
    agree(7, "completed by both")
    done = json.loads(todoman("list", "--status", "COMPLETED").stdout)
    check(len(done) == 5, "todoman lists all five completed instances")
    check(len(store("reminders", "list", "--completed").splitlines()) == 5, "the store lists all five completed instances")
    # todoman can only read a series with an override, which is how RFC 5545 represents a completed instance.
    store("reminders", "complete", "--in-series", "--match", "Water")
    todoman("done", theirs()[0][0], succeeds=False)
    check(len(ours()) == 1, "the store continues the series")


main()
