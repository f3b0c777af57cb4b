"""Families of intentionally difficult inputs of any size.

A family is a function that returns approximately the given number of bytes. Its decorator specifies how to run it
(names from `modes.py`), and whether it is iCalendar, jCal or the files of a store.
"""

from dataclasses import dataclass
from typing import Callable

# The modes for every calendar.
READING = ("count", "check", "rebuild", "jcal", "from-jcal", "xcal")
# The additional modes for calendars with occurrences.
EXPANDING = READING + ("ndjson", "ics", "freebusy", "conflicts")
# The additional modes for the series with the UID `series`.
EXPLAINING = EXPANDING + ("explain",)


@dataclass
class Family:
    """One kind of input: its name, how to create it, and how to run it."""

    name: str
    make: Callable[[int], bytes]
    modes: tuple
    # `ics`, `jcal` or `store`. For a store, `make` yields file names and contents.
    form: str = "ics"


FAMILIES = {}


def family(modes=READING, also=(), form="ics"):
    """Creates a family, named after a function that returns text or bytes of a given size."""

    def register(function):
        def make(size):
            made = function(size)
            return made.encode() if isinstance(made, str) else made

        name = function.__name__.replace("_", "-")
        FAMILIES[name] = Family(name, make, tuple(modes) + tuple(also), form)
        return function

    return register


from . import components, exchange, lines, merging, products, properties, recurrence, stores, zones  # noqa: E402,F401
