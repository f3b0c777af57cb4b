#!/usr/bin/env python3
"""Shares calendar folders between the store, khal, vdirsyncer and Python's icalendar, and compares what they see.

khal and vdirsyncer create the calendars, the store edits them with all spans, and khal and icalendar read the result
back. Files that were not edited must keep their bytes. Then the other programs write while the store is open, and the
store must report each change within 200 ms.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar khal vdirsyncer
    swift build --product store-process
    /tmp/peers/bin/python Tests/Peers/store_peers.py .build/debug/store-process

It prints each check. The exit status is 1 if any of them fails.
"""

import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

import icalendar

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TOOLS = pathlib.Path(sys.executable).parent
ROOT = pathlib.Path(tempfile.mkdtemp(prefix="store-peers-"))
VDIR, REMOTE = ROOT / "vdir", ROOT / "remote"
LATEST_NOTICE = 0.2
failures = []


def check(condition, text):
    print(("ok    " if condition else "WRONG ") + text, flush=True)
    if not condition:
        failures.append(text)


def run(*arguments, **options):
    environment = dict(os.environ, HOME=str(ROOT), XDG_CONFIG_HOME=str(ROOT), XDG_DATA_HOME=str(ROOT / "data"),
                       XDG_CACHE_HOME=str(ROOT / "cache"), TZ="Europe/Berlin", LC_ALL="C.UTF-8", LANG="C.UTF-8")
    result = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, env=environment, **options)
    if result.returncode != 0:
        check(False, f"{' '.join(map(str, arguments[:3]))} ended with {result.returncode}: {result.stderr[-600:]}")
    return result


def khal(*arguments):
    result = run(TOOLS / "khal", "-c", ROOT / "khal.conf", *arguments)
    complaints = [line for line in result.stderr.splitlines() if line.strip()]
    check(not complaints, f"khal {arguments[0]} prints no errors {complaints[:3] or ''}")
    return result.stdout


def sync():
    run(TOOLS / "vdirsyncer", "-c", ROOT / "vdirsyncer.conf", "sync")


def store(*arguments):
    return run(PROGRAM, arguments[0], VDIR, *arguments[1:]).stdout.splitlines()


def seen_by_khal(start, end):
    lines = khal("list", "--format", "{start-date} {start-time}|{calendar}|{title}", "--day-format", "", "--notstarted",
                 start, end).splitlines()
    return sorted(line.strip() for line in lines if "|" in line)


def seen_by_store(start, end):
    """Returns the events in khal's format. The store prints starts in UTC."""
    found = []
    for line in store("events", start, end):
        begin, calendar, uid, summary = line.split("\t")
        moment = time.strptime(begin, "%Y-%m-%dT%H:%M:%SZ")
        local = time.localtime(__import__("calendar").timegm(moment))
        found.append(f"{time.strftime('%Y-%m-%d %H:%M', local)}|{calendar}|{summary}")
    return sorted(found)


def agree(when):
    ours, theirs = seen_by_store("2026-04-01", "2026-06-01"), seen_by_khal("2026-04-01", "2026-06-01")
    check(ours == theirs, f"{when}: the store and khal see the same {len(ours)} occurrences")
    for line in sorted(set(ours) ^ set(theirs)):
        print("      ", "store:" if line in ours else "khal: ", line)
    return ours


def digests(folder=VDIR):
    return {str(p.relative_to(folder)): hashlib.sha256(p.read_bytes()).hexdigest()
            for p in sorted(folder.rglob("*")) if p.is_file() and ".ics-store" not in p.parts}


def items(folder):
    """Returns the digests of items by folder and UID, because vdirsyncer chooses its own file names."""
    found = {}
    for path in folder.glob("[!.]*/[!.]*.ics"):
        data = path.read_bytes()
        uids = {str(item["UID"]) for item in icalendar.Calendar.from_ical(data).walk("VEVENT")}
        found[f"{path.parent.name}:{' '.join(sorted(uids))}"] = hashlib.sha256(data).hexdigest()
    return found


def read_back(when):
    """Reads every file strictly: icalendar must not fail or record an error in any component."""
    count = 0
    for path in sorted(VDIR.rglob("*.ics")):
        if any(part.startswith(".") for part in path.relative_to(VDIR).parts):
            continue
        calendar = icalendar.Calendar.from_ical(path.read_bytes())
        errors = [error for component in calendar.walk() for error in component.errors]
        if errors:
            check(False, f"{when}: icalendar says of {path.name}: {errors}")
        uids = {str(e["UID"]) for e in calendar.walk("VEVENT")}
        if len(uids) != 1:
            check(False, f"{when}: {path.name} has the items {uids}")
        count += 1
    check(True, f"{when}: icalendar reads {count} files")


def event(uid, summary, start, more=""):
    return (f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//remote\r\nBEGIN:VEVENT\r\nUID:{uid}\r\n"
            f"DTSTAMP:20260101T000000Z\r\nDTSTART:{start}\r\nDURATION:PT1H\r\nSUMMARY:{summary}\r\n{more}"
            "END:VEVENT\r\nEND:VCALENDAR\r\n").encode()


def prepare():
    for folder in (VDIR / "home", VDIR / "work", REMOTE / "home", REMOTE / "work"):
        folder.mkdir(parents=True)
    (VDIR / "home/displayname").write_text("Home")
    (VDIR / "home/color").write_text("#33aa55\n")
    (ROOT / "khal.conf").write_text(f"""
[calendars]
[[home]]
path = {VDIR}/home
[[work]]
path = {VDIR}/work
[sqlite]
path = {ROOT}/khal.db
[locale]
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
""")
    (ROOT / "vdirsyncer.conf").write_text(f"""
[general]
status_path = "{ROOT}/status"
[pair all]
a = "ours"
b = "theirs"
collections = ["home", "work"]
conflict_resolution = "b wins"
metadata = ["color", "displayname"]
[storage ours]
type = "filesystem"
path = "{VDIR}"
fileext = ".ics"
[storage theirs]
type = "filesystem"
path = "{REMOTE}"
fileext = ".ics"
""")


def uid_of(summary):
    for path in VDIR.rglob("*.ics"):
        for item in icalendar.Calendar.from_ical(path.read_bytes()).walk("VEVENT"):
            if str(item["SUMMARY"]) == summary:
                return str(item["UID"]), path
    raise SystemExit(f"no event is called {summary}")


def edit():
    before = digests()
    lesson, lesson_path = uid_of("Lesson")
    club, club_path = uid_of("Club")
    choir, choir_path = uid_of("Choir")
    trip, trip_path = uid_of("Trip")
    store("new", "work", "from-store@example", "From the store", "2026-04-07 15:00", "Europe/Berlin")
    store("new", "home", "series@example", "Series", "2026-04-08 15:00", "Europe/Berlin", "5")
    store("set", "home", lesson, "2026-04-13", "this", "Lesson, moved here")
    store("delete", "home", lesson, "2026-04-20", "this")
    store("set", "work", club, "2026-04-21", "future", "Club, from now on")
    store("delete", "home", choir, "2026-04-23", "future")
    store("set", "home", "series@example", "2026-04-15", "all", "Series, another name")
    store("delete", "work", trip, "2026-04-03", "all")
    after = digests()
    touched = {str(p.relative_to(VDIR)) for p in (lesson_path, club_path, choir_path, trip_path)}
    same = [name for name in before if name not in touched]
    check(all(after.get(name) == before[name] for name in same), f"{len(same)} untouched files are unchanged")
    check(all(after.get(name) != before[name] for name in touched), "the edited files have changed")
    check(str(trip_path.relative_to(VDIR)) not in after, "the removed event's file is deleted")


class Watching:
    """The changes reported by the store, each with its time."""

    def __init__(self):
        self.process = subprocess.Popen([PROGRAM, "changes", str(VDIR)], stdout=subprocess.PIPE, text=True)
        self.lines = []
        assert self.process.stdout.readline().strip() == "watching"
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n").split(" "))

    def expect(self, what, path, name):
        """Waits for a change such as `+home:uid`, and checks that it was reported soon after the path last changed."""
        deadline = time.monotonic() + 3
        sign, item = name[0], name[1:]
        place = {"+": 1, "~": 2, "-": 3}[sign]
        while time.monotonic() < deadline:
            for line in self.lines:
                named = line[place][1:].split(",")
                if item in named and line[0] == "foreign":
                    line[place] = sign + ",".join(name for name in named if name != item)
                    changed = path.stat().st_ctime
                    wait = int(line[-1]) / 1e9 - changed
                    check(wait < LATEST_NOTICE, f"{what} is reported after {wait * 1000:.0f} ms")
                    return
            time.sleep(0.01)
        check(False, f"{what} is reported; found {self.lines}")

    def end(self):
        self.process.kill()
        self.process.wait()


def escaped(text):
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_.~") else "".join(f"%{b:02X}" for b in c.encode())
                   for c in text)


def watch():
    watching = Watching()
    khal("new", "-a", "home", "2026-04-24 09:00", "10:00", "While watched")
    uid, path = uid_of("While watched")
    watching.expect("what khal adds", path, f"+home:{escaped(uid)}")
    (REMOTE / "work/remote.ics").write_bytes(event("remote@example", "Remote, edited", "20260409T080000Z"))
    (REMOTE / "home/late.ics").write_bytes(event("late@example", "Late", "20260410T080000Z"))
    sync()
    watching.expect("what vdirsyncer changes", uid_of("Remote, edited")[1], "~work:remote%40example")
    watching.expect("what vdirsyncer adds", uid_of("Late")[1], "+home:late%40example")
    (REMOTE / "home/late.ics").unlink()
    sync()
    watching.expect("what vdirsyncer removes", VDIR / "home", "-home:late%40example")
    imported = ROOT / "import.ics"
    imported.write_bytes(event("imported@example", "Imported", "20260411T080000Z"))
    khal("import", "--batch", "-a", "work", imported)
    uid, path = uid_of("Imported")
    watching.expect("what khal imports", path, f"+work:{escaped(uid)}")
    watching.end()


def main():
    os.environ["TZ"] = "Europe/Berlin"
    time.tzset()
    prepare()
    khal("new", "-a", "home", "2026-04-02 10:00", "11:00", "Meeting", "::", "with ä, ö, and a comma; and more")
    khal("new", "-a", "home", "--repeat", "weekly", "--until", "2026-05-31", "2026-04-06 09:30", "10:30", "Lesson")
    khal("new", "-a", "work", "--repeat", "weekly", "2026-04-07 18:00", "19:00", "Club")
    khal("new", "-a", "home", "--repeat", "weekly", "2026-04-02 19:00", "20:00", "Choir")
    khal("new", "-a", "work", "2026-04-03 07:00", "08:00", "Trip")
    (REMOTE / "work/remote.ics").write_bytes(
        event("remote@example", "Remote", "20260409T080000Z", "X-OTHER;X-P=1:kept as it is\r\nCATEGORIES:a,b\r\n"))
    run(TOOLS / "vdirsyncer", "-c", ROOT / "vdirsyncer.conf", "discover", input="y\n" * 9)
    sync()
    before = digests()
    check(len([name for name in before if name.endswith(".ics")]) == 6, "khal and vdirsyncer created six events")
    agree("before")
    check(digests() == before, "reading changes nothing")
    edit()
    agree("after editing")
    read_back("after editing")
    sync()
    ours, theirs = items(VDIR), items(REMOTE)
    check(ours == theirs, f"vdirsyncer copies all {len(ours)} items to the remote")
    for uid in sorted(set(ours) ^ set(theirs)):
        print("      ", uid, "only in the store" if uid in ours else "only in the remote")
    watch()
    agree("after the others wrote")
    read_back("after the others wrote")
    print(f"{len(failures)} checks failed; the folders are in {ROOT}")
    sys.exit(1 if failures else 0)


main()
