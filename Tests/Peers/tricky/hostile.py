#!/usr/bin/env python3
"""Writes six hostile calendars of up to 1 MB to a folder, or runs a program on them: hostile.py FOLDER [COMMAND...]

In the command, FILE is replaced by the file: hostile.py /tmp/hostile ics-expand --from 2026-01-01 --to 2027-01-01
--time-zone UTC --format ndjson FILE. Each line shows the exit status (124 after 20 seconds), the number of output
lines, the correct number of lines, the elapsed seconds, and the peak memory in KB.
"""

import pathlib
import subprocess
import sys
import time

HEAD = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Hostile//EN\r\n"
EVENT = "BEGIN:VEVENT\r\nUID:a\r\nDTSTAMP:20260101T000000Z\r\nDURATION:PT5M\r\n"
START = EVENT + "DTSTART:20260101T010000Z\r\n"
END = "END:VEVENT\r\nEND:VCALENDAR\r\n"
# Every ten minutes on the first 28 days of every month.
TIMES = ",".join(f"2026{month:02}{day:02}T{hour:02}{minute:02}00Z" for month in range(1, 13) for day in range(1, 29)
                 for hour in range(24) for minute in range(0, 60, 10))
ZONE = ("BEGIN:VTIMEZONE\r\nTZID:Z\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0100\r\n"
        "TZOFFSETTO:+0200\r\nRRULE:FREQ=MINUTELY\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n")
FILES = {
    "nested": (HEAD + "BEGIN:X-A\r\n" * 40_000 + "END:X-A\r\n" * 40_000 + START + END, 1),
    "parameters": (HEAD + START + "X-B" + "".join(f";X-{number}=1" for number in range(100_000)) + ":v\r\n" + END, 1),
    "quotes": (HEAD + START + "X-B;X-A=" + '"a",' * 200_000 + '"b":v\r\n' + END, 1),
    "exdates": (HEAD + START + f"RRULE:FREQ=HOURLY\r\nEXDATE:{TIMES}\r\n" + END, 696),
    "bad-values": (HEAD + START + "GEO:x\r\n" * 40_000 + END, 1),
    "zone": (HEAD + ZONE + EVENT + "DTSTART;TZID=Z:20260102T000000\r\n" + END, 1),
}


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    for name, (text, count) in FILES.items():
        path = folder / f"{name}.ics"
        path.write_text(text, newline="")
        if len(sys.argv) < 3:
            continue
        command = [part.replace("FILE", str(path)) for part in sys.argv[2:]]
        start = time.monotonic()
        run = subprocess.run(["/usr/bin/time", "-f", "%M", "timeout", "20", *command], capture_output=True, check=False)
        memory = (run.stderr.split() or [b"?"])[-1].decode()
        print(f"{name}: exit {run.returncode}, {len(run.stdout.splitlines())} of {count} lines, "
              f"{time.monotonic() - start:.2f} s, {memory} KB")


if __name__ == "__main__":
    main()
