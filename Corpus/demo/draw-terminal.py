#!/usr/bin/env python3
"""Draws agenda.svg, the terminal that the README shows, from what ics-store prints.

    draw-terminal.py [ICS-STORE]    ICS-STORE defaults to .build/release/ics-store

The calendars are made here, and the present is fixed, so that each run draws the same.
"""

import html
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unicodedata

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
CALENDARS = {
    "work": ("Work", "#3b7dd8"),
    "family": ("Family", "#c2458b"),
    "sports": ("Sports", "#2f9e5b"),
}
# Calendar, start, end, title, place, more lines.
EVENTS = [
    ("work", "20260330T091500", "20260330T093000", "Stand-up", "Room 4", ["RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"]),
    ("work", "20260331T100000", "20260331T113000", "Design review", "Room 2", []),
    ("work", "20260331T110000", "20260331T120000", "Call with 東京", "", []),
    ("work", "20260402T140000", "20260402T150000", "Interview", "Room 1", ["STATUS:TENTATIVE"]),
    ("family", "20260331T173000", "20260331T183000", "Dentist with Mia 🦷", "Marktstraße 5", []),
    ("family", "20260403", "20260407", "Easter in Kraków", "", []),
    ("family", "20260401T190000", "20260401T220000", "Dinner with עדי", "Da Elena", []),
    ("sports", "20260331T193000", "20260331T210000", "Climbing 🧗", "Boulder Hall", ["RRULE:FREQ=WEEKLY;BYDAY=TU,TH"]),
    ("sports", "20260402T070000", "20260402T074500", "Run", "", []),
]
ENVIRONMENT = {
    "ICS_NOW": "2026-03-31T10:40:00+02:00", "TZ": "Europe/Berlin", "TERM": "xterm-256color", "COLORTERM": "truecolor",
    "LANG": "C.UTF-8",
}
CELL, LINE, MARGIN = 8.4, 18, 14
NAMES = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
LIGHT = ["#24292f", "#b3261e", "#1a7f37", "#8a6100", "#0b57d0", "#8250df", "#0f7285", "#6e7781"]
DARK = ["#6e7681", "#ff7b72", "#3fb950", "#d29922", "#79c0ff", "#d2a8ff", "#56d4dd", "#e6edf3"]


def store(folder):
    """Writes the calendars."""
    for name, (title, color) in CALENDARS.items():
        (folder / name).mkdir()
        (folder / name / "displayname").write_text(title)
        (folder / name / "color").write_text(color)
    for number, (calendar, start, end, title, place, more) in enumerate(EVENTS):
        kind = ";TZID=Europe/Berlin" if "T" in start else ";VALUE=DATE"
        lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//swift-icalendar//demo//EN", "BEGIN:VEVENT",
            f"UID:{number}@demo.example", "DTSTAMP:20260301T000000Z", f"DTSTART{kind}:{start}", f"DTEND{kind}:{end}",
            f"SUMMARY:{title}", *([f"LOCATION:{place}"] if place else []), *more, "END:VEVENT", "END:VCALENDAR", "",
        ]
        (folder / calendar / f"{number}.ics").write_bytes("\r\n".join(lines).encode())


def width(text):
    """Returns the number of columns of a text."""
    shown = [c for c in text if unicodedata.category(c) not in ("Mn", "Me", "Cf")]
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in shown)


def runs(line):
    """Yields the texts of a line with their classes and color."""
    styles, color = set(), None
    for text, codes in re.findall(r"([^\x1b]*)(?:\x1b\[([0-9;]*)m)?", line):
        if text:
            yield text, sorted(styles), color
        numbers = [int(n or 0) for n in codes.split(";")] if codes else ([0] if text == "" else [])
        while numbers:
            number = numbers.pop(0)
            if number == 0:
                styles, color = set(), None
            elif number in (1, 2, 3, 4, 7, 9):
                styles.add({1: "bold", 2: "dim", 3: "italic", 4: "under", 7: "inverse", 9: "struck"}[number])
            elif number == 22:
                styles -= {"bold", "dim"}
            elif 30 <= number <= 37 or 90 <= number <= 97:
                styles = {s for s in styles if s not in NAMES} | {NAMES[number % 10]}
            elif number == 39:
                color = None
            elif number == 38 and numbers[:1] == [2]:
                color = "#%02x%02x%02x" % tuple(numbers[1:4])
                numbers = numbers[4:]
            elif number == 38 and numbers[:1] == [5]:
                raise SystemExit("256 colors are not drawn; set COLORTERM")


def draw(text, title):
    lines = text.rstrip("\n").split("\n")
    columns = max(width(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in lines)
    size = (2 * MARGIN + columns * CELL, 2 * MARGIN + len(lines) * LINE)
    rules = "".join(f".{n}{{fill:{c}}}" for n, c in zip(NAMES, LIGHT))
    dark = "".join(f".{n}{{fill:{c}}}" for n, c in zip(NAMES, DARK))
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size[0]:.0f}" height="{size[1]:.0f}" '
        f'viewBox="0 0 {size[0]:.0f} {size[1]:.0f}" role="img">',
        f"<title>{html.escape(title)}</title>",
        "<style>.paper{fill:#ffffff;stroke:#d0d7de}text{font:14px ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,"
        "monospace;fill:#24292f;white-space:pre}.bold{font-weight:700}.dim{opacity:.62}.italic{font-style:italic}"
        ".under{text-decoration:underline}.struck{text-decoration:line-through}" + rules
        + "@media(prefers-color-scheme:dark){.paper{fill:#0d1117;stroke:#30363d}text{fill:#e6edf3}" + dark + "}</style>",
        f'<rect class="paper" x=".5" y=".5" width="{size[0] - 1:.0f}" height="{size[1] - 1:.0f}" rx="8"/>',
    ]
    for number, line in enumerate(lines):
        column = 0
        for run, styles, color in runs(line):
            # Each word has its own position, so that a font with other widths keeps the columns.
            for word in re.finditer(r"\S+(?: \S+)*", run):
                x = MARGIN + (column + width(run[:word.start()])) * CELL
                kinds = f' class="{" ".join(styles)}"' if styles else ""
                fill = f' style="fill:{color}"' if color else ""
                span = width(word.group()) * CELL
                out.append(
                    f'<text x="{x:.1f}" y="{MARGIN + number * LINE + 13}" textLength="{span:.1f}" '
                    f'lengthAdjust="spacingAndGlyphs"{kinds}{fill}>{html.escape(word.group())}</text>'
                )
            column += width(run)
    return "\n".join(out + ["</svg>", ""])


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        store(folder)
        environment = dict(os.environ, **ENVIRONMENT, COLUMNS="80", XDG_STATE_HOME=f"{folder}/.state")
        command = [program, "--store", str(folder), "--yes", "agenda", "--days", "4", "--color", "always"]
        done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
        (HERE / "agenda.svg").write_text(draw(done.stdout, "The agenda of four days in a terminal"))


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/ics-store"))
