"""Bytes, lines, folds, quotes and parameters."""

from . import EXPANDING, family
from .text import CRLF, calendar, event, folded, in_event, many


@family()
def carriage_returns(size):
    """A calendar that contains only CR."""
    return in_event("\r" * size)


@family()
def blank_lines(size):
    return in_event(CRLF * (size // 2))


@family()
def folds_of_nothing(size):
    """Continuation lines that add nothing."""
    return in_event("SUMMARY:a", (" " + CRLF) * (size // 3))


@family()
def tabs_and_line_feeds(size):
    return in_event("SUMMARY:a", "\n\t" * (size // 2))


@family()
def one_long_line(size):
    return in_event("DESCRIPTION:" + "a" * size)


@family()
def one_long_name(size):
    return in_event("X-" + "A" * size + ":1")


@family()
def one_long_line_without_colon(size):
    return in_event("A" * size)


@family()
def long_folded_line(size):
    return in_event(folded("DESCRIPTION:" + "a" * size))


@family()
def line_folded_at_each_character(size):
    return in_event(folded("DESCRIPTION:" + "a" * (size // 4), 1))


@family()
def folds_inside_characters(size):
    """A fold inside each two-byte character."""
    return in_event("DESCRIPTION:@").encode().replace(b"@", b"\xc3\r\n \xa9" * (size // 5))


@family()
def lines_without_colon(size):
    return in_event(many(size, lambda _: "no property" + CRLF))


@family()
def lines_of_one_byte(size):
    return in_event("a\n" * (size // 2))


@family()
def colons(size):
    return in_event(":" * size)


@family()
def lines_of_a_colon(size):
    return in_event((":" + CRLF) * (size // 3))


@family()
def semicolons(size):
    return in_event("SUMMARY" + ";" * size + ":a")


@family()
def parameter_flood(size):
    return in_event("SUMMARY" + many(size, lambda number: f";X-P{number}=value") + ":a")


@family()
def same_parameter_again_and_again(size):
    return in_event("ATTENDEE" + many(size, lambda _: ";CN=Nora") + ":mailto:a@example.org")


@family()
def parameters_without_value(size):
    """Sixteen mistakes in each line of one event, all repairable."""
    parameters = "".join(f";{name}" for name in "ABCDEFGHIJKLMNOP")
    return in_event(many(size, lambda _: f"X{parameters}:{CRLF}"))


@family()
def lines_with_twenty_parameters(size):
    parameters = "".join(f";X-P{number}=v" for number in range(20))
    return in_event(many(size, lambda number: f"X-LINE{parameters}:{number}{CRLF}"))


@family()
def parameter_values(size):
    """One parameter with many values."""
    members = many(size, lambda n: f'"mailto:{n}@example.org"', ",")
    return in_event(f"ATTENDEE;MEMBER={members}:mailto:a@example.org")


@family()
def parameter_values_without_quotes(size):
    return in_event("SUMMARY;X-P=" + "a," * (size // 2) + "a:b")


@family()
def quote_flood(size):
    return in_event("SUMMARY;X-P=" + '"' * size + ":a")


@family()
def quotes_that_nobody_closes(size):
    return in_event("SUMMARY" + ';A="b' * (size // 5) + ":a")


@family()
def lines_with_a_quote_that_nobody_closes(size):
    return in_event(many(size, lambda _: 'SUMMARY;CN="a:b' + CRLF))


@family()
def quotes_and_colons(size):
    return in_event("SUMMARY;A=" + '":' * (size // 2))


@family()
def carets_in_a_parameter(size):
    return in_event("SUMMARY;X-P=" + "^n^^^'^" * (size // 7) + ":a")


@family()
def bytes_that_are_not_utf8(size):
    return in_event("SUMMARY:@").encode().replace(b"@", b"\xff\xc3\xe2\x82\xf0\x9f" * (size // 6))


@family()
def lines_that_are_not_utf8(size):
    return in_event("@").encode().replace(b"@", b"SUMMARY;X-P=\xe9\xff:\xff\xe9t\xe9\r\n" * (size // 23))


@family()
def nulls_and_controls(size):
    return in_event("SUMMARY:" + "\0\1\x1b\x7f" * (size // 4))


@family()
def combining_characters(size):
    """One Swift character with many code points."""
    return in_event("SUMMARY:e" + "\u0301" * (size // 2))


@family()
def byte_order_marks(size):
    return calendar(event(), "\ufeff" * (size // 3))


@family()
def lines_with_byte_order_marks(size):
    return in_event(many(size, lambda _: "\ufeffCOMMENT:a" + CRLF))


@family()
def junk_around_a_calendar(size):
    return "junk\n" * (size // 10) + calendar(event()) + "junk\n" * (size // 10)


@family()
def names_in_mixed_case(size):
    return in_event(many(size, lambda number: f"cOmMent;lAnguage=EN:{number}{CRLF}"))


@family(EXPANDING)
def people_with_nine_hundred_groups_that_are_none(size):
    members = ",".join(['"a"'] * 900)
    return in_event("RRULE:FREQ=DAILY", many(size, lambda n: f"ATTENDEE;MEMBER={members}:mailto:a{n}@example.org{CRLF}"))


@family(EXPANDING)
def names_that_are_said_a_thousand_times(size):
    return in_event("RRULE:FREQ=DAILY", many(size, lambda n: f"ATTENDEE{';CN=a' * 999}:mailto:a{n}@example.org{CRLF}"))
