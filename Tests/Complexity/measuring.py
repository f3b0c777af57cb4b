"""Runs commands and measures them."""

import atexit
import concurrent.futures
import functools
import multiprocessing
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

# Random hash seeds would make counts vary between runs. Granted store access is kept.
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "SWIFT_DETERMINISTIC_HASHING": "1", "XDG_STATE_HOME": "/nonexistent"}

# Commands start from small processes: a command's memory includes its parent's, and this process holds inputs.
LAUNCHERS = concurrent.futures.ProcessPoolExecutor(os.cpu_count() or 1, multiprocessing.get_context("spawn"))


class Failure(Exception):
    """A command that crashed or timed out."""


@dataclass
class Cost:
    """The results of a run: elapsed and processor time in seconds, and the peak resident memory in bytes."""

    wall: float
    processor: float
    memory: int


@functools.cache
def stripped(program):
    """Returns a copy of a program without its debugging information, which valgrind cannot always read."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    copy = os.path.join(folder.name, os.path.basename(program))
    subprocess.run(["strip", "--strip-debug", "-o", copy, program], check=True)
    return copy


def instructions(command):
    """Returns the number of instructions that a command executes, counted by callgrind."""
    program, *arguments = map(str, command)
    counting = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", stripped(program), *arguments]
    finished = subprocess.run(
        counting,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT, check=False,
    )
    found = re.search(rb"Collected : (\d+)", finished.stderr)
    if finished.returncode not in (0, 1) or not found:
        raise Failure(f"{program} ended with {finished.returncode}")
    return int(found[1])


def cost(command, seconds=60):
    """Returns the base cost of a command."""
    return LAUNCHERS.submit(watched, list(map(str, command)), seconds).result()


def watched(command, seconds):
    """Runs a command and measures it."""
    with tempfile.TemporaryFile() as nothing:
        began = time.monotonic()
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=nothing, stderr=nothing, env=ENVIRONMENT
        )
        while True:
            done, status, usage = os.wait4(process.pid, os.WNOHANG)
            if done:
                break
            if time.monotonic() - began > seconds:
                process.kill()
                os.wait4(process.pid, 0)
                process.returncode = -9
                raise Failure(f"took longer than {seconds} s")
            time.sleep(0.002)
        wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        raise Failure(f"ended with {process.returncode}")
    unit = 1 if sys.platform == "darwin" else 1024
    return Cost(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit)
