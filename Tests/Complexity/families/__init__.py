"""Families of inputs that are unkind on purpose, each of any size.

A family is a function that gets a size in bytes and answers about as many bytes. What is said of it stands in its
decorator: how it is run (names of `modes.py`), and whether it is iCalendar, jCal or the files of a store.
"""

from dataclasses import dataclass
from typing import Callable

# What every calendar goes through.
READING = ("count", "check", "rebuild", "jcal", "from-jcal", "xcal")
# What one with occurrences goes through too.
EXPANDING = READING + ("ndjson", "ics", "freebusy", "conflicts")
# What the series of the UID `series` goes through.
EXPLAINING = EXPANDING + ("explain",)


@dataclass
class Family:
    """One kind of input: its name, how it is made, and how it is run."""

    name: str
    make: Callable[[int], bytes]
    modes: tuple
    # `ics`, `jcal`, or `store`, of which `make` gives names and bytes of files.
    form: str = "ics"


FAMILIES = {}


def family(modes=READING, also=(), form="ics"):
    """Makes a family of a function from a size to text or bytes; its name is that of the function."""

    def register(function):
        def make(size):
            made = function(size)
            return made.encode() if isinstance(made, str) else made

        name = function.__name__.replace("_", "-")
        FAMILIES[name] = Family(name, make, tuple(modes) + tuple(also), form)
        return function

    return register


from . import components, exchange, lines, merging, products, properties, recurrence, stores, zones  # noqa: E402,F401
