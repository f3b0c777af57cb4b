"""jCal: JSON that no calendar program writes."""

import functools

from . import family
from .text import many

jcal = functools.partial(family, ["from-jcal"], form="jcal")

PROPERTIES = '["version",{},"text","2.0"],["prodid",{},"text","-//families//EN"]'
TIMES = '["uid",{},"text","series"],["dtstamp",{},"date-time","2026-01-01T00:00:00Z"]'


def file(*components):
    """Returns a calendar with components as JSON."""
    return f'["vcalendar",[{PROPERTIES}],[{",".join(components)}]]'


def event(*properties):
    """Returns an event with properties as JSON."""
    return f'["vevent",[{",".join((TIMES, *properties))}],[]]'


@jcal()
def json_events(size):
    return file(many(size, lambda n: event(f'["summary",{{}},"text","{n}"]'), ","))


@jcal()
def json_calendars(size):
    return "[" + many(size, lambda _: file(event()), ",") + "]"


@jcal()
def json_long_string(size):
    return file(event('["summary",{},"text","' + "a" * size + '"]'))


@jcal()
def json_escapes(size):
    return file(event('["summary",{},"text","' + "\\u00e9\\n" * (size // 8) + '"]'))


@jcal()
def json_halves_of_characters(size):
    return file(event('["summary",{},"text","' + "\\ud83d" * (size // 6) + '"]'))


@jcal()
def json_values(size):
    return file(event('["categories",{},"text"' + ',"a"' * (size // 4) + "]"))


@jcal()
def json_parameters(size):
    return file(event('["summary",{' + many(size, lambda n: f'"x-p{n}":"v"', ",") + '},"text","a"]'))


@jcal()
def json_same_parameter(size):
    return file(event('["summary",{' + many(size, lambda _: '"cn":"v"', ",") + '},"text","a"]'))


@jcal()
def json_parameter_values(size):
    members = many(size, lambda n: f'"mailto:{n}"', ",")
    return file(event(f'["attendee",{{"member":[{members}]}},"cal-address","mailto:a"]'))


@jcal()
def json_properties(size):
    return file(event(many(size, lambda n: f'["x-p{n}",{{}},"unknown","v"]', ",")))


@jcal()
def json_bad_properties(size):
    return file(event(many(size, lambda n: f'["dtstart",{{}},"date-time","{n}"]', ",")))


@jcal()
def json_properties_that_are_none(size):
    return file(event(many(size, lambda n: "[[],1,null]", ",")))


@jcal()
def json_nested_arrays(size):
    return file(event('["x-a",{},"text",' + "[" * (size // 2) + "]" * (size // 2) + "]"))


@jcal()
def json_arrays_that_never_end(size):
    return file(event())[:-2] + ',["vevent",' + "[" * size


@jcal()
def json_nested_objects(size):
    return file(event('["x-a",{"x-b":' + '{"a":' * (size // 6) + "1" + "}" * (size // 6) + '},"text","a"]'))


@jcal()
def json_nested_components(size):
    depth = size // 16
    return file('["vevent",[],[' * depth + "]]" * depth)


@jcal()
def json_numbers(size):
    return file(event('["x-a",{},"integer"' + ",1" * (size // 2) + "]"))


@jcal()
def json_number_of_many_digits(size):
    return file(event('["priority",{},"integer",' + "9" * size + "]"))


@jcal()
def json_rule_lists(size):
    return file(event('["rrule",{},"recur",{"freq":"YEARLY","bymonth":[' + "1," * (size // 2) + "1]}]"))


@jcal()
def json_rule_parts(size):
    return file(event('["rrule",{},"recur",{"freq":"YEARLY",' + many(size, lambda n: f'"x-{n}":1', ",") + "}]"))


@jcal()
def json_blanks(size):
    return file(event()) + " \n" * (size // 2)


@jcal()
def json_dates(size):
    return file(event('["rdate",{},"date"' + ',"2026-01-01"' * (size // 13) + "]"))


@jcal()
def json_periods(size):
    return file(event('["rdate",{},"period"' + ',["2026-01-01T00:00:00Z","PT1H"]' * (size // 32) + "]"))


@jcal()
def json_statuses(size):
    return file(event('["request-status",{},"text",[' + '"2.0",' * (size // 6) + '"a"]]'))
