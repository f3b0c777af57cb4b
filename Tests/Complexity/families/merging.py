"""Versions of an item that changed on both sides."""

import functools

from . import family
from .text import block, calendar, event, in_event, many, minute

merging = functools.partial(family, ["merge"])

ANSWERS = {"base": "NEEDS-ACTION", "ours": "ACCEPTED", "theirs": "DECLINED"}


def versions(size, make):
    """Returns the common version and those of each side, from the text that `make(number, version)` returns."""
    return "\f".join(in_event(many(size // 3, lambda n: make(n, version))) for version in ANSWERS)


def alarm(*lines):
    """Returns an alarm with the given lines."""
    return block("VALARM", "ACTION:DISPLAY", *lines)


def series(overrides):
    """Returns a daily series with overrides."""
    return calendar(event("series", "RRULE:FREQ=DAILY"), overrides)


def override(number, title):
    """Returns a changed instance of the series."""
    return event("series", f"RECURRENCE-ID:{minute(number * 1440)}", f"SUMMARY:{title}")


@merging()
def merge_changed_instances(size):
    """Every instance is changed on both sides."""
    return "\f".join(series(many(size // 3, lambda n: override(n, f"{title} {n}"))) for title in ANSWERS)


@merging()
def merge_new_instances(size):
    """New instances on the server, and a local change to the title."""
    base = series("")
    ours = base.replace("RRULE", "SUMMARY:ours\r\nRRULE")
    return "\f".join((base, ours, series(many(size, lambda n: override(n, n)))))


@merging()
def merge_removed_instances(size):
    """Removed instances on the server, and a local change to the title."""
    base = series(many(size // 2, lambda n: override(n, n)))
    return "\f".join((base, base.replace("RRULE", "SUMMARY:ours\r\nRRULE"), series("")))


@merging()
def merge_splits(size):
    """Local changes to instances, and overrides for all following instances on the server."""
    splits = many(size // 2, lambda n: override(n, n).replace("-ID", "-ID;RANGE=THISANDFUTURE"))
    instances = many(size // 2, lambda n: override(-1 - n, n))
    return "\f".join((series(""), series(instances), series(splits)))


@merging()
def merge_attendees(size):
    return versions(size, lambda n, version: f"ATTENDEE;PARTSTAT={ANSWERS[version]}:mailto:{n}@example.com\r\n")


@merging()
def merge_categories(size):
    return versions(size, lambda n, version: f"CATEGORIES:{version}{n}\r\n")


@merging()
def merge_excluded_dates(size):
    places = list(ANSWERS)
    return versions(size, lambda n, version: f"EXDATE:{minute(n * 3 + places.index(version))}\r\n")


@merging()
def merge_properties(size):
    return versions(size, lambda n, version: f"P{n}:{version}\r\n")


@merging()
def merge_own_properties(size):
    return versions(size, lambda n, version: f"X-P{n}:{version}\r\n")


@merging()
def merge_alarms(size):
    return versions(size, lambda n, version: alarm(f"UID:{n}", "TRIGGER:-PT5M", f"DESCRIPTION:{version}"))


@merging()
def merge_alarms_without_uid(size):
    return versions(size, lambda n, version: alarm(f"TRIGGER:-PT{n}M", f"DESCRIPTION:{version}"))


@merging()
def merge_alarms_that_differ_in_parameters(size):
    return versions(size, lambda n, version: alarm(f"TRIGGER;X-A={version}{n}:-PT5M"))


@merging()
def merge_components_of_many_names(size):
    return versions(size, lambda n, version: block(f"X-{n}", f"SUMMARY:{version}"))
