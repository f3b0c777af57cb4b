#!/usr/bin/env python3
"""Counts the instructions for querying a month of 1,000 occurrences, through EventKit and directly through the store.

    eventkit.py            build, count, and fail if EventKit takes more than 1.5 times as many instructions
    eventkit.py --no-build count without building first
"""

import os
import subprocess
import sys
import tempfile

from Comparison.measuring import HERE, TOOLS, instructions

ROUNDS = 10
LIMIT = 1.5


def search(program, folder, module, *options):
    """Returns the instructions for one search, excluding those for opening the store."""
    def total(rounds):
        return instructions([program, folder, module, str(rounds), *options])

    return (total(ROUNDS + 1) - total(1)) / ROUNDS


def main():
    if "--no-build" not in sys.argv:
        subprocess.run(["swift", "build", "-c", "release", "--product", "eventkit-speed"], cwd=HERE, check=True)
    # Random hash seeds would change the counts from run to run.
    os.environ["SWIFT_DETERMINISTIC_HASHING"] = "1"
    failed = False
    with tempfile.TemporaryDirectory() as temporary:
        program, folder = TOOLS / "eventkit-speed", f"{temporary}/calendars"
        subprocess.run([program, "--write", folder], check=True)
        for name, options in [("1,000 events", []), ("with title, start and end", ["--read"])]:
            store, eventkit = (search(program, folder, module, *options) for module in ("store", "eventkit"))
            print(f"{name}: store {store:,.0f}, EventKit {eventkit:,.0f} instructions, {eventkit / store:.2f} times")
            failed |= eventkit > LIMIT * store
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
