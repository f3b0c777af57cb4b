"""What is measured; each function answers one section of the results in Markdown."""

import os
import shutil
import statistics
import subprocess

from . import corpora, plot
from .measuring import HERE, PEERS, PROGRAM, TOOLS, alternate, instructions, run
from .report import comparison, memory, nanoseconds, seconds, table, times

PYTHON = HERE / ".build" / "python" / "bin" / "python"
YEAR = ("2026-01-01", "2027-01-01")
YEAR_SECONDS = ("1767225600", "1798761600")


def has_threads():
    """Whether the program can be told how many threads to use."""
    return "--threads" in subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout


def expand(*arguments, window=YEAR):
    """A command line of ics-expand for a window in UTC."""
    return [PROGRAM, "--from", window[0], "--to", window[1], "--time-zone", "UTC", *arguments]


def libical(*paths):
    """The peer for the same window."""
    return [PEERS / "expand", *YEAR_SECONDS, *paths]


def variants(path):
    """The program with all threads and, where it can be told, with one."""
    commands = [("ics-expand", expand("--count", path))]
    if has_threads():
        commands.append(("ics-expand, one thread", expand("--count", "--threads", "1", path)))
    return commands


def agreement(figures):
    """A sentence on whether the counts are the same."""
    counts = {figure.output.split()[0] for figure in figures if figure.output and "bound" not in figure.name}
    if len(counts) == 1:
        return f"All count {int(counts.pop()):,} occurrences."
    return "**They do not agree:** " + ", ".join(f"{f.name} {f.output.split()[0]}" for f in figures)


def one_year(path, runs):
    """A year counted, beside libical and the bound of screening."""
    commands = variants(path)
    if PYTHON.exists() and path.stat().st_size < 30e6:
        script = HERE / "Peers" / "python" / "expand.py"
        commands.append(("Python recurring-ical-events", [PYTHON, script, *YEAR_SECONDS, path]))
    commands += [("scan in C (a bound)", [PEERS / "scan", path]), ("C with libical", libical(path))]
    figures = alternate(commands, runs)
    size = path.stat().st_size
    note = f"{agreement(figures)} ics-expand reads {size / 1e6 / figures[0].wall:.0f} MB/s"
    note += f" and takes {figures[0].wall / figures[-2].wall:.1f} times the time of the scan."
    return f"### One year of {path.name}\n\n{comparison(figures, note)}"


def screening(path, runs):
    """A year that hardly any event of a file touches, so that little but screening is done; start-up is taken off."""
    year = ("1950-01-01", "1951-01-01")
    commands = [
        ("ics-expand, one thread", expand("--count", "--threads", "1", path, window=year)),
        ("an empty calendar", expand("--count", "--threads", "1", corpora.empty(), window=year)),
        ("scan in C (a bound)", [PEERS / "scan", path]),
    ]
    ours, empty, scan = alternate(commands, runs)
    rates = [path.stat().st_size / 1e9 / time for time in (ours.wall - empty.wall, scan.wall)]
    note = f"Screening alone reads {rates[0]:.2f} GB/s on one thread, reading the file included; the scan {rates[1]:.2f}."
    return f"### Screening of {path.name}\n\n{comparison([ours, empty, scan], note)}"


def whole_file(path, runs):
    """Every component decoded, nothing expanded."""
    figures = alternate(
        [
            ("CalendarFile, one thread", [TOOLS / "read-calendar", "--threads", "1", path]),
            ("CalendarFile, two threads", [TOOLS / "read-calendar", "--threads", "2", path]),
            ("engine libical, one thread", [TOOLS / "read-calendar", "--libical", "--threads", "1", path]),
            ("engine libical, two threads", [TOOLS / "read-calendar", "--libical", "--threads", "2", path]),
            ("icalparser_parse_string", [PEERS / "expand", "--parse-only", "0", "0", path]),
        ],
        runs,
    )
    rates = ", ".join(f"{f.name} {path.stat().st_size / 1e6 / f.wall:.0f} MB/s" for f in figures)
    return f"### Whole of {path.name} decoded\n\n{comparison(figures, rates)}"


def output(path, runs):
    """A year written as NDJSON to /dev/null."""
    command = expand("--format", "ndjson", path)
    (figure,) = alternate([("ics-expand", command)], runs, keeps_output=False)
    text = run(command).output
    rows = text.count("\n") + 1
    line = f"{rows:,} rows of {len(text.encode()) / rows:.0f} bytes in {seconds(figure.wall)}:"
    line += f" {rows / figure.wall / 1e6:.2f} million rows a second, {memory(figure.memory)} at most."
    return f"### {path.name} as NDJSON\n\n{line}"


def folder(path, runs):
    """Many small files beside cat."""
    files = sorted(str(each) for each in path.iterdir())
    commands = [("cat", ["cat", *files])]
    commands += [(name, [*command[:-1], path]) for name, command in variants(path)]
    commands.append(("C with libical", libical(*files)))
    figures = alternate(commands, runs, keeps_output=True)
    cat = figures[0].wall
    ratios = ", ".join(f"{figure.name} {figure.wall / cat:.1f}" for figure in figures[1:])
    note = f"{agreement(figures[1:])} Times of cat: {ratios}."
    return f"### A folder of {len(files):,} files\n\n{comparison(figures, note)}"


def start_up(runs):
    """An empty calendar."""
    (figure,) = alternate([("ics-expand", expand("--count", corpora.empty()))], runs * 2)
    return f"### Start-up\n\nAn empty calendar takes {seconds(figure.wall)} and {memory(figure.memory)}."


def standard_input(size):
    """A stream that is longer than what may be kept; made while it is read."""
    maker = subprocess.Popen(
        [TOOLS / "generate-corpus", "--size", size, "--seed", str(corpora.SEED), "--output", "-"],
        stdout=subprocess.PIPE,
    )
    result = run(expand("--count", "-"), stdin=maker.stdout)
    maker.stdout.close()
    maker.wait()
    text = f"{size} on standard input: {result.output} occurrences in {seconds(result.wall)}"
    return f"### Standard input\n\n{text}, {seconds(result.cpu)} of CPU, {memory(result.memory)} at most."


def growth(counts, runs):
    """From a thousand events up; also drawn."""
    rows, lines = [], {"ics-expand": [], "libical": []}
    for count in counts:
        path = corpora.people_events(count)
        commands = [("ics-expand", expand("--count", path)), ("libical", libical(path))]
        ours, theirs = alternate(commands, runs if count <= 100_000 else 3)
        lines["ics-expand"].append((count, ours.wall))
        lines["libical"].append((count, theirs.wall))
        rows.append(
            [
                f"{count:,}", seconds(ours.wall), f"{ours.wall / count * 1e6:.2f} µs", memory(ours.memory),
                seconds(theirs.wall), memory(theirs.memory), times(theirs.wall / ours.wall),
            ]
        )
    (HERE / "growth.svg").write_text(plot.growth("One year of a calendar of people", "s", lines))
    head = ["events", "wall", "an event", "memory", "libical", "memory", "ratio"]
    return f"### Growth\n\n{table(head, rows)}\n\n![growth](growth.svg)"


def rules(rounds=3):
    """The recurrence engines, in alternation."""
    programs = {"swift-icalendar": [TOOLS / "rule-speed"], "libical": [PEERS / "rules"]}
    if (TOOLS / "foundation-rules").exists():
        programs["Foundation"] = [TOOLS / "foundation-rules"]
    if PYTHON.exists():
        programs["dateutil"] = [PYTHON, HERE / "Peers" / "python" / "rules.py"]
    found = {"walk": {}, "long-walk": {}, "query": {}}
    for _ in range(rounds):
        for owner, program in programs.items():
            for line in run(program).output.splitlines():
                kind, name, value, *_ = line.split() + [""]
                if kind in found:
                    found[kind].setdefault(name, {}).setdefault(owner, []).append(float(value))
    texts = []
    titles = ("walk", "an occurrence"), ("long-walk", "of 500 years"), ("query", "one day of 2026")
    for kind, title in titles:
        rows = []
        for name, values in found[kind].items():
            medians = {owner: statistics.median(values[owner]) for owner in values}
            cells = [nanoseconds(medians[owner]) if owner in medians else "" for owner in programs]
            both = "swift-icalendar" in medians and "libical" in medians
            ratio = times(medians["libical"] / medians["swift-icalendar"]) if both else ""
            rows.append([name, *cells, ratio])
        texts.append(table([title, *programs, "libical / ours"], rows))
    note = "Each instance becomes an instant. libical's answers to HOURLY and shorter queries are not right:"
    note += " after icalrecur_iterator_set_start the step of the rule is lost. From 1970 arithmetic gives 4, 206"
    note += " and 144 instances, as swift-icalendar does; libical finds 5, 129 and 90."
    return "### Rules\n\n" + "\n\n".join([*texts, note])


def index(counts):
    """What an index costs to build and to ask; one corpus at a time, so that memory is given back."""
    rows = []
    for corpus in ("spread", "people"):
        for count in counts:
            built = {}
            for line in run([TOOLS / "index-speed", corpus, str(count)]).output.splitlines():
                kind, *values = line.split()
                values = values[2:]
                if kind == "build":
                    built = {"time": values[0], "bytes": values[2]}
                if kind != "query":
                    continue
                window, found, spent, each, counting = values[:5]
                rows.append(
                    [corpus, f"{count:,}", built["time"] + " ms", built["bytes"], window, found, spent, each, counting]
                )
    head = ["events of", "N", "built in", "bytes an event", "window", "occurrences", "µs", "ns each", "µs to count"]
    note = "`spread` keeps about as many events a month however many there are; `people` grows with N everywhere."
    return f"### Index\n\n{table(head, rows)}\n\n{note} A query makes all its occurrences; means of 400 random windows."


def store(counts):
    """What a store costs to open, to ask and to write to; in ten calendars, and the largest in one."""
    rows = []
    for calendars, count in [(10, count) for count in counts] + [(1, counts[-1])]:
        found = {}
        for line in run([TOOLS / "store-speed", "--calendars", str(calendars), str(count)]).output.splitlines():
            kind, *values = line.split()
            if kind == "checksum":
                continue
            values = values[2:]
            name = f"{kind} {values.pop(0)}" if kind in ("open", "save") else kind
            found[name] = values
        cold, warm = found.get("open cold", ["", "", ""]), found["open warm"]
        disk, memory_ = found["save disk"], found.get("save memory", ["", "", ""])
        rows.append(
            [
                f"{count:,} in {calendars}", cold[1], warm[1], warm[2], *found["month"], f"{disk[0]} ({disk[2]})",
                disk[1], memory_[0], memory_[1], *found["told"],
            ]
        )
    head = [
        "items in calendars", "opened cold", "opened", "MB", "events a month", "events(matching:)", "and looked at", "enumerateEvents",
        "saved on disk (the system alone)", "slowest", "saved in memory", "slowest", "change told", "slowest",
    ]
    note = "Milliseconds. Each opening is that of a new process, the median of five; a cold one begins after the system has"
    note += " forgotten all files, which takes root. A month is asked for with events(matching:) alone, and then title, start and end of all its events are looked at, as with enumerateEvents. A save"
    note += " changes a title; what the system alone takes is the mean of replacing such a file with two `fsync`. In memory"
    note += " means on a file system in memory, where `fsync` costs nothing: 10,000 saves. A change is told when another"
    note += " program's write has come through `EventStore.changes`, of which 40 ms are waiting for more."
    return f"### Store\n\n{table(head, rows)}\n\n{note}"


def counted(sizes):
    """Instructions of one thread, as {name: count}; None without valgrind."""
    if not shutil.which("valgrind"):
        return None
    threads = ["--threads", "1"] if has_threads() else []
    counts = {}
    for size in sizes:
        path = corpora.people(size)
        counts[f"ics-expand {size}"] = instructions(expand("--count", *threads, path))
        counts[f"libical {size}"] = instructions(libical(path))
    return counts


def machine():
    """What the figures were taken on."""
    model = "an unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} × {model}, {os.uname().sysname} {os.uname().machine}"
