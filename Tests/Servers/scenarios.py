"""Scenarios with two stores, `a` and `b`, that have the same account on a server.

Every scenario ends with a round that changes nothing, and with the same events in both stores.
"""

import json
import os
import random
import shutil
import subprocess
import time
from pathlib import Path
from urllib.parse import quote


class Store:
    """A store with one account, like one of a user's computers."""

    def __init__(self, program, folder, server, user="u"):
        self.program, self.folder, self.server, self.user = program, Path(folder), server, user
        self.folder.mkdir()

    @property
    def environment(self):
        return {**os.environ, "ICS_STORE": str(self.folder), "XDG_STATE_HOME": str(self.folder) + ".state"}

    def start(self, *arguments):
        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        return subprocess.Popen([self.program, *arguments], env=self.environment, **quiet)

    def run(self, *arguments, status=0, input=""):
        result = subprocess.run(
            [self.program, *arguments], capture_output=True, text=True, timeout=120, input=input, env=self.environment,
        )
        if status is not None and result.returncode != status:
            raise AssertionError(
                f"{' '.join(arguments)}: exit {result.returncode} for {status}\n{result.stdout}{result.stderr}"
            )
        return result

    def add_account(self, address=None):
        home = self.server.home.replace("/u/", f"/{self.user}/")
        address = address or f"http://127.0.0.1:{self.server.port}{home}"
        return self.run(
            "accounts", "add", "home", address, "--user", self.user, "--password-command", "echo p", "--yes"
        )

    def refresh(self, *options, status=0):
        return self.run("refresh", "--yes", *options, status=status).stdout.splitlines()

    def events(self, begin="2026-01-01", end="2027-01-01"):
        lines = self.run("--yes", "events", "--from", begin, "--to", end, "--time-zone", "UTC", "--format", "ndjson").stdout
        keys = ("uid", "summary", "start", "end", "location", "allDay", "status", "recurrenceID")
        rows = [json.loads(line) for line in lines.splitlines()]
        return sorted(json.dumps({key: row.get(key) for key in keys}, sort_keys=True) for row in rows)

    def calendars(self):
        """Returns each calendar's title, color, and whether it can be changed, by folder."""
        lines = self.run("--yes", "calendars", "--format", "ndjson").stdout.splitlines()
        return {row["id"]: (row["title"], row.get("color"), row["writable"]) for row in map(json.loads, lines)}

    def add(self, title, *options, calendar="home/work", start="2026-04-01T10:00"):
        result = self.run(
            "--yes", "add", "--title", title, "--start", start, "--calendar", calendar, "--time-zone", "Europe/Berlin",
            *options,
        )
        return result.stdout.strip()

    def edit(self, identifier, *changes, span=None):
        sets = [word for change in changes for word in ("--set", change)]
        spans = ["--span", span] if span else []
        return self.run("--yes", "edit", identifier, *spans, *sets).stdout.strip()


class Skipped(Exception):
    """The server does not support what a scenario needs."""


def check(condition, words):
    if not condition:
        raise AssertionError(words)


def settle(*stores):
    """Refreshes until both stores are up to date. Another round must do nothing."""
    for _ in range(2):
        for store in stores:
            store.refresh()
    for store in stores:
        lines = store.refresh()
        check(lines == [], f"a further round of {store.folder.name} is not empty: {lines}")
    first, *others = [store.events() for store in stores]
    for other in others:
        check(first == other, "the stores differ:\n" + "\n".join(sorted(set(first) ^ set(other))))
    return first


def no_calendars(a, b):
    """An account without calendars is reported as such."""
    if a.server.titles():
        raise Skipped("a new account has calendars")
    lines = a.run("--yes", "accounts", "check", "home").stdout
    check("no calendars yet" in lines and "changes:" not in lines, f"`accounts check` says {lines!r}")


def calendars(a, b):
    """A calendar created locally appears on the server and on the other computer."""
    (a.folder / "home/work").mkdir(parents=True)
    settle(a, b)
    check((b.folder / "home").is_dir(), "the account has no folder")
    names = [path.name for path in (b.folder / "home").iterdir() if path.is_dir()]
    check("work" in names, f"no calendar 'work' among {names}")
    titles = sorted(title for title, _, _ in b.calendars().values())
    check(titles == b.server.titles(), f"the calendars are {titles}, but {b.server.titles()} on the server")


def both_ways(a, b):
    first = a.add("Stand-up", "--location", "Room 1")
    rows = settle(a, b)
    check(any("Stand-up" in row for row in rows), "the event did not arrive")
    a.edit(first, "title=Daily stand-up")
    b.edit(first, "location=Room 2")
    rows = settle(a, b)
    check(any("Daily stand-up" in row and "Room 2" in row for row in rows), "the two edits are not combined")


def dry_run(a, b):
    a.add("Planned", start="2026-05-01T10:00")
    before = [path.read_bytes() for path in sorted((a.folder / "home").rglob("*.ics"))]
    plan = a.refresh("--dry-run")
    check(any("Planned" in line for line in plan), f"the plan does not name the event: {plan}")
    check(b.refresh() == [], "a dry run wrote to the server")
    check(before == [path.read_bytes() for path in sorted((a.folder / "home").rglob("*.ics"))], "a dry run wrote to the store")
    done = a.refresh()
    check(plan == done, f"the plan was not carried out as printed:\n{plan}\n{done}")
    settle(a, b)


def series(a, b):
    series = a.add("Lesson", "--repeat", "FREQ=WEEKLY;COUNT=6", start="2026-06-01T09:00")
    settle(a, b)
    b.edit(f"{series}/RID=20260608T070000Z", "title=Lesson with guests", span="this")
    settle(a, b)
    a.edit(f"{series}/RID=20260622T070000Z", "location=Hall", span="future")
    rows = settle(a, b)
    check(any("Lesson with guests" in row for row in rows), "the changed occurrence is missing")
    check(sum("Hall" in row for row in rows) == 3, "the later occurrences have no location")


def all_day_and_reminders(a, b):
    a.add("Holiday", start="2026-07-01")
    a.run("--yes", "reminders", "add", "--title", "Buy milk", "--due", "2026-07-02", "--calendar", "home/work")
    rows = settle(a, b)
    check(any("Holiday" in row and '"allDay": true' in row for row in rows), "the day did not arrive")
    listed = b.run("--yes", "reminders", "list").stdout
    check("Buy milk" in listed, "the reminder did not arrive")


def conflict(a, b):
    event = a.add("Review", start="2026-08-03T10:00")
    settle(a, b)
    a.edit(event, "title=Review with Ana")
    b.edit(event, "title=Review with Bo")
    a.refresh()
    lines = b.refresh(status=1)
    check(any("conflict" in line for line in lines), f"no conflict: {lines}")
    listed = b.run("conflicts").stdout
    check("Review with Ana" in listed and "Review with Bo" in listed, f"the conflict is not described: {listed}")
    b.run("conflicts", "--take", "here", "--yes")
    b.refresh()
    rows = settle(a, b)
    check(any("Review with Bo" in row for row in rows), "the decision was not applied")
    check(not any("Review with Ana" in row for row in rows), "both versions still exist")


def removal(a, b):
    event = a.add("Short-lived", start="2026-09-01T10:00")
    settle(a, b)
    b.run("--yes", "remove", event)
    rows = settle(a, b)
    check(not any("Short-lived" in row for row in rows), "the removed event is still there")


def move(a, b):
    (a.folder / "home/private").mkdir()
    event = a.add("Moved", start="2026-09-02T10:00")
    settle(a, b)
    a.run("--yes", "move", event, "--to", "home/private")
    rows = settle(a, b)
    check(sum("Moved" in row for row in rows) == 1, "the event is not in exactly one calendar")
    check("home/private" in b.run("--yes", "events", "--from", "2026-09-02", "--to", "2026-09-03", "--format", "ndjson").stdout,
          "the event is in another calendar")


def move_files(a, b):
    """Files that move between folders also move on the server, and back. An edit made during the move is kept."""
    for number in range(3):
        (a.folder / f"home/work/moving-{number}.ics").write_bytes(item(f"moving-{number}", f"SUMMARY:Moving {number}").encode())
    settle(a, b)
    for store, source, target, word in ((a, "work", "private", "there"), (b, "private", "work", "back")):
        for file in (store.folder / f"home/{source}").glob("*.ics"):
            data = file.read_bytes()
            if b"SUMMARY:Moving" not in data:
                continue
            new = store.folder / f"home/{target}/{file.name}"
            file.rename(new)
            if b"UID:moving-2" in data:
                new.write_bytes(data.replace(b"SUMMARY:Moving", f"SUMMARY:Moving {word}".encode()))
        rows = settle(a, b)
        titles = sorted(title for title in (json.loads(row)["summary"] for row in rows) if title.startswith("Moving"))
        check(len(titles) == 3 and any(f"Moving {word}" in title for title in titles), f"after the way {word}: {titles}")
        for name, count in ((source, 0), (target, 3)):
            path = a.server.calendar(name)
            listed = [address for address in a.server.properties(path, "{DAV:}getetag") if address != path]
            there = [address for address in listed if "UID:moving-" in a.server.request("GET", address)]
            check(len(there) == count, f"{name} has {len(there)} of the items on the server instead of {count}")


def calendar_removal(a, b):
    shutil.rmtree(a.folder / "home/private")
    settle(a, b)
    check(not (b.folder / "home/private").exists(), "the removed calendar is still there")


def look_here(a, b):
    """A calendar renamed and recolored locally changes on the server and on the other computer."""
    path = a.server.calendar("work")
    (a.folder / "home/work/displayname").write_text("Work & Bücher <1>\n")
    (a.folder / "home/work/color").write_text("#12ab34\n")
    settle(a, b)
    color = a.server.calendar_color(path)
    check(color is not None and color.upper()[:7] == "#12AB34", f"the color on the server is {color}")
    for store in a, b:
        check(store.calendars()["home/work"] == ("Work & Bücher <1>", "#12AB34", True), f"{store.calendars()}")


def look_there(a, b):
    """A calendar that another program renames and recolors on the server also changes locally."""
    listed = a.server.properties(a.server.home, "{DAV:}displayname")
    path = next(path for path, (name,) in listed.items() if name and name.startswith("Work &"))
    a.server.change(path, "Arbeit &amp; Spaß", "#FF8800FF")
    settle(a, b)
    for store in a, b:
        check(store.calendars()["home/work"] == ("Arbeit & Spaß", "#FF8800", True), f"{store.calendars()}")
    # Both sides change: the name comes from the server, and the color is still the local one.
    a.server.change(path, "work", "#FF8800FF")
    (a.folder / "home/work/displayname").write_text("Job\n")
    (b.folder / "home/work/color").write_text("#0000ff\n")
    settle(a, b)
    for store in a, b:
        check(store.calendars()["home/work"] == ("work", "#0000FF", True), f"{store.calendars()}")


def read_only(a, b):
    """The items in a calendar protected by the server cannot be changed, and changes to files stay local."""
    if not a.server.add_read_only("fixed", item("fixed", "SUMMARY:Fixed")):
        raise Skipped("the server has no simple command for it")
    settle(a, b)
    folder = next((folder for folder, (_, _, writable) in a.calendars().items() if not writable), None)
    check(folder, f"no calendar is read-only: {a.calendars()}")
    refused = a.run(
        "--yes", "add", "--title", "Refused", "--start", "2026-10-02T10:00", "--calendar", folder, status=None
    )
    check(refused.returncode == 1, f"an event was added: {refused.stdout}{refused.stderr}")
    file = next((a.folder / folder).glob("*.ics"))
    original = file.read_bytes()
    file.write_bytes(original.replace(b"SUMMARY:Fixed", b"SUMMARY:Not fixed"))
    lines = a.refresh(status=1)
    check(any("read-only" in line and "kept here only" in line for line in lines), f"the change is not explained: {lines}")
    file.write_bytes(original)
    settle(a, b)


def odd_names(a, b):
    """Items with unusual UIDs locally and unusual addresses on the server can be edited and removed on both sides."""
    before = settle(a, b)
    uids = ["a b@example.com", "c/d:e", "50%", "100%25", "ü\u0308+\u65e5", "{f&g}", "..", "x" * 200]
    for number, uid in enumerate(uids):
        (a.folder / f"home/work/odd-{number}.ics").write_bytes(item(uid, f"SUMMARY:Odd {number}").encode())
    path = a.server.calendar("work")
    names = ["p q.ics", "r@s+t.ics", "ü.ics", "v%25.ics"] + ["no suffix"] * a.server.takes_all_names
    for number, name in enumerate(names):
        a.server.request(
            "PUT", path + quote(name, safe="@+(),%"), item(f"there-{number}", f"SUMMARY:There {number}"),
            Content_Type="text/calendar; charset=utf-8",
        )
    titles = [f"Odd {number}" for number in range(len(uids))] + [f"There {number}" for number in range(len(names))]
    check_titles(settle(a, b), before, titles)
    for store, word in ((b, "edited "), (a, "again ")):
        for file in (store.folder / "home/work").glob("*.ics"):
            data = file.read_bytes()
            if b"Odd " in data or b"There " in data:
                file.write_bytes(data.replace(b"SUMMARY:", f"SUMMARY:{word}".encode()))
        titles = [f"{word}{title}" for title in titles]
        check_titles(settle(a, b), before, titles)
    for file in (b.folder / "home/work").glob("*.ics"):
        if b"SUMMARY:again edited" in file.read_bytes():
            file.unlink()
    check_titles(settle(a, b), before, [])


def check_titles(rows, before, titles):
    found = sorted(json.loads(row)["summary"] for row in set(rows) - set(before))
    check(found == sorted(titles), f"the events are {found}")


def taken_address(a, b):
    """A new calendar gets an address even if a renamed calendar already has the one derived from its name."""
    (a.folder / "home/work/displayname").write_text("Before\n")
    settle(a, b)
    (a.folder / "home/second").mkdir()
    (a.folder / "home/second/displayname").write_text("work\n")
    try:
        settle(a, b)
        check(a.server.titles().count("work") == 1, f"the calendars on the server are {a.server.titles()}")
    finally:
        shutil.rmtree(a.folder / "home/second")
        (a.folder / "home/work/displayname").write_text("work\n")
    settle(a, b)


def rewriting(a, b):
    """Items rewritten by the server are not sent again, and the next round does nothing."""
    for number, lines in enumerate((
        "SUMMARY:Folded\nDESCRIPTION:" + "ä long line\\, " * 12,
        "summary;language=en:lower case\nx-own;X-P=\"a;b\":kept\nCATEGORIES:b,a\nPRIORITY:0",
        "SUMMARY:Invitation\nORGANIZER;CN=U:mailto:u@example.com\nATTENDEE;PARTSTAT=ACCEPTED:mailto:u@example.com\n"
        "ATTENDEE;RSVP=TRUE:mailto:v@example.net",
        "SUMMARY:Alarm\nBEGIN:VALARM\nTRIGGER:-PT15M\nACTION:DISPLAY\nDESCRIPTION:Alarm\nEND:VALARM",
    )):
        (a.folder / f"home/work/rewriting-{number}.ics").write_bytes(item(f"rewriting-{number}", lines).encode())
    for _ in range(2):
        a.refresh()
        b.refresh()
    before = contents(a, b)
    for store in a, b:
        lines = store.refresh()
        check(lines == [], f"round 3 of {store.folder.name} is not empty: {lines}")
    check(contents(a, b) == before, "round 3 wrote")
    check(len(a.refresh("--full")) == len(b.refresh("--full")) == 0, "a full comparison finds differences")
    check(contents(a, b) == before, "a full comparison wrote")
    settle(a, b)


def kills(a, b):
    """Killing a program never loses or duplicates items, and asks no questions. KILLS is the number of kills (10)."""
    chance = random.Random(1)
    path = a.server.calendar("work")
    titles = {}
    seconds = 0.2
    for number in range(int(os.environ.get("KILLS", "10"))):
        store = chance.choice((a, b))
        # Each item is edited by one store only, so no change conflicts.
        uid = f"killed-{store.folder.name}-{chance.randrange(12)}"
        titles[uid] = f"Killed {number}"
        path_here = store.folder / f"home/work/{uid}.ics"
        path_here.with_suffix(".tmp").write_bytes(item(uid, f"SUMMARY:{titles[uid]}\nSEQUENCE:{number}").encode())
        path_here.with_suffix(".tmp").rename(path_here)
        if number % 3 == 0:
            uid = f"killed-there-{chance.randrange(6)}"
            titles[uid] = f"There {number}"
            put = lambda: a.server.request(
                "PUT", path + uid + ".ics", item(uid, f"SUMMARY:{titles[uid]}\nSEQUENCE:{number}"),
                Content_Type="text/calendar; charset=utf-8",
            )
            try:
                put()
            except AssertionError as error:
                # The server is still processing a request from the killed process.
                check(": 423" in str(error), str(error))
                time.sleep(1)
                put()
        begun = time.monotonic()
        process = store.start("refresh", "--yes")
        try:
            process.wait(timeout=chance.uniform(0, seconds))
            # Later processes are killed before they finish, even on a fast machine.
            seconds = time.monotonic() - begun
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            seconds *= 1.02
    rows = settle(a, b)
    found = sorted((row["uid"], row["summary"]) for row in map(json.loads, rows) if row["uid"] in titles)
    check(found == sorted(titles.items()), f"the events are {found} instead of {sorted(titles.items())}")
    addresses = [address for address, (tag,) in a.server.properties(path, "{DAV:}getetag").items() if address != path]
    there = [address for address in addresses if "UID:killed-" in a.server.request("GET", address)]
    check(len(there) == len(titles), f"the server has {len(there)} items instead of {len(titles)}")
    check(a.run("conflicts").stdout == "", "a kill caused a conflict")


def item(uid, lines):
    text = (
        f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//Example//EN\nBEGIN:VEVENT\nUID:{uid}\nDTSTAMP:20260101T000000Z\n"
        f"DTSTART:20261001T080000Z\nDTEND:20261001T090000Z\n{lines}\nEND:VEVENT\nEND:VCALENDAR\n"
    )
    return text.replace("\n", "\r\n")


def contents(a, b):
    """Returns the state of all files, and of all items on the server."""
    files = {
        str(path): (path.stat().st_mtime_ns, path.stat().st_ino)
        for store in (a, b) for path in (store.folder / "home").rglob("*.ics")
    }
    path = a.server.calendar("work")
    return files, a.server.properties(path, "{DAV:}getetag", "{http://calendarserver.org/ns/}getctag")


SCENARIOS = [
    no_calendars, calendars, both_ways, dry_run, series, all_day_and_reminders, conflict, removal, move, move_files, calendar_removal, look_here,
    look_there, odd_names, taken_address, read_only, rewriting, kills,
]
