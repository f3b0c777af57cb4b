"""Values: invalid values, long values, lists, and many properties in one component."""

from . import family
from .text import CRLF, block, calendar, event, folded, in_event, many, minute


def flood(*lines):
    """Creates a family of events with repeated lines. `{}` is replaced by a number."""

    def make(size):
        return in_event(many(size, lambda number: lines[number % len(lines)].replace("{}", str(number)) + CRLF))

    return make


def named(name, function, *arguments, **options):
    """Creates a family from a function, with the given name."""
    function.__name__ = name
    family(*arguments, **options)(function)


named("starts-that-no-calendar-has", flood("DTSTART:20260231T256199Z"))
named("bad-values", flood("DTSTART:x", "DURATION:P", "RRULE:FREQ=NEVER", "GEO:1", "PRIORITY:x", "EXDATE:1"))
named("bad-parameters", flood("ATTENDEE;RSVP=MAYBE;CUTYPE=;=x:nobody", "DTEND;TZID=;VALUE=X:20260101"))
named("bad-properties-with-a-diagnostic-each", flood("DTSTART{}:20260101", "=:x", "SUM MARY:a"))
named("properties-that-may-come-once", flood("DTSTART:20260101T100000Z", "UID:{}", "SUMMARY:{}", "SEQUENCE:{}"))
named("uids-of-one-event", flood("UID:{}"))
named("extension-properties", flood("X-PROPERTY-{}:value"))
named("one-extension-property", flood("X-APPLE-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC"))
named("unknown-properties", flood("PROPERTY-{};PARAMETER-{}=value:value"))
named("many-attendees", flood("ATTENDEE;CN=Nora;PARTSTAT=ACCEPTED:mailto:nora-{}@example.org"))
named("same-attendee", flood("ATTENDEE;CN=Nora:mailto:nora@example.org"))
named("many-attachments", flood("ATTACH;FMTTYPE=text/plain:https://example.org/{}"))
named("many-comments", flood("COMMENT:a\\, b\\; c\\n {}"))
named("many-relations", flood("RELATED-TO;RELTYPE=PARENT:{}", "CONCEPT:urn:a:{}", "LINK;VALUE=URI:urn:a:{}"))
named("request-statuses", flood("REQUEST-STATUS:2.8;Success\\, but {};ATTENDEE"))
named("many-images", flood("IMAGE;VALUE=URI;DISPLAY=BADGE:https://example.org/{}.png", "CONFERENCE;VALUE=URI:tel:{}"))
named("structured-data", flood("STRUCTURED-DATA;FMTTYPE=application/json;VALUE=TEXT:{\"a\"\\: {}}"))
named("languages", flood("SUMMARY;LANGUAGE=x-{}:a"))
named("values-of-declared-types", flood("X-A;VALUE=INTEGER:{}", "X-B;VALUE=DURATION:PT{}S", "X-C;VALUE=FLOAT:{}.5"))


@family()
def categories_list(size):
    return in_event("CATEGORIES:" + many(size, lambda number: f"c{number}", ","))


@family()
def categories_of_nothing(size):
    return in_event("CATEGORIES:" + "," * size)


@family()
def many_categories(size):
    return in_event(many(size, lambda number: f"CATEGORIES:c{number}{CRLF}"))


@family()
def resources_with_escaped_commas(size):
    return in_event("RESOURCES:" + "a\\,b," * (size // 5))


@family()
def escaped_text(size):
    return in_event("DESCRIPTION:" + "\\n\\,\\;\\\\" * (size // 8))


@family()
def backslashes(size):
    return in_event("DESCRIPTION:" + "\\" * size)


@family()
def escapes_that_do_not_exist(size):
    return in_event("DESCRIPTION:" + "\\x\\\"" * (size // 4))


@family()
def semicolons_in_a_value(size):
    return in_event("REQUEST-STATUS:" + ";" * size)


@family()
def base64_attachment(size):
    return in_event(folded("ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "QUJD" * (size // 4)))


@family()
def base64_that_is_none(size):
    return in_event("ATTACH;ENCODING=BASE64;VALUE=BINARY:" + "Q=?D" * (size // 4))


@family()
def quoted_printable(size):
    return in_event("DESCRIPTION;ENCODING=QUOTED-PRINTABLE:" + "=C3=A9" * (size // 6))


@family()
def number_of_many_digits(size):
    return in_event("SEQUENCE:" + "9" * size)


@family()
def fraction_of_many_digits(size):
    return in_event("X-A;VALUE=FLOAT:0." + "3" * size, "GEO:1." + "1" * 100 + ";2")


@family()
def duration_of_many_digits(size):
    return in_event("DURATION:P" + "0" * size + "1D")


@family()
def duration_of_many_parts(size):
    return in_event("DURATION:PT" + "1H" * (size // 2))


@family()
def long_uri(size):
    return in_event("URL:https://example.org/" + "%20" * (size // 3))


@family()
def long_address(size):
    return in_event("ATTENDEE:mailto:" + "a" * size + "@example.org")


@family()
def long_uid(size):
    return calendar(event("u" * (size // 2)), event("u" * (size // 2), "SEQUENCE:1"))


@family()
def extended_html(size):
    return in_event('X-ALT-DESC;FMTTYPE=text/html:' + "<p>\\n" * (size // 5))


@family(also=["freebusy"])
def free_busy_list(size):
    def periods(number):
        return f"{minute(number * 2)}/PT1M"

    return calendar(block("VFREEBUSY", "UID:f", "DTSTAMP:20260101T000000Z", "FREEBUSY:" + many(size, periods, ",")))


@family(also=["freebusy"])
def free_busy_lines(size):
    def line(number):
        return f"FREEBUSY;FBTYPE=BUSY:{minute(number * 2)}/{minute(number * 2 + 3)}{CRLF}"

    return calendar(block("VFREEBUSY", "UID:f", "DTSTAMP:20260101T000000Z", many(size, line)))


@family()
def calendar_properties(size):
    return calendar(many(size, lambda number: f"X-WR-CALNAME:{number}{CRLF}"), event())


@family()
def calendar_names(size):
    return calendar(many(size, lambda number: f"NAME;LANGUAGE=x-{number}:a{CRLF}REFRESH-INTERVAL:P1D{CRLF}"), event())


@family()
def bad_values_of_one_list(size):
    return in_event("EXDATE:" + "x," * (size // 2) + "y")


@family()
def odd_values_of_one_list(size):
    """Values that are repaired individually."""
    return in_event("EXDATE:" + "2026-01-01T00:00:00Z," * (size // 21) + "20260101T000000Z")


@family()
def empty_values_of_one_list(size):
    return in_event("EXDATE:" + "," * size)


@family()
def bad_numbers_of_a_rule(size):
    return in_event("RRULE:FREQ=YEARLY;BYMONTH=" + "x," * (size // 2) + "1")


@family()
def bad_parts_of_a_rule(size):
    return in_event("RRULE:FREQ=YEARLY" + ";=" * (size // 2))


@family()
def bad_periods(size):
    return in_event("RDATE;VALUE=PERIOD:" + "/," * (size // 2) + "/")


@family()
def declared_types_that_are_none(size):
    return in_event("DTSTART" + ";VALUE=X" * (size // 8) + ":20260101")
