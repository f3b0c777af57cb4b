"""Combinations of many elements of two kinds. Work and messages must grow with their sum, not their product."""

from . import EXPANDING, EXPLAINING, family
from .text import CRLF, block, calendar, event, in_event, many, minute, yearly


STANDARD = block("STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0100")


def long(size):
    """Half of the input is a single word."""
    return "A" * (size // 2)


@family()
def long_parameter_name_and_quotes(size):
    return in_event("SUMMARY;X-" + long(size) + "=" + '"a"b,' * (size // 10) + "c:a")


@family()
def long_property_name_and_parameters(size):
    return in_event("X-" + long(size) + many(size // 2, lambda number: f";X{number}") + ":a")


@family()
def long_property_name_and_quotes(size):
    return in_event("X-" + long(size) + ';A="b' * (size // 10) + ":a")


@family()
def long_component_name_and_ends(size):
    return calendar("BEGIN:X-" + long(size) + CRLF + many(size // 2, lambda n: f"END:X{n}{CRLF}"))


@family()
def long_component_name_and_begins(size):
    return calendar("BEGIN:X-" + long(size) + CRLF + "BEGIN:X-A\r\nEND:X-B\r\n" * (size // 40))


@family()
def long_component_name_and_bad_lines(size):
    return calendar(block("X-" + long(size), "a;b=\"c:d\r\n" * (size // 20)))


@family(also=["freebusy"])
def long_calendar_name_and_events(size):
    """Not printed as rows: each would contain the name, as each instance contains its UID and title."""
    return calendar("X-WR-CALNAME:" + long(size), many(size // 2, lambda number: event(f"e{number}")))


@family(EXPANDING)
def long_calendar_zone_and_events(size):
    def make(number):
        return event(f"e{number}", start=f"DTSTART:{minute(number)[:-1]}")

    return calendar("X-WR-TIMEZONE:" + long(size), many(size // 2, make))


@family(("ics", "jcal", "xcal"))
def long_calendar_name_and_shared_uids(size):
    """Two calendars with the same UIDs. The second calendar gets new UIDs, derived from its name among other values."""
    quarter = size // 4
    events = many(quarter, lambda number: event(f"e{number}", "RRULE:FREQ=DAILY;COUNT=2"))
    return calendar("X-WR-CALNAME:a", events) + calendar("X-WR-CALNAME:" + "é" * quarter, events)


@family(EXPLAINING)
def long_zone_name_and_exceptions(size):
    exceptions = many(size // 2, lambda number: minute(number)[:-1], ",")
    return in_event("RRULE:FREQ=MINUTELY", f"EXDATE;TZID={long(size)}:{exceptions}")


@family(("count", "freebusy", "explain"))
def long_accented_zone_name_and_dates(size):
    """Not printed as rows: each would contain the name."""
    name = "É" * (size // 8)
    zone = block("VTIMEZONE", f"TZID:{name}", STANDARD)
    dates = many(size // 4, lambda number: minute(number)[:-1], ",")
    used = event("series", f"RDATE;TZID={name}:{dates}", start=f"DTSTART;TZID={name}:20260101T000000")
    return calendar(zone, used)


@family(EXPANDING)
def long_method_and_events(size):
    return calendar("METHOD:" + long(size), many(size // 2, lambda number: event(f"e{number}")))


@family(EXPANDING)
def long_zone_name_and_observances(size):
    def make(number):
        return block("STANDARD", f"DTSTART:1970{number}", "TZOFFSETFROM:+9900", "TZOFFSETTO:x", "RRULE:FREQ=SECONDLY")

    name = long(size // 2)
    used = event("series", start=f"DTSTART;TZID={name}:20260101T120000")
    return calendar(block("VTIMEZONE", f"TZID:{name}", many(size // 2, make)), used)


@family(also=["freebusy"])
def long_uid_and_bad_rules(size):
    bad = many(size // 2, lambda number: f"RRULE:FREQ=DAILY;BYWEEKNO={number}{CRLF}EXDATE:2026{number}{CRLF}")
    return calendar(event(long(size), "RRULE:FREQ=YEARLY", bad))


@family(EXPLAINING)
def long_rule_and_exceptions(size):
    rule = "RRULE:FREQ=YEARLY;BYMONTH=" + ",".join("123456789"[n % 9] for n in range(size // 4))
    return in_event(rule, many(size // 2, lambda number: f"EXDATE:{minute(number)}{CRLF}"))


@family(EXPLAINING)
def long_rule_and_overrides(size):
    rule = "RRULE:FREQ=YEARLY;BYMONTH=" + ",".join("123456789"[n % 9] for n in range(size // 4))

    def make(number):
        at = minute(number * 60)
        return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", start=f"DTSTART:{at[:-3]}10Z")

    return calendar(event("series", rule), many(size // 2, make))


@family(EXPLAINING)
def many_exceptions_and_parts(size):
    """Each part of a split series is combined with all exceptions."""

    def make(number):
        at = minute(number * 60)
        return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", start=f"DTSTART:{at[:-3]}10Z")

    exceptions = "EXDATE:" + many(size // 2, minute, ",")
    return calendar(event("series", "RRULE:FREQ=HOURLY;COUNT=200", exceptions), many(size // 2, make))


@family(EXPLAINING)
def many_rules_and_exception_rules(size):
    half = size // 2
    return in_event(many(half, lambda n: yearly("RRULE", n)), many(half, lambda n: yearly("EXRULE", n + 1)))


@family(EXPLAINING)
def many_rules_and_dates(size):
    rules = many(size // 2, lambda number: yearly("RRULE", number))
    return in_event(rules, "RDATE:" + many(size // 2, minute, ","))


@family(EXPLAINING)
def many_exception_rules_and_dates(size):
    rules = many(size // 2, lambda number: yearly("EXRULE", number))
    return in_event(rules, "RDATE:" + many(size // 2, minute, ","))


@family(EXPANDING)
def many_zones_and_exceptions(size):
    zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "Africa/Cairo"]
    lines = many(size, lambda n: f"EXDATE;TZID={zones[n % 5]}:{minute(n)[:-1]}{CRLF}")
    return in_event("RRULE:FREQ=DAILY", lines)


def part(number, *lines):
    """An override for one instance and all following ones."""
    at = minute(number * 60)
    return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", *lines, start=f"DTSTART:{at[:-3]}10Z")


@family(EXPLAINING)
def many_parts_and_rules(size):
    rules = many(size // 2, lambda number: yearly("RRULE", number))
    return calendar(event("series", "RRULE:FREQ=HOURLY", rules), many(size // 2, part))


@family(EXPLAINING)
def many_parts_and_exception_rules(size):
    rules = many(size // 2, lambda number: yearly("EXRULE", number))
    return calendar(event("series", "RRULE:FREQ=HOURLY", rules), many(size // 2, part))


@family(EXPLAINING)
def many_parts_and_dates(size):
    dates = "RDATE:" + many(size // 2, minute, ",")
    return calendar(event("series", "RRULE:FREQ=HOURLY", dates), many(size // 2, part))


@family(EXPLAINING)
def many_parts_and_overrides(size):
    def override(number):
        return event("series", f"RECURRENCE-ID:{minute(number * 60)}", start=f"DTSTART:{minute(number * 60 + 7)}")

    return calendar(event("series", "RRULE:FREQ=HOURLY"), many(size // 2, part), many(size // 2, override))


@family(EXPLAINING)
def many_series_and_overrides_of_one_uid(size):
    """Copies with different start times, and overrides that match none of them."""

    def copy(number):
        return event("series", "RRULE:FREQ=YEARLY", start=f"DTSTART:{minute(number)}")

    def override(number):
        return event("series", f"RECURRENCE-ID:{minute(number * 1440 + 777)}", start=f"DTSTART:{minute(number)}")

    return calendar(many(size // 2, copy), many(size // 2, override))


@family(EXPLAINING)
def many_series_and_dates_of_one_uid(size):
    def copy(number):
        return event("series", "RRULE:FREQ=YEARLY", start=f"DTSTART:{minute(number)}")

    dates = "RDATE:" + many(size // 2, minute, ",")
    return calendar(event("series", "RRULE:FREQ=YEARLY", dates), many(size // 2, copy))


@family()
def many_zones_and_rules_of_one_event(size):
    """Times in separate zones, each of which lasts as long as the rules."""

    def line(number):
        name = f"/vendor.example/{number}/Europe/Berlin"
        return f"EXDATE;TZID={name}:20260101T120000{CRLF}RRULE:FREQ=DAILY;UNTIL=20270101T000000Z{CRLF}"

    return in_event(many(size, line))


@family(EXPANDING, also=["diff"])
def many_parameters_and_values(size):
    parameters = many(size // 2, lambda number: f";X-{number}=1")
    return in_event("CATEGORIES" + parameters + ":" + many(size // 2, str, ","))


@family(also=["diff"])
def long_parameter_and_values(size):
    values = many(size // 2, lambda number: minute(number)[:-1], ",")
    return in_event(f"EXDATE;TZID={long(size)}:{values}")


@family(("count", "check", "diff"))
def many_levels_and_lines(size):
    """Nested components are compared, at each level with others."""
    inner = many(size, lambda number: f"A:{number}{CRLF}")
    for _ in range(30):
        inner = block("X-INNER", inner, *(block(f"X-{letter}") for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    return calendar(event("series", inner))
