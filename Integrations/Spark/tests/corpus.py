"""Generates a corpus of calendars: many small files, one huge file, and JSON lines, each with invalid parts."""

import json
import pathlib
import random

HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//ics-spark//tests//EN\r\nX-WR-CALNAME:Club {}\r\n"
ZONE = (
    "BEGIN:VTIMEZONE\r\nTZID:Club Time\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0300\r\n"
    "TZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n"
)
TAIL = "END:VCALENDAR\r\n"
FOLDED = "\r\n ".join(["Notes about the meeting, with some more words to fill the line."] * 6)
# One rule that generates a hundred thousand rows.
FLOOD = HEAD.format("flood") + (
    "BEGIN:VEVENT\r\nUID:flood\r\nDTSTAMP:20250101T000000Z\r\nDTSTART:20260401T000000Z\r\n"
    "RRULE:FREQ=SECONDLY;COUNT=100000\r\nEND:VEVENT\r\n"
) + TAIL

# An event whose row takes 18 MB.
CROWD = HEAD.format("crowd") + (
    "BEGIN:VEVENT\r\nUID:crowd\r\nDTSTAMP:20250101T000000Z\r\nDTSTART:20260401T000000Z\r\n"
    + "".join(f"ATTENDEE;CN={'x' * 900_000}:mailto:p{n}@club.example\r\n" for n in range(20)) + "END:VEVENT\r\n"
) + TAIL


def event(number, random):
    """Returns an event of about a kilobyte. Every tenth is a series with an override."""
    day = f"{random.choice([2024, 2025, 2026, 2026])}{random.randint(1, 12):02}{random.randint(1, 28):02}"
    hour = random.randint(6, 20)
    zone = random.choice([";TZID=Europe/Berlin", ";TZID=America/New_York", ";TZID=Club Time", ""])
    uid = f"{number:09}@club.example"
    start = f"DTSTART{zone}:{day}T{hour:02}0000\r\n"
    if number % 7 == 0:
        start = f"DTSTART;VALUE=DATE:{day}\r\n"
    people = "".join(
        f"ATTENDEE;CN=Person {n};PARTSTAT=ACCEPTED:mailto:p{random.randint(1, 9999)}@club.example\r\n" for n in range(4)
    )
    common = f"LOCATION:Room {number % 50}\r\nCATEGORIES:club,weekly\r\n{people}DESCRIPTION:{FOLDED}\r\n"
    rule = f"RRULE:FREQ=WEEKLY;COUNT={random.randint(2, 9)}\r\n" if number % 10 == 0 else ""
    text = (
        f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20250101T000000Z\r\n{start}{rule}SUMMARY:Event {number}\r\n{common}"
        "END:VEVENT\r\n"
    )
    if rule and number % 7:
        text += (
            f"BEGIN:VEVENT\r\nUID:{uid}\r\nDTSTAMP:20250101T000000Z\r\nRECURRENCE-ID{zone}:{day}T{hour:02}0000\r\n"
            f"DTSTART{zone}:{day}T{hour:02}1500\r\nSUMMARY:Moved {number}\r\nEND:VEVENT\r\n"
        )
    return text


def calendar(first, count, random, name):
    return HEAD.format(name) + ZONE + "".join(event(n, random) for n in range(first, first + count)) + TAIL


def generate(folder, megabytes, seed=2026):
    """Writes the corpus, and returns the numbers of invalid files and invalid lines."""
    folder = pathlib.Path(folder)
    (folder / "calendars").mkdir(parents=True)
    rng = random.Random(seed)
    number, files, lines = 0, 0, 0
    # One fifth consists of small files, one in twenty of them invalid.
    written = 0
    while written < megabytes * 200_000:
        count = rng.randint(1, 200)
        text = calendar(number, count, rng, f"small {number}")
        if files % 20 == 19:
            text = "<html>not a calendar</html>"
        path = folder / "calendars" / f"{files % 50:02}" / f"{files:06}.ics"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, newline="")
        number, files, written = number + count, files + 1, written + len(text)
    (folder / "calendars" / "flood.ics").write_text(FLOOD, newline="")
    (folder / "calendars" / "crowd.ics").write_text(CROWD, newline="")
    # Two fifths are one huge file.
    written = 0
    with open(folder / "calendars" / "huge.ics", "w", newline="") as huge:
        huge.write(HEAD.format("huge") + ZONE)
        while written < megabytes * 400_000:
            text = event(number, rng)
            huge.write(text)
            number, written = number + 1, written + len(text)
        huge.write(TAIL)
    # Two fifths are records, one in fifty of them invalid.
    written, records = 0, 0
    with open(folder / "records.jsonl", "w") as stream:
        while written < megabytes * 400_000:
            text = calendar(number, 10, rng, "records")
            if records % 50 == 49:
                text, lines = "BEGIN:NOTHING", lines + 1
            stream.write(line := json.dumps({"key": records, "ics": text}) + "\n")
            number, records, written = number + 10, records + 1, written + len(line)
    return files // 20, lines
