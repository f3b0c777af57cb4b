"""Zone definitions, and the names that refer to them."""

import datetime

from . import EXPANDING, family
from .text import CRLF, block, calendar, chinese, event, many, minute


def observance(*lines, name="STANDARD", start="19700101T000000", before="+0100", after="+0200"):
    """Returns an observance."""
    return block(name, f"DTSTART:{start}", f"TZOFFSETFROM:{before}", f"TZOFFSETTO:{after}", *lines)


def zone(name, *observances):
    """Returns a definition."""
    return block("VTIMEZONE", f"TZID:{name}", *(observances or [observance()]))


def used(name="Own", uid="series"):
    """Returns an event in a zone."""
    return event(uid, "RRULE:FREQ=MONTHLY;COUNT=12", start=f"DTSTART;TZID={name}:20260101T120000")


@family(EXPANDING)
def observances_of_one_zone(size):
    def make(number):
        offsets = {"before": f"+01{number % 60:02}", "after": f"+01{(number + 1) % 60:02}"}
        return observance(start=minute(number * 600)[:-1], **offsets)

    return calendar(zone("Own", many(size, make)), used())


@family(EXPANDING)
def observances_with_rules(size):
    """Endless rules with intervals of a year or less."""

    def make(number):
        kind = ("STANDARD", "DAYLIGHT")[number % 2]
        rule = f"RRULE:FREQ=YEARLY;BYMONTH={number % 12 + 1}"
        return observance(rule, name=kind, start=f"19700101T{number % 24:02}0000")

    return calendar(zone("Own", many(size, make)), used())


@family(EXPANDING)
def dates_of_an_observance(size):
    return calendar(zone("Own", observance(many(size, lambda n: f"RDATE:{minute(n * 60)[:-1]}{CRLF}"))), used())


@family(EXPANDING)
def rules_of_an_observance(size):
    def rule(number):
        return f"RRULE:FREQ=YEARLY;BYMONTH={number % 12 + 1};BYMONTHDAY={number % 28 + 1}{CRLF}"

    return calendar(zone("Own", observance(many(size, rule))), used())


@family(EXPANDING)
def zones_that_nobody_uses(size):
    return calendar(many(size, lambda number: zone(f"Own {number}")), event())


@family(EXPANDING)
def zones_that_are_used(size):
    return calendar(many(size, lambda number: zone(f"Own {number}") + used(f"Own {number}", f"e{number}")))


@family(EXPANDING)
def zones_of_many_changes(size):
    """Definitions with daily changes, all used."""

    def make(number):
        rule = observance("RRULE:FREQ=DAILY") + observance("RRULE:FREQ=DAILY", name="DAYLIGHT", start="19700101T120000")
        return zone(f"Own {number}", rule) + used(f"Own {number}", f"e{number}")

    return calendar(many(size, make))


def spelling(number):
    """Returns a name of seventeen letters in mixed case."""
    letters = "abcdefghijklmnopq"
    return "".join(c.upper() if number >> place & 1 else c for place, c in enumerate(letters))


def dates_in_spellings(size):
    """Dates in one zone, each of which spells the zone's name differently."""
    return event("series", many(size, lambda n: f"RDATE;TZID={spelling(n + 1)}:20260301T1000{n % 60:02}{CRLF}"))


@family(EXPANDING)
def spellings_of_a_zone_of_many_dates(size):
    dates = many(size // 2, lambda n: f"RDATE:{minute(n * 60)[:-1]}{CRLF}")
    return calendar(zone(spelling(0), observance(dates)), dates_in_spellings(size // 2))


@family(EXPANDING)
def spellings_of_a_zone_with_a_long_remark(size):
    definition = block("VTIMEZONE", f"TZID:{spelling(0)}", "COMMENT:" + "e\u0301" * (size // 6), observance())
    return calendar(definition, dates_in_spellings(size // 2))


@family(EXPANDING)
def zones_of_weeks(size):
    """As many changes as the budget allows for free, in short definitions that one event uses."""

    def make(number):
        start = f"1970{number % 12 + 1:02}{number // 12 % 28 + 1:02}T{number // 336 % 24:02}0000"
        rule = "RRULE:FREQ=WEEKLY;COUNT=620"
        other = observance(rule, name="DAYLIGHT", start=start[:-4] + "3000", before="+0200", after="+0100")
        return zone(f"{number}", observance(rule, start=start), other)

    def date(number):
        return f"RDATE;TZID={number}:20260301T100000{CRLF}"

    zones = many(size * 9 // 10, make)
    return calendar(zones, event("series", many(size // 10, date)))


@family(EXPANDING)
def zones_of_one_name(size):
    return calendar(many(size, lambda number: zone("Own", observance(before=f"+01{number % 60:02}"))), used())


@family(EXPANDING)
def calendars_with_a_zone_each(size):
    return many(size, lambda number: calendar(zone("Own"), used("Own", f"e{number}")))


@family(EXPANDING)
def names_of_no_zone(size):
    def make(number):
        return event(f"e{number}", start=f"DTSTART;TZID=No/Where {number}:20260101T120000")

    return calendar(many(size, make))


@family(EXPANDING)
def one_name_of_no_zone(size):
    return calendar(many(size, lambda number: event(f"e{number}", start="DTSTART;TZID=No/Where:20260101T120000")))


@family(EXPANDING)
def names_of_vendors(size):
    def make(number):
        name = f"/vendor.example/{number}/Europe/Berlin"
        return event(f"e{number}", start=f"DTSTART;TZID={name}:20260101T120000")

    return calendar(many(size, make))


@family(EXPANDING)
def names_that_are_paths(size):
    return calendar(event("series", start="DTSTART;TZID=" + "a/" * (size // 2) + ":20260101T120000"))


@family(EXPANDING)
def zones_without_observances(size):
    return calendar(many(size, lambda number: block("VTIMEZONE", f"TZID:Own {number}")), used("Own 3"))


def crowd(size, rules, make):
    """A series in a zone with a one-day gap long ago, and 240 changes in two hours of the window."""

    def seconds(start, step, count):
        return ",".join((start + datetime.timedelta(seconds=step * number)).strftime("%Y%m%dT%H%M%S") for number in range(count))

    begin = datetime.datetime(2026, 6, 1)
    on, off = seconds(begin, 60, 120), seconds(begin + datetime.timedelta(seconds=30), 60, 120)
    definition = zone(
        "Own",
        observance(start="19000101T000000", before="-2300", after="+0000"),
        observance(f"RDATE:{on}", name="DAYLIGHT", start=on[:15], before="+0000", after="+000001"),
        observance(f"RDATE:{off}", start=off[:15], before="+000001", after="+0000"),
    )
    start = "DTSTART;TZID=Own:20260101T000000"

    def time(number):
        return (begin + datetime.timedelta(hours=3, seconds=number)).strftime("%Y%m%dT%H%M%S")

    lines, others = make(time)
    return calendar(definition, event("series", "".join(f"RRULE:{rule}{CRLF}" for rule in rules), *lines, start=start), others)


@family(("count", "freebusy", "conflicts"))
def exceptions_behind_a_crowd_of_changes(size):
    rules = (f"FREQ=MINUTELY;BYSECOND={number}" for number in range(16))
    return crowd(size, rules, lambda time: (["EXDATE;TZID=Own:" + many(size, time, ",")], ""))


@family(EXPANDING)
def overrides_behind_a_crowd_of_changes(size):
    rules = (f"FREQ=YEARLY;BYYEARDAY={200 + number}" for number in range(100))

    def make(time):
        return [], many(size, lambda number: event("series", f"RECURRENCE-ID;TZID=Own:{time(7 * number)}"))

    return crowd(size, rules, make)


def two_hours_a_day():
    """Returns a zone definition that differs from the system's by two hours a day for two weeks."""
    days = [datetime.datetime(2026, 11, 5) + datetime.timedelta(days=number) for number in range(14)]
    on = ",".join(day.strftime("%Y%m%dT040000") for day in days)
    off = ",".join(day.strftime("%Y%m%dT061000") for day in days)
    return zone(
        "Europe/Berlin",
        observance("RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", start="19961027T030000", before="+0200", after="+0100"),
        observance("RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU", name="DAYLIGHT", start="19970330T020000"),
        observance(f"RDATE:{on}", name="DAYLIGHT", start=on[:15]),
        observance(f"RDATE:{off}", start=off[:15], before="+0200", after="+0100"),
    )


# Printing rows for millions of occurrences takes as long as writing them.
@family(("count",))
def rivals_beside_exclusions(size):
    """Series that have no instances where two definitions of a zone differ."""

    def make(number):
        rules = ("RRULE:FREQ=SECONDLY;BYHOUR=4,5,12", "EXRULE:FREQ=SECONDLY;BYHOUR=3,4,5,6,7")
        return event(number, *rules, start="DTSTART;TZID=Europe/Berlin:20261101T120000")

    return calendar(two_hours_a_day(), many(size, make))


@family(EXPANDING)
def rivals_beside_rules_of_other_calendars(size):
    """The same series, with a hundred rules each."""
    rules = "".join(map(chinese, range(100)))

    def make(number):
        return event(number, rules, start=f"DTSTART;TZID=Europe/Berlin:20200101T12{number // 60 % 60:02}{number % 60:02}")

    return calendar(two_hours_a_day(), many(size, make))


# Printing rows for millions of occurrences takes as long as writing them.
@family(("count", "explain"))
def zones_of_calendars_that_skip_days(size):
    """Calendars with one UID, in zones whose clocks skip nearly two days every other day."""
    restless = zone(
        "Own",
        observance("RRULE:FREQ=DAILY;INTERVAL=6", start="20200101T000000", before="-2300", after="+2301"),
        observance("RRULE:FREQ=DAILY;INTERVAL=6", name="DAYLIGHT", start="20200104T000000", before="+2301", after="-2300"),
    )
    seconds = ",".join(str(number) for number in range(60))
    rule = f"RRULE:FREQ=DAILY;RSCALE=HEBREW;BYHOUR={','.join(map(str, range(24)))};BYMINUTE={seconds}"
    one = calendar(restless, event("series", rule, start="DTSTART;TZID=Own:20260101T000000"))
    return many(size, lambda _: one)


@family(("alarms", "freebusy"))
def zones_beside_alarms_of_every_reach(size):
    """Zone definitions, and alarms at as many distances as are distinguished."""
    days = (10, 2000, 5000, 10_000, 20_000, 36_000)

    def item(before, after):
        alarms = (block("VALARM", f"TRIGGER:-P{before}D"), block("VALARM", f"TRIGGER:P{after}D"))
        lines = (*alarms, "DTSTART:20260101T000000Z")
        return event(f"{before} {after}", *alarms) + block("VTODO", f"UID:{before} {after} to-do", *lines)

    items = "".join(item(before, after) for before in days for after in days)
    return calendar(many(size, lambda number: zone("\u00c4" * 400 + f"{number}")), items)


@family(("rebuild", "repair"))
def zones_of_other_years_in_each_calendar(size):
    """Calendars that use a zone in different years without defining it."""

    def one(number):
        dates = f"{1997 + number % 90:04}0101T000000,{9999 - number // 90:04}0101T000000"
        return calendar(event("series", f"RDATE;TZID=Africa/Casablanca:{dates}"))

    return many(size, one)
