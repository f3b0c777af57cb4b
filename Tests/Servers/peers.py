"""Other programs that use an account's folder: khal, vdirsyncer and todoman."""

import json
import os
import shutil
import subprocess

from scenarios import Skipped, check, settle

PROGRAMS = ("khal", "vdirsyncer", "todo")


def tool(a, *command, answers=""):
    """Runs a program with its configuration next to the store, and returns its output."""
    folder = a.folder.parent / "peers"
    environment = {
        **os.environ, "HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder),
        "XDG_CACHE_HOME": str(folder), "TZ": "Europe/Berlin", "LC_ALL": "C.UTF-8",
    }
    result = subprocess.run(command, capture_output=True, text=True, input=answers, env=environment, timeout=60)
    check(result.returncode == 0, f"{' '.join(command)}: {result.returncode}\n{result.stdout}{result.stderr}")
    return result.stdout


def configure(a):
    folder, home = a.folder.parent / "peers", a.folder / "home"
    for name in ("khal", "todoman", "vdirsyncer", "copy"):
        (folder / name).mkdir(parents=True)
    formats = "timeformat = %H:%M\ndateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M\n"
    (folder / "khal/config").write_text(
        f"[calendars]\n[[home]]\npath = {home}/*\ntype = discover\n[locale]\nlocal_timezone = Europe/Berlin\n"
        f"default_timezone = Europe/Berlin\nlongdateformat = %Y-%m-%d\nlongdatetimeformat = %Y-%m-%d %H:%M\n{formats}"
    )
    (folder / "todoman/config.py").write_text(
        f'path = "{home}/*"\ndate_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "work"\n'
    )
    (folder / "vdirsyncer/config").write_text(
        f'[general]\nstatus_path = "{folder}/status"\n[pair copy]\na = "ours"\nb = "theirs"\n'
        'collections = ["from a"]\nmetadata = ["color", "displayname"]\n'
        f'[storage ours]\ntype = "filesystem"\npath = "{home}"\nfileext = ".ics"\n'
        f'[storage theirs]\ntype = "filesystem"\npath = "{folder}/copy"\nfileext = ".ics"\n'
    )
    return folder


def peers(a, b):
    """Other programs list an account's items. Their changes go to the server, and nothing else does."""
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    if missing:
        raise Skipped(f"{' and '.join(missing)} not installed")
    folder = configure(a)
    a.add("Read by khal", "--location", "Room 5", start="2026-11-02T10:00")
    a.run("--yes", "reminders", "add", "--title", "Read by todoman", "--due", "2026-11-03", "--calendar", "home/work")
    for title in ("To be changed", "Removed by vdirsyncer"):
        a.add(title, start="2026-11-06T10:00")
    settle(a, b)
    look(a, folder)
    for store in a, b:
        lines = store.refresh()
        check(lines == [], f"reading by other programs changed something: {lines}")
    change(a, folder)
    lines = sorted(line.split(" (")[0] for line in a.refresh())
    expected = [f'work: server: {what}' for what in (
        'add "New in khal"', 'add "New in todoman"', 'change "Changed by vdirsyncer"', 'change "Read by todoman"',
        'remove "Removed by vdirsyncer"',
    )]
    check(lines == expected, f"the changes are not those of the other programs: {lines}")
    rows = settle(a, b)
    for title in ("New in khal", "Changed by vdirsyncer"):
        check(sum(title in row for row in rows) == 1, f"{title!r} is not in the other store: {rows}")
    listed = b.run("--yes", "reminders", "list", "--format", "ndjson").stdout
    check("New in todoman" in listed, f"the reminder of todoman is not in the other store: {listed}")
    look(a, folder)
    settle(a, b)
    names = {path.name for path in (a.folder / "home").rglob("*") if path.is_file() and path.suffix != ".ics"}
    check(names <= {"displayname", "color"}, f"the folder has other files: {names}")


def look(a, folder):
    listed = tool(a, "khal", "list", "--format", "{title}|{location}|{calendar}", "2026-11-01", "2026-11-30")
    check("Read by khal|Room 5|work" in listed, f"khal does not list the event: {listed}")
    check("work" in tool(a, "khal", "printcalendars").split(), "khal does not list the calendar")
    listed = tool(a, "todo", "list")
    check("Read by todoman" in listed or "New in todoman" in listed, f"todoman does not list the reminder: {listed}")
    tool(a, "vdirsyncer", "discover", answers="y\n" * 20)
    tool(a, "vdirsyncer", "sync")
    tool(a, "vdirsyncer", "metasync")
    ours, theirs = (len(list(path.rglob("*.ics"))) for path in (a.folder / "home", folder / "copy"))
    check(ours == theirs, f"vdirsyncer copied {theirs} of {ours} items")


def change(a, folder):
    tool(a, "khal", "new", "-a", "work", "2026-11-04 10:00", "11:00", "New in khal")
    tool(a, "todo", "new", "--list", "work", "--due", "2026-11-05", "New in todoman")
    reminders = json.loads(tool(a, "todo", "--porcelain", "list"))
    number = next(row["id"] for row in reminders if row["summary"] == "Read by todoman")
    tool(a, "todo", "done", str(number))
    for path in (folder / "copy").rglob("*.ics"):
        data = path.read_bytes()
        if b"SUMMARY:To be changed" in data:
            path.write_bytes(data.replace(b"SUMMARY:To be changed", b"SUMMARY:Changed by vdirsyncer"))
        elif b"SUMMARY:Removed by vdirsyncer" in data:
            path.unlink()
    tool(a, "vdirsyncer", "sync")
