#!/usr/bin/env python3
"""Creates the fuzzing seeds: seeds.py FOLDER [MORE CALENDARS...] writes a folder of seeds for each target.

They come from Corpus, the server responses in the tests, the system's time zone database, and a generator with a fixed
seed.
"""
import hashlib
import json
import pathlib
import random
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LARGEST = 8192


def put(folder, target, data):
    place = folder / target
    place.mkdir(parents=True, exist_ok=True)
    (place / hashlib.sha1(data).hexdigest()).write_bytes(data)


def jcal(text):
    """Returns a calendar as approximate jCal. Types are inferred from the values."""
    lines = [line for line in re.sub(r"\r?\n[ \t]", "", text).splitlines() if ":" in line]
    open_components, done = [["", [], []]], []
    for line in lines:
        head, value = line.split(":", 1)
        name, *parameters = head.split(";")
        if name.upper() == "BEGIN":
            open_components.append([value.lower(), [], []])
        elif name.upper() == "END":
            if len(open_components) > 1:
                component = open_components.pop()
                open_components[-1][2].append(component)
        else:
            pairs = dict(part.split("=", 1) for part in parameters if "=" in part)
            pairs = {key.lower(): words for key, words in pairs.items() if key.upper() != "VALUE"}
            if name.upper() == "RRULE":
                parts = dict(part.split("=", 1) for part in value.split(";") if "=" in part)
                row = ["rrule", pairs, "recur", {key.lower(): words for key, words in parts.items()}]
            elif match := re.fullmatch(r"(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)", value):
                row = [name.lower(), pairs, "date-time", "%s-%s-%sT%s:%s:%s%s" % match.groups()]
            elif match := re.fullmatch(r"(\d{4})(\d\d)(\d\d)", value):
                row = [name.lower(), pairs, "date", "-".join(match.groups())]
            elif re.fullmatch(r"[+-]?P[0-9WDTHMS]+", value):
                row = [name.lower(), pairs, "duration", value]
            else:
                row = [name.lower(), pairs, "text", value]
            open_components[-1][1].append(row)
    done = open_components[0][2]
    return json.dumps(done[0] if len(done) == 1 else done).encode()


def main(folder, more):
    numbers = random.Random(5545)
    paths = sorted(ROOT.glob("Corpus/**/*.ics"))
    for place in more:
        paths += sorted(pathlib.Path(place).glob("**/*.ics"))
    rules = set()
    for path in paths:
        data = path.read_bytes()
        text = data.decode("utf-8", "replace")
        rules.update(re.findall(r"RRULE:([^\r\n]{6,150})", text))
        if len(data) > LARGEST:
            continue
        for target in ("reading", "writing", "exchange"):
            put(folder, target, data)
        put(folder, "exchange", jcal(text))
        for zone in re.findall(r"BEGIN:VTIMEZONE\r?\n(.*?)END:VTIMEZONE", text, re.DOTALL):
            put(folder, "zones", b"\xff" + zone.encode())
    for path in sorted(ROOT.glob("Corpus/rules/*")):
        rules.update(re.findall(r"FREQ=[A-Z0-9=;,+:-]+", path.read_text()))
    for rule in sorted(rules):
        put(folder, "rules", numbers.randbytes(4) + rule.encode())
    database = pathlib.Path("/usr/share/zoneinfo")
    for name in ("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "Asia/Gaza",
                 "Pacific/Apia", "Asia/Kolkata", "America/Godthab", "Africa/Monrovia"):
        if (database / name).is_file():
            put(folder, "zones", b"\x00" + (database / name).read_bytes())
    answers = (ROOT / "Tests/CalDAVTests/Support/ServerAnswers.swift").read_text().replace("\\\n", "")
    for text in re.findall(r'"""\n(.*?)"""', answers, re.DOTALL):
        lines = "\n".join(line.strip() for line in text.splitlines())
        put(folder, "answers", numbers.randbytes(1) + lines.encode())
    for _ in range(300):
        for target in ("calendars", "wild"):
            put(folder, target, numbers.randbytes(numbers.choice((20, 80, 200, 500, 1200))))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]), sys.argv[2:])
