"""Runs commands alternately, and measures their time and memory."""

import os
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
PEERS = HERE / ".build" / "peers"
PROGRAM = ROOT / ".build" / "release" / "ics-expand"
TOOLS = HERE / ".build" / "release"


@dataclass
class Run:
    """One finished run of a command."""

    wall: float
    cpu: float
    memory: int
    output: str


@dataclass
class Figure:
    """The result of several runs: the median times in seconds, and the maximum memory in bytes."""

    name: str
    command: list
    wall: float
    cpu: float
    memory: int
    spread: float
    output: str


def run(command, stdin=None, keeps_output=True):
    """Runs a command once, and reads its output. A failure ends the program."""
    with tempfile.NamedTemporaryFile("r") as report, tempfile.TemporaryFile() as errors:
        finished = subprocess.run(
            [str(PEERS / "measure"), report.name, *map(str, command)],
            stdin=stdin or subprocess.DEVNULL,
            stdout=subprocess.PIPE if keeps_output else subprocess.DEVNULL,
            stderr=errors,
        )
        if finished.returncode != 0:
            errors.seek(0)
            raise SystemExit(f"{command[0]} failed: {errors.read().decode(errors='replace')[-2000:]}")
        wall, user, system, memory, _ = report.read().split()
    output = (finished.stdout or b"").decode(errors="replace").strip()
    return Run(float(wall), float(user) + float(system), int(memory) * 1024, output)


def alternate(commands, runs=5, warm_up=True, keeps_output=True):
    """Runs the commands alternately (A B A B), and returns a Figure for each (name, command)."""
    collected = {name: [] for name, _ in commands}
    if warm_up:
        for _, command in commands:
            run(command, keeps_output=keeps_output)
    for _ in range(runs):
        for name, command in commands:
            collected[name].append(run(command, keeps_output=keeps_output))
    figures = []
    for name, command in commands:
        all_runs = collected[name]
        walls = [each.wall for each in all_runs]
        wall = statistics.median(walls)
        figures.append(
            Figure(
                name,
                list(map(str, command)),
                wall,
                statistics.median(each.cpu for each in all_runs),
                max(each.memory for each in all_runs),
                (max(walls) - min(walls)) / wall if wall else 0,
                all_runs[-1].output,
            )
        )
    return figures


def instructions(command):
    """Returns the number of instructions that a command executes, as counted by callgrind."""
    with tempfile.TemporaryDirectory() as folder:
        # valgrind cannot read Swift's debugging information.
        program = f"{folder}/program"
        subprocess.run(["strip", "--strip-debug", "-o", program, command[0]], check=True)
        finished = subprocess.run(
            [
                "valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out",
                program, *map(str, command[1:]),
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env={**os.environ, "LC_ALL": "C"},
        )
        for line in finished.stderr.decode(errors="replace").splitlines():
            if "Collected :" in line:
                return int(line.split(":")[1].split()[0])
    raise SystemExit(f"callgrind has no result for {command[0]}")
