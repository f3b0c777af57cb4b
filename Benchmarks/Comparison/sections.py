"""The measurements. Each function returns one section of the results in Markdown."""

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
    """Returns whether the program has an option for the number of threads."""
    return "--threads" in subprocess.run([PROGRAM, "--help"], capture_output=True, text=True).stdout


def expand(*arguments, window=YEAR):
    """Returns a command line of ics-expand for a window in UTC."""
    return [PROGRAM, "--from", window[0], "--to", window[1], "--time-zone", "UTC", *arguments]


def libical(*paths):
    """Returns the command line of the libical peer for the same window."""
    return [PEERS / "expand", *YEAR_SECONDS, *paths]


def variants(path):
    """Returns the commands of the program with all threads and, if it has the option, with one."""
    commands = [("ics-expand", expand("--count", path))]
    if has_threads():
        commands.append(("ics-expand, one thread", expand("--count", "--threads", "1", path)))
    return commands


def agreement(figures):
    """Returns a sentence about whether the counts agree."""
    counts = {figure.output.split()[0] for figure in figures if figure.output and "bound" not in figure.name}
    if len(counts) == 1:
        return f"Every program counts {int(counts.pop()):,} occurrences."
    return "**The counts differ:** " + ", ".join(f"{f.name} {f.output.split()[0]}" for f in figures)


def one_year(path, runs):
    """Measures counting a year, compared with libical and the lower bound of screening."""
    commands = variants(path)
    if PYTHON.exists() and path.stat().st_size < 30e6:
        script = HERE / "Peers" / "python" / "expand.py"
        commands.append(("Python recurring-ical-events", [PYTHON, script, *YEAR_SECONDS, path]))
    commands += [("scan in C (lower bound)", [PEERS / "scan", path]), ("C with libical", libical(path))]
    figures = alternate(commands, runs)
    size = path.stat().st_size
    note = f"{agreement(figures)} ics-expand reads {size / 1e6 / figures[0].wall:.0f} MB/s"
    note += f" and takes {figures[0].wall / figures[-2].wall:.1f} times as long as the scan."
    return f"### One year of {path.name}\n\n{comparison(figures, note)}"


def screening(path, runs):
    """Measures a year with hardly any events, where most of the work is screening, and subtracts the startup time."""
    year = ("1950-01-01", "1951-01-01")
    commands = [
        ("ics-expand, one thread", expand("--count", "--threads", "1", path, window=year)),
        ("empty calendar", expand("--count", "--threads", "1", corpora.empty(), window=year)),
        ("scan in C (lower bound)", [PEERS / "scan", path]),
    ]
    ours, empty, scan = alternate(commands, runs)
    rates = [path.stat().st_size / 1e9 / time for time in (ours.wall - empty.wall, scan.wall)]
    note = f"Screening reads {rates[0]:.2f} GB/s on one thread, including reading the file; the scan reads {rates[1]:.2f} GB/s."
    return f"### Screening of {path.name}\n\n{comparison([ours, empty, scan], note)}"


def whole_file(path, runs):
    """Measures decoding every component without expansion."""
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
    return f"### Decoding all of {path.name}\n\n{comparison(figures, rates)}"


def output(path, runs):
    """Measures writing a year as NDJSON to /dev/null."""
    command = expand("--format", "ndjson", path)
    (figure,) = alternate([("ics-expand", command)], runs, keeps_output=False)
    text = run(command).output
    rows = text.count("\n") + 1
    line = f"{rows:,} rows of {len(text.encode()) / rows:.0f} bytes in {seconds(figure.wall)}:"
    line += f" {rows / figure.wall / 1e6:.2f} million rows per second, at most {memory(figure.memory)}."
    return f"### {path.name} as NDJSON\n\n{line}"


def folder(path, runs):
    """Measures many small files, compared with cat."""
    files = sorted(str(each) for each in path.iterdir())
    commands = [("cat", ["cat", *files])]
    commands += [(name, [*command[:-1], path]) for name, command in variants(path)]
    commands.append(("C with libical", libical(*files)))
    figures = alternate(commands, runs, keeps_output=True)
    cat = figures[0].wall
    ratios = ", ".join(f"{figure.name} {figure.wall / cat:.1f}" for figure in figures[1:])
    note = f"{agreement(figures[1:])} Time relative to cat: {ratios}."
    return f"### A folder of {len(files):,} files\n\n{comparison(figures, note)}"


def start_up(runs):
    """Measures an empty calendar."""
    (figure,) = alternate([("ics-expand", expand("--count", corpora.empty()))], runs * 2)
    return f"### Startup\n\nAn empty calendar takes {seconds(figure.wall)} and {memory(figure.memory)}."


def standard_input(size):
    """Measures a stream, generated while it is read, that is too long to keep in memory."""
    maker = subprocess.Popen(
        [TOOLS / "generate-corpus", "--size", size, "--seed", str(corpora.SEED), "--output", "-"],
        stdout=subprocess.PIPE,
    )
    result = run(expand("--count", "-"), stdin=maker.stdout)
    maker.stdout.close()
    maker.wait()
    text = f"{size} on standard input: {result.output} occurrences in {seconds(result.wall)}"
    return f"### Standard input\n\n{text}, {seconds(result.cpu)} of CPU time, at most {memory(result.memory)}."


def growth(counts, runs):
    """Measures increasing numbers of events, starting with a thousand, and draws a plot."""
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
    (HERE / "growth.svg").write_text(plot.growth("One year of a personal calendar", "s", lines))
    head = ["events", "wall", "per event", "memory", "libical", "memory", "ratio"]
    return f"### Growth\n\n{table(head, rows)}\n\n![growth](growth.svg)"


def rules(rounds=3):
    """Measures the recurrence engines, in alternation."""
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
    titles = ("walk", "per occurrence"), ("long-walk", "per occurrence, 500 years"), ("query", "one day of 2026")
    for kind, title in titles:
        rows = []
        for name, values in found[kind].items():
            medians = {owner: statistics.median(values[owner]) for owner in values}
            cells = [nanoseconds(medians[owner]) if owner in medians else "" for owner in programs]
            both = "swift-icalendar" in medians and "libical" in medians
            ratio = times(medians["libical"] / medians["swift-icalendar"]) if both else ""
            rows.append([name, *cells, ratio])
        texts.append(table([title, *programs, "libical / ours"], rows))
    note = "Each instance is converted to an instant. libical's results for queries of HOURLY and shorter rules are wrong,"
    note += " since icalrecur_iterator_set_start loses the phase of the interval. For a start in 1970, the correct numbers of"
    note += " instances are 4, 206 and 144. swift-icalendar finds these numbers; libical finds 5, 129 and 90."
    return "### Rules\n\n" + "\n\n".join([*texts, note])


def index(counts):
    """Measures building and querying an index, one corpus at a time to free the memory of the previous one."""
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
    head = ["corpus", "events", "built in", "bytes per event", "window", "occurrences", "µs", "ns each", "µs to count"]
    note = "`spread` has about the same number of occurrences per month for any number of events; `people` has more occurrences in every month as it grows."
    return f"### Index\n\n{table(head, rows)}\n\n{note} A query creates all its occurrences. Times are means of 400 random windows."


def store(counts):
    """Measures opening, querying and writing stores with ten calendars, and the largest store also with one."""
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
        "items in calendars", "opened cold", "opened", "MB", "events per month", "events(matching:)", "with properties", "enumerateEvents",
        "saved on disk (system calls only)", "slowest", "saved in memory", "slowest", "change reported", "slowest",
    ]
    note = "Times are in milliseconds. Opening times are medians of five new processes; before a cold opening, the system's file"
    note += " cache is dropped, which requires root. A month is queried with `events(matching:)`, without and with reading title, start and end of"
    note += " all events, and with `enumerateEvents`, which also reads them. A save changes a title. The time of the system calls only is the mean"
    note += " time for replacing such a file, with two calls of `fsync`. Saves in memory are measured with 10,000 saves on an in-memory file"
    note += " system, where `fsync` costs nothing. A change by another program counts as reported when it arrives through `EventStore.changes`,"
    note += " which waits 40 ms for further changes."
    return f"### Store\n\n{table(head, rows)}\n\n{note}"


def counted(sizes):
    """Returns the instruction counts of one thread as {name: count}, or None without valgrind."""
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
    """Returns a description of the machine."""
    model = "an unknown processor"
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    return f"{os.cpu_count()} × {model}, {os.uname().sysname} {os.uname().machine}"
