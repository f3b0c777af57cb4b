"""The files to measure. Missing files are generated."""

import subprocess

from .measuring import HERE, TOOLS

FOLDER = HERE / "corpora"
SEED = 2026


def generated(name, *arguments):
    """Returns the path of a corpus, which is generated if missing."""
    path = FOLDER / name
    if not path.exists():
        FOLDER.mkdir(exist_ok=True)
        part = FOLDER / f".{name}.part"
        print(f"making {name}", flush=True)
        subprocess.run(
            [TOOLS / "generate-corpus", *arguments, "--seed", str(SEED), "--output", part], check=True
        )
        part.rename(path)
    return path


def people(size):
    """Returns a personal calendar with a size such as 20MB."""
    return generated(f"people-{size}.ics", "--kind", "people", "--size", size)


def people_events(count):
    """Returns a personal calendar with a number of events."""
    return generated(f"people-{count}.ics", "--kind", "people", "--events", str(count))


def recurring(count=10_000):
    """Returns a calendar of endless series."""
    return generated(f"recurring-{count}.ics", "--kind", "recurring", "--events", str(count))


def folder(count=20_000):
    """Returns a folder of small files."""
    return generated(f"folder-{count}", "--kind", "folder", "--events", str(count))


def empty():
    """Returns a calendar without events."""
    path = FOLDER / "empty.ics"
    FOLDER.mkdir(exist_ok=True)
    path.write_bytes(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n")
    return path
