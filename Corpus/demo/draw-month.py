#!/usr/bin/env python3
"""Draws april.svg, the month that the README shows, from what ics-expand prints about studio.ics.

Usage: draw-month.py [ICS-EXPAND]
"""
import calendar
import datetime
import html
import json
import pathlib
import subprocess
import sys
import zoneinfo

YEAR, MONTH = 2026, 4
ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
WIDTH, HEAD, ROW = 132, 54, 96
HERE = pathlib.Path(__file__).resolve().parent
TINTS = ["#2b6cb0", "#b7791f", "#2f855a", "#9b2c2c", "#6b46c1", "#2c7a7b", "#b83280", "#4a5568"]


def occurrences(program):
    day = datetime.date(YEAR, MONTH, 1)
    after = (day + datetime.timedelta(days=32)).replace(day=1)
    command = [program, "--from", str(day), "--to", str(after), "--time-zone", str(ZONE), "--format", "ndjson"]
    output = subprocess.run(command + ["studio.ics"], cwd=HERE, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in output.splitlines()]


def main():
    found = occurrences(sys.argv[1] if len(sys.argv) > 1 else "ics-expand")
    titles = sorted({o["summary"] for o in found})
    days = {}
    for o in found:
        if o.get("allDay"):
            first = datetime.date.fromisoformat(o["start"])
            last = datetime.date.fromisoformat(o["end"]) - datetime.timedelta(days=1)
            day = first
            while day <= last:
                days.setdefault(day, []).append(("", o))
                day += datetime.timedelta(days=1)
        else:
            start = datetime.datetime.fromisoformat(o["start"]).astimezone(ZONE)
            days.setdefault(start.date(), []).append((f"{start:%H:%M}", o))
    weeks = calendar.Calendar(0).monthdatescalendar(YEAR, MONTH)
    width, height = WIDTH * 7 + 2, HEAD + ROW * len(weeks) + 2
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="system-ui, sans-serif" role="img">',
        f"<title>{calendar.month_name[MONTH]} {YEAR}</title>",
        f'<rect width="{width}" height="{height}" rx="8" fill="#ffffff"/>',
        f'<text x="12" y="24" font-size="17" font-weight="600" fill="#1a202c">{calendar.month_name[MONTH]} {YEAR}</text>',
    ]
    for column, name in enumerate(calendar.day_abbr):
        out.append(f'<text x="{column * WIDTH + 12}" y="46" font-size="12" fill="#4a5568">{name}</text>')
    for row, week in enumerate(weeks):
        for column, day in enumerate(week):
            x, y = column * WIDTH + 1, HEAD + row * ROW + 1
            inside = day.month == MONTH
            fill = "#ffffff" if inside else "#f7fafc"
            out.append(f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{ROW}" fill="{fill}" stroke="#e2e8f0"/>')
            tint = "#1a202c" if inside else "#a0aec0"
            out.append(f'<text x="{x + 8}" y="{y + 17}" font-size="12" fill="{tint}">{day.day}</text>')
            for place, (time, o) in enumerate(sorted(days.get(day, []), key=lambda e: e[0])[:4] if inside else []):
                color = TINTS[titles.index(o["summary"]) % len(TINTS)]
                top = y + 24 + place * 18
                out.append(f'<rect x="{x + 5}" y="{top}" width="{WIDTH - 10}" height="16" rx="3" fill="{color}"/>')
                text = f"{time} {o['summary']}".strip()
                text = text if len(text) <= 19 else text[:18] + "…"
                out.append(
                    f'<text x="{x + 10}" y="{top + 12}" font-size="11" fill="#ffffff">{html.escape(text)}</text>'
                )
    out.append("</svg>\n")
    (HERE / "april.svg").write_text("\n".join(out))


main()
