"""BEGIN and END, nesting, and many similar components."""

from . import EXPANDING, family
from .text import CRLF, block, calendar, event, many, minute


@family()
def begin_flood(size):
    return calendar(many(size, lambda _: "BEGIN:VEVENT" + CRLF))


@family()
def begin_flood_of_names(size):
    return calendar(many(size, lambda number: f"BEGIN:X-{number}{CRLF}"))


@family()
def end_flood(size):
    return calendar(event(), many(size, lambda _: "END:VEVENT" + CRLF))


@family()
def end_flood_of_names(size):
    return calendar(block("VEVENT", "UID:1", many(size, lambda number: f"END:X-{number}{CRLF}")))


@family()
def ends_of_a_calendar(size):
    return calendar(event()) + "END:VCALENDAR\r\n" * (size // 15)


@family()
def deep_nesting(size):
    depth = size // 26
    return calendar("BEGIN:VEVENT\r\n" * depth + "END:VEVENT\r\n" * depth)


@family()
def deep_nesting_again_and_again(size):
    """Thirty nested components, repeatedly."""
    return calendar(many(size, lambda _: "BEGIN:X-A\r\n" * 30 + "END:X-A\r\n" * 30))


@family()
def nesting_without_ends(size):
    """Events whose alarms have no END."""
    return calendar(many(size, lambda n: f"BEGIN:VEVENT\r\nUID:{n}\r\nBEGIN:VALARM\r\nACTION:AUDIO\r\nEND:VEVENT\r\n"))


@family(EXPANDING)
def many_calendars(size):
    return many(size, lambda number: calendar(event(f"{number}")))


@family()
def empty_calendars(size):
    return "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n" * (size // 32)


@family()
def calendars_in_calendars(size):
    return "BEGIN:VCALENDAR\r\n" * (size // 17) + event()


@family()
def empty_events(size):
    return calendar("BEGIN:VEVENT\r\nEND:VEVENT\r\n" * (size // 26))


@family()
def components_of_many_names(size):
    return calendar(many(size, lambda number: block(f"X-KIND-{number}", "UID:1")))


@family(EXPANDING)
def many_events(size):
    return calendar(many(size, lambda number: event(f"event-{number}", "SUMMARY:A", start=f"DTSTART:{minute(number)}")))


@family(EXPANDING)
def events_at_the_same_time(size):
    return calendar(many(size, lambda number: event(f"event-{number}", "SUMMARY:A")))


@family(EXPANDING)
def events_without_uid(size):
    return calendar(many(size, lambda _: block("VEVENT", f"DTSTART:{minute(0)}")))


@family(EXPANDING)
def uids_with_one_prefix(size):
    prefix = "a" * 200
    return calendar(many(size, lambda number: event(f"{prefix}{number}")))


@family(EXPANDING)
def uids_with_one_suffix(size):
    suffix = "a" * 200
    return calendar(many(size, lambda number: event(f"{number}{suffix}")))


@family()
def todos_and_journals(size):
    def make(number):
        kind = ("VTODO", "VJOURNAL")[number % 2]
        return block(kind, f"UID:{number}", "DTSTAMP:20260101T000000Z", f"DTSTART:{minute(number)}")

    return calendar(many(size, make))


@family(also=["alarms"])
def many_alarms(size):
    alarm = block("VALARM", "ACTION:DISPLAY", "DESCRIPTION:a", "TRIGGER:-PT5M")
    return calendar(event("series", many(size, lambda _: alarm)))


@family(also=["alarms"])
def alarms_of_many_events(size):
    alarm = block("VALARM", "ACTION:DISPLAY", "DESCRIPTION:a", "TRIGGER:-PT5M", "REPEAT:3", "DURATION:PT5M")
    return calendar(many(size, lambda number: event(f"{number}", alarm)))


def available(uid, start):
    """A period of availability."""
    return block("AVAILABLE", f"UID:{uid}", "DTSTAMP:20260101T000000Z", start, "DURATION:PT1M")


@family(also=["freebusy"])
def availability(size):
    def part(number):
        return available(f"{number}", f"DTSTART:{minute(number)}")

    return calendar(block("VAVAILABILITY", "UID:a", "DTSTAMP:20260101T000000Z", many(size, part)))


@family(also=["freebusy"])
def availabilities(size):
    def make(number):
        part = available("1", f"DTSTART:{minute(number)}")
        return block("VAVAILABILITY", f"UID:a{number}", "DTSTAMP:20260101T000000Z", f"PRIORITY:{number % 9}", part)

    return calendar(many(size, make))


@family()
def participants(size):
    def make(number):
        place = block("VLOCATION", f"UID:l{number}", "NAME:Room")
        return block("PARTICIPANT", f"UID:{number}", "PARTICIPANT-TYPE:SPEAKER", place)

    return calendar(event("series", many(size, make)))


@family()
def components_without_what_a_method_asks(size):
    return calendar("METHOD:REQUEST", many(size, lambda _: block("VTODO")))
