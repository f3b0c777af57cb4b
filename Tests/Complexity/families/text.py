"""What the families are put together from."""

import datetime

START = datetime.datetime(2026, 1, 1)
CRLF = "\r\n"


def minute(number):
    """The instant so many minutes after the window starts, as in `DTSTART`."""
    return (START + datetime.timedelta(minutes=number)).strftime("%Y%m%dT%H%M%SZ")


def day(number):
    """The date so many days after the window starts, again from there after 20,000 days."""
    return (START + datetime.timedelta(days=number % 20_000)).strftime("%Y%m%d")


def many(size, make, between=""):
    """`make(0)`, `make(1)` and so on, until they are `size` bytes long."""
    parts, length, number = [], 0, 0
    while length < size:
        parts.append(make(number))
        length += len(parts[-1]) + len(between)
        number += 1
    return between.join(parts)


def block(name, *lines):
    """A component of lines; one that ends its lines already stands as it is."""
    return "".join(
        line if line.endswith(CRLF) else line + CRLF for line in (f"BEGIN:{name}", *lines, f"END:{name}") if line
    )


def calendar(*components):
    """A calendar of components."""
    return block("VCALENDAR", "VERSION:2.0", "PRODID:-//families//EN", *components)


def event(uid="series", *lines, start=None):
    """An event of that UID; it starts with the window unless something else is said."""
    return block("VEVENT", f"UID:{uid}", "DTSTAMP:20260101T000000Z", start or f"DTSTART:{minute(0)}", *lines)


def in_event(*lines):
    """A calendar of one event with these lines."""
    return calendar(event("series", *lines))


def yearly(name, number):
    """A rule of one instance a year, another for each number up to half a million."""
    number, month = divmod(number, 12)
    number, day = divmod(number, 28)
    minute, hour = divmod(number, 24)
    return f"{name}:FREQ=YEARLY;BYMONTH={month + 1};BYMONTHDAY={day + 1};BYHOUR={hour};BYMINUTE={minute % 60}{CRLF}"


def folded(line, width=73):
    """A line folded at so many characters."""
    return (CRLF + " ").join(line[at : at + width] for at in range(0, len(line), width))


def chinese(number):
    """A rule of a day a year, or of none, in another calendar."""
    return f"RRULE:FREQ=YEARLY;RSCALE=CHINESE;BYDAY={number % 50 + 1}MO;BYSETPOS={1 + number // 50}{CRLF}"
