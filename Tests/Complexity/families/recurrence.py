"""Rules, dates, exceptions, overrides and revisions."""

import datetime

from . import EXPANDING, EXPLAINING, family
from .text import CRLF, START, block, calendar, chinese, day, event, in_event, many, minute, yearly


def override(number, *lines):
    """Returns an override of the instance at a given minute, which starts half a minute later."""
    return event("series", f"RECURRENCE-ID:{minute(number)}", *lines, start=f"DTSTART:{minute(number)[:-3]}30Z")


@family(EXPLAINING)
def dates_on_one_line(size):
    return in_event("RDATE:" + many(size, minute, ","))


@family(EXPLAINING)
def dates_on_many_lines(size):
    return in_event(many(size, lambda number: f"RDATE:{minute(number)}{CRLF}"))


@family(EXPLAINING)
def one_date_again_and_again(size):
    return in_event(many(size, lambda _: f"RDATE:{minute(7)}{CRLF}"))


@family(EXPLAINING)
def dates_from_last_to_first(size):
    return in_event(many(size, lambda number: f"RDATE:{minute(400_000 - number)}{CRLF}"))


@family(EXPLAINING)
def periods_on_one_line(size):
    return in_event("RDATE;VALUE=PERIOD:" + many(size, lambda number: f"{minute(number)}/PT1H", ","))


@family(EXPLAINING)
def periods_of_one_start(size):
    return in_event("RDATE;VALUE=PERIOD:" + many(size, lambda number: f"{minute(1)}/PT{number}M", ","))


@family(EXPLAINING)
def exceptions_on_one_line(size):
    return in_event("RRULE:FREQ=DAILY", "EXDATE:" + many(size, minute, ","))


@family(EXPLAINING)
def exceptions_on_many_lines(size):
    exceptions = many(size, lambda number: f"EXDATE;TZID=Europe/Berlin:{minute(number)[:-1]}{CRLF}")
    return in_event("RRULE:FREQ=DAILY", exceptions)


@family(EXPLAINING)
def exceptions_that_are_days(size):
    """Exceptions after the window, so that more exceptions do not mean fewer occurrences."""
    return in_event("RRULE:FREQ=DAILY", many(size, lambda number: f"EXDATE;VALUE=DATE:{day(number + 400)}{CRLF}"))


@family(EXPLAINING)
def exceptions_before_anything_happens(size):
    """A rule whose instances are all excluded, minute by minute."""
    count = max(1, size // 25)
    lines = "".join(f"EXDATE:{minute(number)}{CRLF}" for number in range(count))
    return in_event(f"RRULE:FREQ=MINUTELY;COUNT={count}", lines)


@family(EXPLAINING)
def dates_and_exceptions_and_overrides(size):
    third = size // 3
    dates = many(third, lambda number: f"RDATE:{minute(number * 2)}{CRLF}")
    exceptions = many(third, lambda number: f"EXDATE:{minute(number * 3)}{CRLF}")
    overrides = many(third, lambda number: override(number * 5))
    return calendar(event("series", "RRULE:FREQ=DAILY", dates, exceptions), overrides)


@family(EXPLAINING)
def overrides_of_one_series(size):
    return calendar(event("series", "RRULE:FREQ=MINUTELY;INTERVAL=1440"), many(size, override))


@family(EXPLAINING)
def overrides_without_a_series(size):
    return calendar(many(size, override))


@family(EXPLAINING)
def overrides_of_one_instance(size):
    overrides = many(size, lambda number: override(1440, f"SEQUENCE:{number}"))
    return calendar(event("series", "RRULE:FREQ=DAILY"), overrides)


@family(EXPLAINING)
def overrides_moved_to_one_time(size):
    def make(number):
        return event("series", f"RECURRENCE-ID:{minute(number)}", start=f"DTSTART:{minute(3)}")

    return calendar(event("series", "RRULE:FREQ=DAILY"), many(size, make))


@family(EXPLAINING)
def overrides_moved_out_of_the_window(size):
    def make(number):
        return event("series", f"RECURRENCE-ID:{minute(number)}", start="DTSTART:19990101T000000Z")

    return calendar(event("series", "RRULE:FREQ=DAILY"), many(size, make))


@family(EXPLAINING)
def overrides_in_many_zones(size):
    zones = ["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe", "No/Where"]

    def make(number):
        text = f"TZID={zones[number % 5]}:{minute(number)[:-1]}"
        return event("series", f"RECURRENCE-ID;{text}", start=f"DTSTART;{text}")

    return calendar(event("series", "RRULE:FREQ=DAILY"), many(size, make))


@family(EXPLAINING)
def this_and_future(size):
    def make(number):
        at = minute(number * 60)
        return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", start=f"DTSTART:{at[:-3]}10Z")

    return calendar(event("series", "RRULE:FREQ=HOURLY;COUNT=200"), many(size, make))


@family(EXPLAINING)
def this_and_future_of_one_instance(size):
    def make(number):
        at = minute(60)
        return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", f"SEQUENCE:{number}", start=f"DTSTART:{at}")

    return calendar(event("series", "RRULE:FREQ=HOURLY;COUNT=200"), many(size, make))


@family(EXPLAINING)
def this_and_future_with_rules(size):
    """Each part has its own rule."""

    def make(number):
        at = minute(number * 60)
        lines = [f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at}", "RRULE:FREQ=HOURLY"]
        return event("series", *lines, start=f"DTSTART:{at[:-3]}10Z")

    return calendar(event("series", "RRULE:FREQ=HOURLY;COUNT=200"), many(size, make))


@family(EXPLAINING)
def this_and_future_that_all_move_back(size):
    """Each part starts a day before its instance, so parts overtake each other."""

    def make(number):
        at = 5000 + number * 60
        return event("series", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{minute(at)}", start=f"DTSTART:{minute(at - 1440)}")

    return calendar(event("series", "RRULE:FREQ=HOURLY;COUNT=500"), many(size, make))


@family(EXPLAINING)
def revisions_of_one_event(size):
    return calendar(many(size, lambda number: event("series", f"SEQUENCE:{number}")))


@family(EXPLAINING)
def copies_of_one_event(size):
    return calendar(many(size, lambda _: event("series")))


@family(EXPLAINING)
def copies_of_one_series(size):
    return calendar(many(size, lambda number: event("series", "RRULE:FREQ=YEARLY", start=f"DTSTART:{minute(number)}")))


@family(EXPLAINING)
def copies_of_one_event_outside_the_window(size):
    return calendar(many(size, lambda _: event("series", start="DTSTART:19990101T000000Z")), event("series"))


@family(EXPANDING)
def each_event_twice(size):
    return calendar(many(size, lambda number: event(f"e{number % (size // 230 + 1)}", f"SEQUENCE:{number}")))


@family(EXPANDING)
def many_series(size):
    return calendar(many(size, lambda number: event(f"s{number}", f"RRULE:FREQ=YEARLY;INTERVAL={number % 9 + 1}")))


@family(EXPANDING)
def series_that_never_happen(size):
    return calendar(many(size, lambda number: event(f"s{number}", "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")))


def list_of(part, values, frequency="YEARLY", rest=";COUNT=3"):
    """A rule with a list of any length whose values repeat."""

    def make(size):
        text = many(size, lambda number: str(values[number % len(values)]), ",")
        return in_event(f"RRULE:FREQ={frequency};{part}={text}{rest}")

    return make


for name, part, values, frequency in [
    ("list-of-months", "BYMONTH", range(1, 13), "YEARLY"),
    ("list-of-days", "BYDAY", [f"{n}{d}" for n in range(-53, 54) for d in ("MO", "SU") if n], "YEARLY"),
    ("list-of-days-of-the-month", "BYMONTHDAY", [n for n in range(-31, 32) if n], "MONTHLY"),
    ("list-of-days-of-the-year", "BYYEARDAY", [n for n in range(-366, 367) if n], "YEARLY"),
    ("list-of-weeks", "BYWEEKNO", [n for n in range(-53, 54) if n], "YEARLY"),
    ("list-of-hours", "BYHOUR", range(24), "DAILY"),
    ("list-of-positions", "BYDAY=MO,TU,WE;BYSETPOS", [n for n in range(-366, 367) if n], "YEARLY"),
    ("list-of-values-out-of-range", "BYMONTHDAY", range(32, 9999), "YEARLY"),
]:
    make = list_of(part, values, frequency)
    make.__name__ = name
    family(EXPLAINING)(make)


@family(EXPLAINING)
def parts_of_a_rule(size):
    return in_event("RRULE:FREQ=DAILY" + many(size, lambda number: f";X-PART{number}=1"))


@family(EXPLAINING)
def same_part_of_a_rule(size):
    return in_event("RRULE:FREQ=YEARLY" + many(size, lambda number: f";BYMONTH={number % 12 + 1}"))


@family(EXPLAINING)
def many_rules(size):
    """Different rules that produce the same instance each year."""

    return in_event(many(size, lambda number: yearly("RRULE", number)))


@family(EXPLAINING)
def one_rule_again_and_again(size):
    return in_event(many(size, lambda _: "RRULE:FREQ=MONTHLY" + CRLF))


@family(EXPLAINING)
def rules_with_counts(size):
    return in_event(many(size, lambda number: f"RRULE:FREQ=DAILY;COUNT=1;INTERVAL={number + 1}{CRLF}"))


@family(EXPLAINING)
def rules_that_never_happen(size):
    return in_event(many(size, lambda number: f"RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;INTERVAL={number + 1}{CRLF}"))


@family(EXPLAINING)
def many_exception_rules(size):
    return in_event("RRULE:FREQ=DAILY", many(size, lambda number: yearly("EXRULE", number)))


@family(EXPLAINING)
def exception_rules_that_take_all(size):
    return in_event("RRULE:FREQ=DAILY", many(size, lambda number: f"EXRULE:FREQ=DAILY;INTERVAL={number + 1}{CRLF}"))


@family(EXPANDING)
def exception_rules_of_many_series(size):
    return calendar(many(size, lambda n: event(f"s{n}", "RRULE:FREQ=MONTHLY", "EXRULE:FREQ=YEARLY;BYMONTH=2")))


@family(EXPANDING)
def rules_of_other_calendars(size):
    return calendar(many(size, lambda number: event(f"s{number}", "RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=5L")))


@family(EXPANDING)
def rules_of_other_calendars_beside_overrides(size):
    """Overrides on unordered days across four centuries, each of which is checked against a hundred rules."""
    rules = "".join(
        f"RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH={number % 12 + 1}L;BYMONTHDAY={number // 12 + 1};SKIP=FORWARD{CRLF}"
        for number in range(100)
    )
    first = datetime.datetime(1700, 1, 1, 9)

    def other(number):
        start = (first + datetime.timedelta(days=number * 7919 % 146_097)).strftime("%Y%m%dT%H%M%SZ")
        return event("series", f"RECURRENCE-ID:{start}", start=f"DTSTART:{start}")

    return calendar(event("series", rules, start="DTSTART:16500101T090000Z"), many(size, other))


@family(EXPANDING)
def series_of_nearly_each_day(size):
    """Ten thousand series in 1 MB, each with many instances a year at the same times."""
    rule = "RRULE:FREQ=YEARLY;INTERVAL=2;BYDAY=MO,TU,WE,TH,FR,SA"
    return calendar(many(size, lambda number: block("VEVENT", f"UID:{number}", f"DTSTART:{minute(number % 60)}", rule)))


@family(EXPANDING)
def rules_that_pick_hundreds_of_times_a_month(size):
    def numbers(first, last):
        return ",".join(map(str, range(first, last)))

    rule = "RRULE:FREQ=MONTHLY;BYMONTHDAY=2,29,30,31;BYMINUTE=0,10,20,30;BYHOUR="
    rule += f"{numbers(0, 24)};BYSETPOS={numbers(1, 367)}"
    return calendar(many(size, lambda number: event(f"series-{number}", rule)))


@family(EXPANDING)
def dense_series_that_ended_before_the_window(size):
    rule = "RRULE:FREQ=SECONDLY;UNTIL=20251231T225000Z"
    return calendar(many(size, lambda number: event(f"series-{number}", rule, start="DTSTART:20251201T000000")))


@family(EXPANDING)
def dense_series_of_a_day_that_ended_before_the_window(size):
    rule = "RRULE:FREQ=SECONDLY;UNTIL=20251230T225000Z"
    start = "DTSTART;TZID=Europe/Berlin:20251201T000000"
    return calendar(many(size, lambda number: event(f"series-{number}", rule, "DURATION:P1D", start=start)))


@family(EXPANDING)
def dense_series_moved_where_the_clocks_change(size):
    """Millions of occurrences wait for others that may come first."""
    start = "TZID=Europe/Berlin:20260327T000000"

    def series(number):
        uid = f"series-{number}"
        moved = event(uid, f"RECURRENCE-ID;RANGE=THISANDFUTURE;{start}", start=f"DTSTART;{start[:-1]}7")
        return event(uid, "RRULE:FREQ=SECONDLY;UNTIL=20260331T000000Z", start=f"DTSTART;{start}") + moved

    return calendar(many(size, series))


def moment(number):
    """Returns the wall-clock time a number of seconds after the start of the window."""
    return (START + datetime.timedelta(seconds=number)).strftime("%Y%m%dT%H%M%S")


def part(number, *lines):
    """Returns a part of a series from the instance at a given second onward, one minute later."""
    range_ = f"RECURRENCE-ID;RANGE=THISANDFUTURE:{moment(number)}"
    return event("series", range_, *lines, start=f"DTSTART:{moment(number + 60)}")


SECONDS = "".join(f"RRULE:FREQ=SECONDLY;BYSECOND={number}{CRLF}" for number in range(60))
MINUTES = "".join(f"RRULE:FREQ=SECONDLY;BYMINUTE={number}{CRLF}" for number in range(39))
NEARLY_ALL = "EXRULE:FREQ=SECONDLY;BYHOUR=" + ",".join(map(str, range(23)))


@family(EXPANDING)
def parts_of_dense_rules_beside_exclusions(size):
    start = f"DTSTART:{moment(0)}"
    master = event("series", SECONDS, MINUTES, NEARLY_ALL, start=start)
    return calendar(master, many(size, lambda number: part(number * 3000, "DURATION:PT1S")))


@family(("count", "ndjson"))
def parts_that_end_after_all_dates(size):
    """A message requires the latest end of all occurrences."""
    start = f"DTSTART:{moment(0)}"
    master = event("series", SECONDS, MINUTES, NEARLY_ALL, start=start)
    return calendar(master, many(size, lambda number: part(number * 3000, "DURATION:P2913200D")))


@family(("count",))
def overridden_days_of_what_ends_after_all_dates(size):
    days = (datetime.date(9999, 12, 31) - datetime.date(2026, 12, 28)).days

    def make(number):
        master = event(number, f"DURATION:P{days}D", "RRULE:FREQ=SECONDLY", start="DTSTART:20261230T000000")
        return master + event(number, "RECURRENCE-ID;VALUE=DATE:20261230", start="DTSTART:20250101T000000")

    return calendar(many(size, make))


@family(EXPANDING)
def masters_of_many_rules_beside_orphans(size):
    """Overrides that match none of the masters, each of which has a hundred rules."""
    rules = "".join(f"RRULE:FREQ=YEARLY;BYDAY=SU,MO,TU;BYSETPOS={number}{CRLF}" for number in range(1, 101))

    def master(number):
        return event("series", rules, start=f"DTSTART:1980{1 + number // 28:02}{1 + number % 28:02}T100000")

    def orphan(number):
        time = (datetime.datetime(1990, 1, 1, 10) + datetime.timedelta(days=3 * number)).strftime("%Y%m%dT%H%M%S")
        return event("series", f"RECURRENCE-ID:{time}")

    return calendar(many(size // 2, master), many(size // 2, orphan))


def alarmed(uid, start, lines, *triggers):
    """Returns an event with alarms."""
    return event(uid, lines, *(block("VALARM", f"TRIGGER:{trigger}") for trigger in triggers), start=f"DTSTART{start}")


CENTURY = ("P36500D", "-P36500D")


@family(("alarms",))
def far_alarms_of_rules_that_are_seldom_met(size):
    rules = "".join(f"RRULE:FREQ=YEARLY;{rule}{CRLF}" for rule in ("BYWEEKNO=53", "BYWEEKNO=-53", "BYYEARDAY=366"))
    wide = alarmed("wide", ":19000101T000000", "RRULE:FREQ=YEARLY", *CENTURY)
    return calendar(wide, many(size, lambda n: alarmed(n, ";TZID=CET:19000101T000000", rules, *("P9999D", *CENTURY))))


@family(("alarms",))
def far_alarms_of_other_calendars(size):
    rule = "RRULE:FREQ=MONTHLY;RSCALE=CHINESE;SKIP=FORWARD;BYMONTHDAY=30;BYSETPOS=2"
    return calendar(many(size, lambda number: alarmed(number, ";VALUE=DATE:19000101", rule, *CENTURY)))


@family(("alarms",))
def far_alarms_of_long_words(size):
    """RELTYPE and ACTION with a non-ASCII letter that is slow to convert to upper case."""
    word = "\u0149" + "a" * (size // 5)
    alarms = "".join(
        block("VALARM", f"TRIGGER:{trigger}", f"ACTION:{word}", f"RELATED-TO;RELTYPE={word}:x") for trigger in CENTURY
    )
    return calendar(event("series", "RRULE:FREQ=YEARLY", alarms, start="DTSTART:19000601T000000Z"))


@family(("check", "repair"))
def counts_beside_untils(size):
    rule = f"RRULE:FREQ=MONTHLY;BYMONTH=2;BYDAY=5FR;COUNT=999;UNTIL=99991231{CRLF}"
    return calendar(many(size, lambda number: event(number, rule * 100, start="DTSTART:00010101T000000")))


@family(EXPANDING)
def parts_of_rules_that_are_long_to_count(size):
    """Rules that require checking every second of a day, with as many dates as parts."""
    seconds = ",".join(str(number) for number in range(0, 60, 2))
    primes = [number for number in range(100, 800) if all(number % other for other in range(2, 29))][:100]
    rules = "".join(f"RRULE:FREQ=SECONDLY;INTERVAL={number};BYSECOND={seconds}{CRLF}" for number in primes)
    dates = "RDATE:" + many(size // 8, lambda number: moment(3000 * number), ",")
    master = event("series", rules, dates, start=f"DTSTART:{moment(0)}")
    return calendar(master, many(size - size // 8, lambda number: part(3000 * number, "DURATION:PT1S")))


NUMBERS = ",".join(str(number) for number in range(1, 301))
WEEKDAYS = ",".join(f"{number}{name}" for number in range(1, 6) for name in ("SU", "MO", "TU", "WE", "TH", "FR", "SA"))


def dear(number):
    """Returns a rule whose years are slow to find, with its own time of day."""
    months = ",".join(str(month) for month in range(1, 13))
    time = f"BYMINUTE={number % 60};BYSECOND={number // 60}"
    return f"FREQ=YEARLY;BYMONTH={months};BYDAY={WEEKDAYS};{time};BYSETPOS={NUMBERS}{CRLF}"


def dated(size, rules, *lines):
    """Returns a master with a date for each of its parts, and these parts."""
    dates = "RDATE:" + many(size // 8, lambda number: moment(4000 * number), ",")
    master = event("series", rules, dates, *lines, start=f"DTSTART:{moment(0)}")
    return calendar(master, many(size - size // 8, lambda number: part(4000 * number)))


@family(EXPLAINING)
def parts_beside_rules_whose_years_are_dear(size):
    count = 100 if size > 500_000 else 8
    rules = "".join(f"EXRULE:{dear(number)}" for number in range(1, count))
    return dated(size, f"RRULE:{dear(0)}{rules}")


@family(EXPLAINING)
def parts_of_rules_of_other_calendars(size):
    days = ",".join(str(day) for day in range(1, 31))
    rule = f"RRULE:FREQ=MONTHLY;RSCALE=CHINESE;SKIP=FORWARD;BYMONTHDAY={days}"
    rules = "".join(f"{rule};BYMINUTE={number % 60};BYSECOND={number // 60}{CRLF}" for number in range(100))
    return dated(size, rules)


@family(EXPANDING)
def overrides_beside_rules_whose_years_are_dear(size):
    """Overrides that match none of the rules, which are all checked."""
    count = 100 if size > 500_000 else 8
    rules = "".join(f"RRULE:{dear(number)}" for number in range(count))

    def orphan(number):
        return event("series", f"RECURRENCE-ID:{moment(4000 * number)}", start="DTSTART:20260101")

    return calendar(event("series", rules, start=f"DTSTART:{moment(0)}"), many(size, orphan))


@family(EXPLAINING)
def masters_of_a_hundred_rules_of_other_calendars(size):
    rules = "".join(map(chinese, range(100)))
    return calendar(many(size, lambda number: event("series", rules, start=f"DTSTART:{moment(number - 86400 * 900)}")))


@family(EXPANDING)
def counts_of_other_calendars_in_many_calendars(size):
    rule = "RRULE:FREQ=YEARLY;RSCALE=CHINESE;BYMONTHDAY=30;COUNT=90000"
    return many(size, lambda number: calendar(event(number, rule, start="DTSTART:15900101T000000")))


@family(EXPANDING)
def counts_of_long_lists(size):
    """Nonconsecutive years with hundreds of instance days each."""
    months = ",".join(str(month) for month in range(2, 13))
    days = ",".join(f"{number}{name}" for name in ("MO", "TU") for number in range(1, 6))
    rule = f"RRULE:FREQ=YEARLY;INTERVAL=7;BYMONTH={months};BYDAY={days};COUNT=600000"
    return calendar(many(size, lambda number: event(number, rule, start="DTSTART:00010101T000000")))


@family(("count", "freebusy", "conflicts"))
def picks_of_each_day_of_other_calendars(size):
    hours, minutes = (",".join(map(str, range(count))) for count in (24, 16))
    positions = ",".join(map(str, range(1, 367)))
    times = f"BYHOUR={hours};BYMINUTE={minutes};BYSETPOS={positions}"
    rule = f"RSCALE=HEBREW;FREQ=DAILY;BYMONTH=1,2,3,5L,12;{times}"
    return calendar(
        many(size // 2, lambda number: event(number, f"RRULE:{rule}", start="DTSTART:20240101T000000")),
        many(size // 2, lambda number: event(-number, f"RRULE:{rule};COUNT=55000000", start="DTSTART:15900101T000000")),
    )


@family(EXPLAINING)
def overrides_in_the_order_of_years(size):
    """Overrides on days of the same month that match no rule, each in a different year."""
    rule = f"RRULE:FREQ=YEARLY;BYMONTH=1,3,4,5,6,7,8,9,10,11,12;BYDAY={WEEKDAYS};BYSECOND=0,"
    rules = "".join(f"{rule}{number % 60};BYMINUTE=0,{number // 60}{CRLF}" for number in range(100 if size > 500_000 else 8))

    def orphan(number):
        return event("series", f"RECURRENCE-ID:{2024 + number % 7000:04}0201T000000", start=f"DTSTART:{moment(number)}")

    return calendar(event("series", rules, start="DTSTART:20240101T000000"), many(size - len(rules), orphan))


@family(("count", "ndjson", "explain"))
def exceptions_beside_days_of_another_calendar(size):
    minutes = ",".join(map(str, range(60)))
    rule = f"RRULE:RSCALE=HEBREW;FREQ=YEARLY;SKIP=FORWARD;BYMONTH=1,2,3;BYMINUTE={minutes};BYDAY={WEEKDAYS}"
    excluded = "EXDATE:" + many(size, lambda number: moment(2000 * number), ",")
    return calendar(event("series", rule, excluded, start=f"DTSTART:{moment(0)}"))


@family(EXPANDING)
def repeated_values_of_two_exclusions(size):
    rules = ("EXRULE:FREQ=DAILY;BYHOUR=" + many(size // 2, lambda _, hour=hour: f"{hour}", ",") for hour in (1, 2))
    return in_event("RRULE:FREQ=DAILY", *rules)


@family(("count", "freebusy", "conflicts"))
def exclusions_beside_rules_of_many_times(size):
    hours, minutes, seconds = (",".join(map(str, range(count))) for count in (24, 24, 7))
    times = f"BYHOUR={hours};BYMINUTE={minutes};BYSECOND={seconds}"
    rules = "".join(f"RRULE:FREQ=MONTHLY;BYMONTHDAY={1 + number % 28};{times}{CRLF}" for number in range(28))
    excluded = "".join(f"EXRULE:FREQ=SECONDLY;UNTIL=20270101T0000{number:02}Z{CRLF}" for number in range(60))
    return calendar(many(size, lambda number: event(number, rules, excluded)))


@family(EXPANDING)
def counts_over_changes_of_the_clocks(size):
    start = "DTSTART;TZID=America/New_York:00010101T000000"
    rule = "RRULE:FREQ=MINUTELY;COUNT=10600000"
    return calendar(many(size, lambda number: event(number, f"{rule}{number % 100:02}", start=start)))


@family(("count", "freebusy", "conflicts"))
def rules_that_meet_again_and_again(size):
    steps = (6, 10, 14, 15, 21, 22, 33, 35, 55, 77, 26, 39, 65, 91, 143)
    rules = "".join(f"RRULE:FREQ=SECONDLY;INTERVAL={step}{CRLF}" for step in steps)
    days = "EXDATE;VALUE=DATE:20260103,20260105,20260107,20260109"
    return calendar(many(size, lambda number: event(number, rules, days)))


@family(EXPANDING)
def rules_that_meet_no_weekday(size):
    start = "DTSTART:00010101T000000"
    return calendar(many(size, lambda n: event(n, f"RRULE:FREQ=DAILY;INTERVAL={7 * (1 + n % 100)};BYDAY=TU", start=start)))


@family(("explain",))
def series_with_a_wide_list_of_sources(size):
    """Calendars with one UID. The first instance has a hundred rules, and the others one rule each."""
    rules = "".join(f"RRULE:FREQ=YEARLY;INTERVAL={number};COUNT=1{CRLF}" for number in range(1, 100))
    one = calendar(event("series", "RRULE:FREQ=SECONDLY;COUNT=2000", rules, start="DTSTART:20260101T000000Z"))
    return many(size, lambda _: one)
