"""Building blocks for families."""

import datetime

START = datetime.datetime(2026, 1, 1)
CRLF = "\r\n"


def minute(number):
    """Returns the instant a number of minutes after the start of the window, as in `DTSTART`."""
    return (START + datetime.timedelta(minutes=number)).strftime("%Y%m%dT%H%M%SZ")


def day(number):
    """Returns the date a number of days after the start of the window. Dates repeat after 20,000 days."""
    return (START + datetime.timedelta(days=number % 20_000)).strftime("%Y%m%d")


def many(size, make, between=""):
    """Concatenates `make(0)`, `make(1)` and so on until the result has `size` bytes."""
    parts, length, number = [], 0, 0
    while length < size:
        parts.append(make(number))
        length += len(parts[-1]) + len(between)
        number += 1
    return between.join(parts)


def block(name, *lines):
    """Returns a component with the given lines. Lines that already end in a line ending are kept."""
    return "".join(
        line if line.endswith(CRLF) else line + CRLF for line in (f"BEGIN:{name}", *lines, f"END:{name}") if line
    )


def calendar(*components):
    """Returns a calendar with components."""
    return block("VCALENDAR", "VERSION:2.0", "PRODID:-//families//EN", *components)


def event(uid="series", *lines, start=None):
    """Returns an event with a UID, which starts with the window by default."""
    return block("VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", start or f"DTSTART:{minute(0)}", *lines)


def in_event(*lines):
    """Returns a calendar with one event that contains the given lines."""
    return calendar(event("series", *lines))


def yearly(name, number):
    """Returns a rule with one instance a year, different for each number up to half a million."""
    number, month = divmod(number, 12)
    number, day = divmod(number, 28)
    minute, hour = divmod(number, 24)
    return f"{name}:FREQ=YEARLY;BYMONTH={month + 1};BYMONTHDAY={day + 1};BYHOUR={hour};BYMINUTE={minute % 60}{CRLF}"


def folded(line, width=73):
    """Returns a line folded after a number of characters."""
    return (CRLF + " ").join(line[at : at + width] for at in range(0, len(line), width))


def chinese(number):
    """Returns a rule in another calendar for one day a year, or for none."""
    return f"RRULE:FREQ=YEARLY;RSCALE=CHINESE;BYDAY={number % 50 + 1}MO;BYSETPOS={1 + number // 50}{CRLF}"
