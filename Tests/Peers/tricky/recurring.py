#!/usr/bin/env python3
"""Prints the occurrences that recurring-ical-events finds: recurring.py FILE FROM TO, in seconds since 1970."""

import datetime
import sys
import warnings

import icalendar
import recurring_ical_events


def seconds(time):
    """Returns a date or a time, read in UTC if it has no zone, as seconds since 1970."""
    if not isinstance(time, datetime.datetime):
        time = datetime.datetime(time.year, time.month, time.day)
    return int((time if time.tzinfo else time.replace(tzinfo=datetime.timezone.utc)).timestamp())


warnings.simplefilter("ignore")
start, end = (datetime.datetime.fromtimestamp(int(text), datetime.timezone.utc) for text in sys.argv[2:])
with open(sys.argv[1], "rb") as file:
    calendars = icalendar.Calendar.from_ical(file.read(), multiple=True)
for calendar in calendars:
    for event in recurring_ical_events.of(calendar, skip_bad_series=True).between(start, end):
        print(seconds(event.start), seconds(event.end))
