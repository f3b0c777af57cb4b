#!/usr/bin/env python3
"""Reads calendars written by this package with two other programs.

Each file is written four times: as it was read, normalized, with every line rebuilt from its values, and with added
time zones. Python's `icalendar` and libical's parser must find the same contents in the original and the first three
copies. The fourth only has to be readable.

    python3 -m venv /tmp/peers && /tmp/peers/bin/pip install icalendar
    swift build -c release --package-path Benchmarks --product convert-calendar
    /tmp/peers/bin/python Tests/Peers/read_back.py Benchmarks/.build/release/convert-calendar Corpus [FOLDER...]

It prints each difference and then the number of files that each peer read. The exit status is 1 if anything differs.
README.md explains the known kinds of differences.
"""

import ctypes
import ctypes.util
import pathlib
import re
import subprocess
import sys

import icalendar


def libical():
    library = ctypes.CDLL(ctypes.util.find_library("ical"))
    for name in ("icalparser_parse_string", "icalcomponent_get_first_component", "icalcomponent_get_next_component",
                 "icalcomponent_get_first_property", "icalcomponent_get_next_property"):
        getattr(library, name).restype = ctypes.c_void_p
    for name in ("icalproperty_as_ical_string", "icalcomponent_kind_to_string"):
        getattr(library, name).restype = ctypes.c_char_p
    return library


LIBICAL = libical()
# The default values of rule parts, which a rebuilt rule omits.
USUAL_PARTS = re.compile(rb";(?:INTERVAL=1|WKST=MO)(?=;|$)")
ANY_COMPONENT, ANY_PROPERTY = 1, 0


def by_libical(data):
    """Returns the components and properties that libical finds, or None if it finds nothing."""
    root = LIBICAL.icalparser_parse_string(ctypes.c_char_p(data))
    if not root:
        return None
    try:
        return libical_tree(root)
    finally:
        LIBICAL.icalcomponent_free(ctypes.c_void_p(root))


def libical_tree(component):
    pointer = ctypes.c_void_p(component)
    properties, components = [], []
    found = LIBICAL.icalcomponent_get_first_property(pointer, ANY_PROPERTY)
    while found:
        text = LIBICAL.icalproperty_as_ical_string(ctypes.c_void_p(found)) or b""
        text = text.replace(b"\r\n ", b"").replace(b"\n ", b"").strip()
        if text.startswith((b"RRULE", b"EXRULE")):
            text = USUAL_PARTS.sub(b"", text)
        # libical adds X-LIC-ERROR for each line that it cannot read.
        if not text.startswith(b"X-LIC-ERROR"):
            properties.append(text)
        found = LIBICAL.icalcomponent_get_next_property(pointer, ANY_PROPERTY)
    found = LIBICAL.icalcomponent_get_first_component(pointer, ANY_COMPONENT)
    while found:
        components.append(libical_tree(found))
        found = LIBICAL.icalcomponent_get_next_component(pointer, ANY_COMPONENT)
    name = LIBICAL.icalcomponent_kind_to_string(LIBICAL.icalcomponent_isa(pointer)) or b""
    return (name.upper(), tuple(sorted(properties)), tuple(components))


def by_icalendar(data):
    """Returns the components and properties that icalendar finds, or None if it rejects the data."""
    try:
        return tuple(icalendar_tree(found) for found in icalendar.Calendar.from_ical(data, multiple=True))
    except Exception:  # pylint: disable=broad-except
        return None


def icalendar_tree(component):
    properties = []
    for name, value in component.property_items(recursive=False, sorted=True):
        if name in ("BEGIN", "END"):
            continue
        try:
            text = value.to_ical() if hasattr(value, "to_ical") else repr(value)
        except Exception:  # pylint: disable=broad-except
            text = "?"
        if name.upper() in ("RRULE", "EXRULE") and isinstance(text, bytes):
            text = USUAL_PARTS.sub(b"", text)
        parameters = dict(getattr(value, "params", {}))
        properties.append((name.upper(), text, sorted((k.upper(), str(v)) for k, v in parameters.items()
                                                      if k.upper() not in ("VALUE", "ENCODING"))))
    return (component.name, sorted(properties, key=repr),
            tuple(icalendar_tree(inner) for inner in component.subcomponents))


def written(program, path, *options):
    run = subprocess.run([program, "--to", "ics", *options, str(path)], capture_output=True, timeout=60, check=False)
    return run.stdout if run.returncode == 0 else None


def framed(data):
    """Returns the data, wrapped in a VCALENDAR if it has none, as writing does."""
    if b"BEGIN:VCALENDAR" in data.upper():
        return data
    return b"BEGIN:VCALENDAR\r\n" + data.rstrip(b"\r\n") + b"\r\nEND:VCALENDAR\r\n"


def main():
    program, folders = sys.argv[1], sys.argv[2:]
    files = sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.ics"))
    counts = {"files": 0, "icalendar": 0, "libical": 0}
    differences = 0
    for path in files:
        original = framed(path.read_bytes())
        copies = {"as read": written(program, path, "--as-read"), "normal": written(program, path, "--plain"),
                  "rebuilt": written(program, path, "--rebuild", "--plain"), "with zones": written(program, path)}
        if any(copy is None for copy in copies.values()):
            continue
        counts["files"] += 1
        for peer, read in (("icalendar", by_icalendar), ("libical", by_libical)):
            expected = read(original)
            if expected is None:
                continue
            counts[peer] += 1
            for name, copy in copies.items():
                found = read(copy)
                if name == "with zones":
                    # This copy contains more than the original, so it only has to be readable.
                    same = found is not None
                else:
                    same = found == expected
                if not same:
                    differences += 1
                    print(f"{path}: {name}: {peer} reads something else")
    print(counts, "differences:", differences)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
