#!/usr/bin/env python3
"""Reads the emails from `ics-store` with Python's email package and `icalendar`.

Stores exchange emails: invite, accept, propose, decline the proposal, move, delegate, change and cancel one
occurrence, remove an attendee, cancel. They also assign a reminder and report its progress. Each email must be
multipart/alternative with text and a calendar whose METHOD matches its Content-Type. icalendar must read it with the
same UID, and write it again.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar
    /tmp/peers/bin/python Tests/Peers/messages.py .build/debug/ics-store

It prints each failure, and then the number of emails. The exit status is 1 if anything failed, and 0 with a note if
icalendar is not installed.
"""

import email
import email.policy
import mailbox
import os
import pathlib
import subprocess
import sys
import tempfile

try:
    import icalendar
except ImportError:
    print("skipped: icalendar is not installed")
    sys.exit(0)

PROGRAM = os.path.abspath(sys.argv[1])
FAILURES = []
EXPECTED = 20


class Person:
    def __init__(self, root, address):
        self.address, self.minute = address, 0
        self.folder = pathlib.Path(root, address)
        (self.folder / "calendars/home").mkdir(parents=True)

    def run(self, *arguments, given=b""):
        environment = dict(os.environ, ICS_STORE=str(self.folder / "calendars"), ICS_STORE_ADDRESS=self.address,
                           XDG_STATE_HOME=str(self.folder / "state"), TZ="Europe/Berlin",
                           ICS_NOW=Person.next_minute())
        done = subprocess.run([PROGRAM, *arguments, "--yes"], input=given, capture_output=True, env=environment)
        if done.returncode != 0:
            FAILURES.append(f"{arguments}: {done.stderr.decode()}")
        return done.stdout

    minutes = 0

    @classmethod
    def next_minute(cls):
        cls.minutes += 1
        return f"2026-03-01T{10 + cls.minutes // 60}:{cls.minutes % 60:02}:00Z"


def mails(data):
    """Returns the emails in the output, which is a mailbox if there are several."""
    if not data.startswith(b"From "):
        return [data]
    with tempfile.NamedTemporaryFile() as file:
        file.write(data.replace(b"\r\n", b"\n"))
        file.flush()
        return [bytes(message) for message in mailbox.mbox(file.name)]


def check(data, method, uid, recipients):
    message = email.message_from_bytes(data, policy=email.policy.default)
    parts = list(message.iter_parts())
    kinds = [part.get_content_type() for part in parts]
    problems = []
    if message.get_content_type() != "multipart/alternative" or kinds != ["text/plain", "text/calendar"]:
        problems.append(f"parts {message.get_content_type()} {kinds}")
        FAILURES.append(f"{method}: {problems}")
        return
    if message.defects or any(part.defects for part in parts):
        problems.append(f"defects {message.defects} {[part.defects for part in parts]}")
    if parts[1].get_param("method") != method:
        problems.append(f"method {parts[1].get_param('method')}")
    found = [address.addr_spec for address in message["To"].addresses]
    if found != recipients:
        problems.append(f"recipients {found}")
    calendar = icalendar.Calendar.from_ical(parts[1].get_payload(decode=True))
    items = [item for item in calendar.walk() if item.name in ("VEVENT", "VTODO")]
    if str(calendar.get("METHOD")) != method or not items or any(str(item["UID"]) != uid for item in items):
        problems.append("another METHOD or UID")
    if any(item.errors for item in calendar.walk()):
        problems.append(f"errors {[item.errors for item in calendar.walk()]}")
    if icalendar.Calendar.from_ical(calendar.to_ical()) != calendar:
        problems.append("different when written again")
    if problems:
        FAILURES.append(f"{method}: {problems}")


def main():
    count = 0
    with tempfile.TemporaryDirectory() as root:
        nora, sam, eva = (Person(root, name) for name in ("nora@studio.example", "sam@client.example", "eva@client.example"))
        event = nora.run("add", "--title", "Töpfern, für alle", "--start", "2026-04-02 10:00", "--repeat", "weekly").decode()
        event = event.strip().splitlines()[-1]
        bob = Person(root, "bob@client.example")

        def send(sender, receivers, expected, *arguments):
            nonlocal count
            uid = arguments[1].split(":", 1)[1].split("/RID=")[0].replace("%40", "@")
            output = sender.run(*arguments)
            found = mails(output)
            if len(found) != len(expected):
                FAILURES.append(f"{arguments}: {len(found)} mails")
            for data, (method, recipients) in zip(found, expected):
                count += 1
                check(data, method, uid, recipients)
                for receiver in receivers:
                    if receiver.address in recipients:
                        receiver.run("process", "--to", "home", given=data)

        everyone = [nora, sam, eva, bob]
        send(nora, everyone, [("REQUEST", [sam.address])], "invite", event, "Søren Reed <sam@client.example>")
        send(sam, everyone, [("REPLY", [nora.address])], "accept", event, "--comment", "Gern, bis dann")
        send(sam, everyone, [("COUNTER", [nora.address])], "counter", event, "--set", "start=2026-04-02 14:00")
        send(nora, everyone, [("DECLINECOUNTER", [sam.address])], "counter", event, "--decline", sam.address)
        send(nora, everyone, [("REQUEST", [sam.address])], "invite", event, "--set", "location=Room 5")
        send(sam, everyone, [("REFRESH", [nora.address])], "invite", event, "--request-update")
        send(sam, everyone, [("REPLY", [nora.address]), ("REQUEST", [eva.address])], "delegate", event, eva.address)
        send(eva, everyone, [("REPLY", [nora.address, sam.address])], "tentative", event)
        guests = [sam.address, eva.address]
        second, third = (f"{event}/RID=202604{day}T080000Z" for day in ("09", "16"))
        send(nora, everyone, [("REQUEST", guests)], "invite", second, "--set", "start=2026-04-09 12:00")
        send(eva, everyone, [("REPLY", [nora.address, sam.address])], "decline", second)
        send(nora, everyone, [("CANCEL", guests)], "invite", third, "--cancel")
        send(nora, everyone, [("REQUEST", [bob.address])], "invite", event, bob.address)
        send(nora, everyone, [("CANCEL", [bob.address]), ("REQUEST", guests)], "invite", event, "--remove", bob.address)
        send(nora, everyone, [("CANCEL", guests)], "invite", event, "--cancel")
        task = nora.run("reminders", "add", "--title", "Bericht", "--due", "2026-04-03 12:00").decode().strip().splitlines()[-1]
        send(nora, everyone, [("REQUEST", [sam.address])], "invite", task, sam.address)
        for progress in (["--progress", "40"], ["--progress", "100"]):
            send(sam, everyone, [("REPLY", [nora.address])], "accept", task, *progress)
        send(nora, everyone, [("CANCEL", [sam.address])], "invite", task, "--cancel")
    for failure in FAILURES:
        print(failure)
    print(f"{count} mails, {len(FAILURES)} failures")
    return 1 if FAILURES or count != EXPECTED else 0


if __name__ == "__main__":
    sys.exit(main())
