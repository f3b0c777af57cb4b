#!/usr/bin/env python3
"""Checks by counting instructions that work grows no faster than the input, and that memory stays proportional to it.

    complexity.py                       each family in some of its modes, in under ten minutes
    complexity.py --all                 each family in all of its modes
    complexity.py NAME... --modes only families whose names contain NAME, and only these modes
    complexity.py --large               seconds and memory for 1 MB in all families and modes, without counting
    complexity.py --self-test           check that a program with quadratic work or too much memory is detected
    complexity.py --list                list the families and their modes

Each family of inputs (`families`) is created in two sizes, one four times the other, and both are run under callgrind.
The instructions for a calendar with one event are subtracted. A doubling may cost up to 2.3 times as much: 2 is linear,
2.1 is sorting, and 4 is quadratic. Then 1 MB is run alone on all threads. It may use 64 MB plus 40 bytes of memory per
byte. For stores, the lowest processor time of three runs is compared, and a doubling may cost up to 3 times as much.

The script builds release programs unless --no-build is given, prints a table, and exits with 1 if any limit is
exceeded. It requires valgrind (`make complexity` installs it).
"""

import argparse
import concurrent.futures
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

from families import FAMILIES, Family
from families.text import calendar, event
from measuring import Failure, cost, instructions
from modes import CONVERT, MODES, ROOT, TIMED, with_one_thread

SMALL, TIMES = 32 << 10, 4
LARGE = 1 << 20
MOST_GROWTH = 2.3
# For programs measured by time, in microseconds.
TIMED_SMALL = 256 << 10
MOST_TIMED_GROWTH = 3
MOST_MEMORY_A_BYTE, MOST_MEMORY = 40, 64 << 20
MOST_SECONDS = 2
# Below these minimums, the comparison would measure only noise, as when work does not grow with the input.
LEAST_INSTRUCTIONS = 100_000
LEAST_MICROSECONDS = 10_000


@dataclass
class Row:
    """The measurements for a family in a mode."""

    family: str
    mode: str
    growth: float = 0
    a_byte: float = 0
    seconds: float = 0
    memory: int = 0
    flaw: str = ""

    def print(self):
        growth = f"{self.growth:6.2f} {self.a_byte:8.0f}" if self.growth else " " * 15
        memory = f"{self.seconds:7.2f} {self.memory / 1e6:7.0f}" if self.memory else " " * 15
        print(f"{self.family:42} {self.mode:10} {growth} {memory}  {self.flaw}".rstrip(), flush=True)


def build():
    """Builds the programs in release mode."""
    for product in ("ics-expand", "ics-store", "merge-versions"):
        command = ["swift", "build", "-c", "release", "--traits", "CommandLine,Libical,Records", "--product", product]
        subprocess.run(command, cwd=ROOT, check=True)
    command = ["swift", "build", "-c", "release", "--product", "convert-calendar"]
    subprocess.run(command, cwd=ROOT / "Benchmarks", check=True)


class Measuring:
    """Creates inputs in a folder and measures programs that read them."""

    def __init__(self, folder, modes, options):
        self.folder = pathlib.Path(folder)
        self.modes = modes
        self.options = options
        self.start_ups = {}

    def input(self, family, mode, size):
        """Returns the path of an input of approximately the given size, and its exact size in bytes."""
        path = self.folder / f"{family.name}-{mode}-{size}.{family.form}"
        made = family.make(size)
        if family.form == "store":
            for name, content in made:
                file = path / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
            return path, sum(len(content) for _, content in made)
        path.write_bytes(made)
        if mode == "from-jcal" and family.form == "ics":
            made = path.with_suffix(".json")
            with made.open("wb") as output:
                subprocess.run([CONVERT, "--to", "jcal", path], stdout=output, stderr=subprocess.DEVNULL, check=True)
            path = made
        return path, path.stat().st_size

    def count(self, family, mode, size):
        """Returns the instructions or microseconds that an input takes, and its size in bytes."""
        path, length = self.input(family, mode, size)
        command = [*self.modes[mode], path]
        if mode in TIMED:
            return int(min(cost(command).processor for _ in range(3)) * 1e6), length
        return instructions(with_one_thread(command)), length

    def start_up(self, mode):
        """Returns the number of instructions for a nearly empty input."""
        if mode not in self.start_ups:
            form = "store" if mode in TIMED else "ics"
            content = calendar(event()).encode()
            small = Family("small", lambda _: [("a/1.ics", content)] if form == "store" else content, (mode,), form)
            self.start_ups[mode] = self.count(small, mode, 0)[0]
        return self.start_ups[mode]

    def measure(self, family, mode):
        """Returns the row for a family in a mode."""
        row = Row(family.name, mode)
        flaws = []
        try:
            if not self.options.large:
                self.measure_growth(family, mode, row, flaws)
            path, length = self.input(family, mode, LARGE)
            taken = cost([*self.modes[mode], path])
            row.seconds, row.memory = taken.processor, taken.memory
            if taken.memory > MOST_MEMORY_A_BYTE * length + MOST_MEMORY:
                flaws.append(f"{taken.memory / length:.0f} bytes of memory a byte")
            if self.options.large and taken.processor > MOST_SECONDS:
                flaws.append("slow")
        except Failure as failure:
            flaws.append(str(failure))
        row.flaw = ", ".join(flaws)
        self.clear(family, mode)
        return row

    def clear(self, family, mode):
        """Deletes the inputs for a family in a mode."""
        for path in self.folder.glob(f"{family.name}-{mode}-[0-9]*"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()

    def measure_growth(self, family, mode, row, flaws):
        """Calculates the additional cost of a doubling."""
        start = self.start_up(mode)
        size = TIMED_SMALL if mode in TIMED else SMALL
        small, length = self.count(family, mode, size)
        large, larger = self.count(family, mode, size * TIMES)
        # An input is slightly larger than requested.
        doublings = max(1, math.log2(larger / length))
        least, most = (
            (LEAST_MICROSECONDS, MOST_TIMED_GROWTH) if mode in TIMED else (LEAST_INSTRUCTIONS, MOST_GROWTH)
        )

        def growth():
            return max((large - start) / max(small - start, least), 0.01) ** (1 / doublings)

        if growth() > most:
            # A family without occurrences does not print the small calendar's occurrence.
            start = min(start, self.count(family, mode, 1)[0])
        row.growth = growth()
        row.a_byte = (large - start) / larger
        if row.growth > most:
            flaws.append(f"a doubling costs {row.growth:.1f} times as much")


def chosen(options):
    """Returns the families and modes to measure."""
    pairs = []
    for place, family in enumerate(FAMILIES.values()):
        if options.names and not any(name in family.name for name in options.names):
            continue
        modes = family.modes
        if options.modes:
            modes = [mode for mode in modes if mode in options.modes.split(",")]
        elif not (options.all or options.large or options.names):
            # Alternate, so that each mode gets families of every kind.
            step = 6 if len(modes) < 8 else 5
            modes = modes[place % step :: step]
        pairs += [(family, mode) for mode in modes]
    return pairs


def run(measuring, pairs):
    """Measures and prints everything, and returns whether it passes."""
    print(f"{'family':42} {'mode':10} {'growth':>6} {'per byte':>8} {'1 MB: s':>7} {'MB':>7}")
    print("-" * 85)
    began = time.monotonic()
    # Shared inputs are measured before threads start.
    if not measuring.options.large:
        for mode in sorted({mode for _, mode in pairs}):
            measuring.start_up(mode)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        rows = [pool.submit(measuring.measure, family, mode) for family, mode in pairs]
        for row in rows:
            row.result().print()
    flawed = [row.result() for row in rows if row.result().flaw]
    print(f"\n{len(rows)} runs, {len(flawed)} too much, in {time.monotonic() - began:.0f} s")
    for row in flawed:
        print(f"{row.family} {row.mode}: {row.flaw}", file=sys.stderr)
    return not flawed


# Replaces a program: reads the input and does what its arguments specify.
STAND_IN = """
import sys
data = open(sys.argv[2], 'rb').read()
if sys.argv[1] == 'linear':
    for byte in data: pass
elif sys.argv[1] == 'quadratic':
    for place in range(0, len(data), 512): data[place:].count(b'no')
elif sys.argv[1] == 'wasteful':
    held = bytearray(len(data) * 200)
"""


def self_test(folder, options):
    """Returns whether linear work passes, and quadratic or wasteful work fails."""
    program = [sys.executable, "-S", "-c", STAND_IN]
    modes = {name: [*program, name] for name in ("linear", "quadratic", "wasteful")}
    measuring = Measuring(folder, modes, options)
    family = Family("letters", lambda size: b"a" * size, tuple(modes))
    rows = {mode: measuring.measure(family, mode) for mode in modes}
    for row in rows.values():
        row.print()
    return (
        not rows["linear"].flaw
        and "doubling" in rows["quadratic"].flaw
        and "doubling" not in rows["wasteful"].flaw
        and "memory" in rows["wasteful"].flaw
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--modes")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    options = parser.parse_args()
    pairs = chosen(options)
    if options.list:
        for family in FAMILIES.values():
            print(f"{family.name:42} {' '.join(family.modes)}")
        return 0
    if not options.large and not shutil.which("valgrind"):
        print("valgrind is not installed; run `make complexity` to install it, or use --large", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as folder:
        if options.self_test:
            return 0 if self_test(folder, options) else 1
        if not pairs:
            print("no family matches these names and modes", file=sys.stderr)
            return 1
        if not options.no_build:
            build()
        return 0 if run(Measuring(folder, MODES, options), pairs) else 1


if __name__ == "__main__":
    sys.exit(main())
