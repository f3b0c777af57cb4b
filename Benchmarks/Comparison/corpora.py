"""The files that are measured; they are made when they are missing."""

import subprocess

from .measuring import HERE, TOOLS

FOLDER = HERE / "corpora"
SEED = 2026


def generated(name, *arguments):
    """The path of a corpus, made first unless it is there."""
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
    """A calendar of people, of a size such as 20MB."""
    return generated(f"people-{size}.ics", "--kind", "people", "--size", size)


def people_events(count):
    """A calendar of people with so many events."""
    return generated(f"people-{count}.ics", "--kind", "people", "--events", str(count))


def recurring(count=10_000):
    """Endless series only."""
    return generated(f"recurring-{count}.ics", "--kind", "recurring", "--events", str(count))


def folder(count=20_000):
    """A folder of small files."""
    return generated(f"folder-{count}", "--kind", "folder", "--events", str(count))


def empty():
    """A calendar without events."""
    path = FOLDER / "empty.ics"
    FOLDER.mkdir(exist_ok=True)
    path.write_bytes(b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nEND:VCALENDAR\r\n")
    return path
