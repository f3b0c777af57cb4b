#!/usr/bin/env python3
"""Compares ics-expand with its peers in one run and writes RESULTS.md and growth.svg.

    compare.py                 the short set, in under ten minutes
    compare.py --full          also 200 MB, 2 GB on standard input, and a million events
    compare.py --python        also the Python peers, installed from PyPI into a separate folder
    compare.py --check         instruction counts only; fails if one grew by more than 10%
    compare.py --record        instruction counts only; records them as the baseline for --check

Missing corpora are generated. Everything is built first unless --no-build is given.
"""

import argparse
import datetime
import json
import os
import subprocess
import sys
import time

from Comparison import corpora, sections
from Comparison.measuring import HERE, PROGRAM, ROOT
from Comparison.report import table, times

BASELINE = HERE / "instructions.json"
TOLERANCE = 1.10


def build():
    """Builds the program and the measuring tools for release."""
    subprocess.run(["swift", "build", "-c", "release", "--product", "ics-expand"], cwd=ROOT, check=True)
    for product in ("generate-corpus", "rule-speed", "read-calendar", "foundation-rules", "index-speed",
                    "store-speed"):
        subprocess.run(["swift", "build", "-c", "release", "--product", product], cwd=HERE, check=True)
    build_peers()


def build_peers():
    """Builds the peers written in C."""
    subprocess.run(["make", "-s", "-C", HERE / "Peers" / "libical"], check=True)


def install_python_peers():
    """Installs the packages that the Python peers need, unless they are already installed."""
    if sections.PYTHON.exists():
        return
    subprocess.run([sys.executable, "-m", "venv", sections.PYTHON.parent.parent], check=True)
    wanted = HERE / "Peers" / "python" / "requirements.txt"
    subprocess.run([sections.PYTHON, "-m", "pip", "install", "-q", "-r", wanted], check=True)


def instruction_section(counts):
    """Returns the table of instruction counts, compared with the peer."""
    if counts is None:
        return "### Instructions\n\nvalgrind is not installed."
    rows = []
    for name, count in counts.items():
        if not name.startswith("ics-expand"):
            continue
        peer = counts[name.replace("ics-expand", "libical")]
        rows.append([name.split()[1], f"{count / 1e6:,.1f}", f"{peer / 1e6:,.1f}", times(peer / count)])
    return "### Instructions\n\n" + table(["one thread", "millions", "libical", "ratio"], rows)


def check(counts):
    """Returns whether every count is at most 10% above its recorded value."""
    if counts is None:
        raise SystemExit("valgrind is not installed")
    recorded = json.loads(BASELINE.read_text())
    is_good = True
    # The peer's counts only show whether the machine and the library have changed.
    for name, before in recorded.items():
        now = counts.get(name)
        if now is None or not name.startswith("ics-expand"):
            continue
        print(f"{name}: {now / 1e6:,.1f} million instructions, {now / before:.3f} times the recorded count")
        if now > before * TOLERANCE:
            print(f"{name} executes over 10% more instructions", file=sys.stderr)
            is_good = False
    return is_good


def measure(options):
    """Yields a function for each section, in the order of the report."""
    runs = options.runs
    sizes = ["1MB", "20MB", "200MB"] if options.full else ["1MB", "20MB"]
    counts = [1000, 10_000, 100_000, 1_000_000] if options.full else [1000, 10_000, 100_000]
    for size in sizes:
        yield lambda size=size: sections.one_year(corpora.people(size), runs)
    yield lambda: sections.screening(corpora.people(sizes[-1]), runs)
    yield lambda: sections.one_year(corpora.recurring(), runs)
    yield lambda: sections.output(corpora.recurring(), runs)
    for size in sizes[1:]:
        yield lambda size=size: sections.whole_file(corpora.people(size), runs)
    yield lambda: sections.folder(corpora.folder(20_000 if options.full else 5000), runs)
    yield lambda: sections.start_up(runs)
    yield lambda: sections.rules()
    yield lambda: sections.growth(counts, runs)
    yield lambda: sections.index(counts)
    yield lambda: sections.store([1000, 10_000, 100_000])
    if options.full:
        yield lambda: sections.standard_input("2GB")
    yield lambda: instruction_section(sections.counted(["1MB", "20MB"] if options.full else ["1MB"]))


def head(options):
    """Returns the introduction: what was measured, where, and how."""
    version = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return "\n".join(
        [
            "# Results",
            "",
            f"Written by `make {'bench-full' if options.full else 'bench'}` on {datetime.date.today()}"
            f" at {version.stdout.strip() or 'an unknown commit'}; {sections.machine()}"
            f" (load at the start: {os.getloadavg()[0]:.1f}).",
            "",
            f"Times are medians of {options.runs} alternating runs of release builds, after a warm-up run."
            " Peak memory is the maximum of all runs. Spread is (slowest - fastest) / median of the wall time."
            " A ratio is the last row's value divided by the value of the row itself. Windows are in UTC."
            " `generate-corpus --seed 2026` generates the corpora.",
            "",
            "```",
            " ".join(map(str, sections.expand("--count", "FILE"))).replace(str(PROGRAM), "ics-expand"),
            "expand " + " ".join(sections.YEAR_SECONDS) + " FILE      (Peers/libical/expand.c)",
            "```",
        ]
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--python", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    build_peers() if options.no_build else build()
    if options.python:
        install_python_peers()
    if options.check and not BASELINE.exists():
        raise SystemExit(f"{BASELINE.name} is missing; write it with --record")
    if options.check or options.record:
        counts = sections.counted(["1MB", "20MB"])
        if options.record and counts:
            BASELINE.write_text(json.dumps(counts, indent=2) + "\n")
        return 0 if options.record or check(counts) else 1
    began = time.monotonic()
    parts = [head(options)]
    for part in measure(options):
        parts.append(part())
        print(f"\n{parts[-1]}", flush=True)
    parts.append(f"The measurements took {time.monotonic() - began:.0f} s.")
    (HERE / "RESULTS.md").write_text("\n\n".join(parts) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
