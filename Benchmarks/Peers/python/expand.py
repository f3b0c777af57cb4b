"""Counts the occurrences of a calendar in a window with recurring-ical-events.

    expand.py FROM TO FILE        FROM and TO are in seconds since 1970

Prints the number of occurrences and the same checksum as the C peer. Dates and floating times are read in UTC.
"""

import datetime
import sys

import icalendar
import recurring_ical_events

UTC = datetime.timezone.utc


def seconds(time):
    """Returns the seconds since 1970 for a date or a time."""
    if not isinstance(time, datetime.datetime):
        time = datetime.datetime(time.year, time.month, time.day)
    return int((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp())


def main():
    low, high = int(sys.argv[1]), int(sys.argv[2])
    with open(sys.argv[3], "rb") as file:
        calendar = icalendar.Calendar.from_ical(file.read())
    window = [datetime.datetime.fromtimestamp(each, UTC) for each in (low, high)]
    found = []
    for event in recurring_ical_events.of(calendar).between(*window):
        found.append((seconds(event["DTSTART"].dt), seconds(event["DTEND"].dt)))
    found.sort()
    checksum = 0
    for start, end in found:
        checksum = ((checksum * 31 + start) * 31 + end) % 2**64
    print(len(found), f"{checksum:016x}")


main()
