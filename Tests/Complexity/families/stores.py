"""Stores: folders of calendars with one file per item."""

import functools

from . import family
from .text import block, calendar, event, minute

store = functools.partial(family, ["events", "events-count"], form="store")


def files(size, make):
    """Yields one file per item from `make(number)`, which returns a name and text, up to the given size in bytes."""
    made, length, number = [], 0, 0
    while length < size:
        name, text = make(number)
        made.append((name, text.encode()))
        length += len(text)
        number += 1
    return made


@store()
def store_of_many_items(size):
    return files(size, lambda n: (f"a/{n}.ics", calendar(event(f"{n}", start=f"DTSTART:{minute(n)}"))))


@store()
def store_of_one_uid(size):
    """The same UID in every file of a calendar, like copies left by a broken program."""
    return files(size, lambda n: (f"a/{n}.ics", calendar(event("series", start=f"DTSTART:{minute(n)}"))))


@store()
def store_of_one_series_again_and_again(size):
    return files(size, lambda n: (f"a/{n}.ics", calendar(event("series", "RRULE:FREQ=YEARLY", f"SEQUENCE:{n}"))))


@store()
def store_of_overrides_in_files_of_their_own(size):
    def make(number):
        if number == 0:
            return "a/series.ics", calendar(event("series", "RRULE:FREQ=MINUTELY;INTERVAL=1440"))
        return f"a/{number}.ics", calendar(event("series", f"RECURRENCE-ID:{minute(number * 1440)}"))

    return files(size, make)


@store()
def store_of_many_calendars(size):
    return files(size, lambda n: (f"{n}/item.ics", calendar(event("series", start=f"DTSTART:{minute(n)}"))))


@store()
def store_of_many_feeds(size):
    """Individual files, each a calendar."""
    return files(size, lambda n: (f"{n}.ics", calendar(event("series", start=f"DTSTART:{minute(n)}"))))


@store()
def store_of_broken_items(size):
    return files(size, lambda n: (f"a/{n}.ics", "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:x\r\n" * 5))


@store()
def store_of_items_without_uid(size):
    return files(size, lambda n: (f"a/{n}.ics", calendar(block("VEVENT", "DTSTART:20260101"))))


@family(["reminders"], form="store")
def store_of_many_reminders_in_one_file(size):
    def reminder(number):
        return block("VTODO", f"UID:{number}", "DTSTAMP:20260101T000000Z", "DUE:20260301T090000Z", f"SUMMARY:{number}")

    return [("a/all.ics", calendar(*map(reminder, range(size // len(reminder(1000))))).encode())]
