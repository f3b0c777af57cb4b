"""Compares the rate of ics-spark on a cluster of two local workers with the rate of two ics-expand processes.

usage: rate.py [--running] ICS-EXPAND FOLDER [MEGABYTES] [ROUNDS] [SHAPE ...]

Each process has one thread and half of the corpus, and writes rows as JSON lines to files. If the corpus is a single
file (the shape `huge`), `ics-expand --split 2` divides it first, because the job must also split it. The job includes
the startup of its driver and executors, and writes Parquet. The master and the workers of the cluster keep running for
all rounds of a shape, so their CPU time does not count. The two are measured alternately, in seconds of elapsed time and
CPU time.

With --running, the job also runs on a driver that has a SparkContext and executors and has already run a small job.
"""

import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from cluster import Cluster  # noqa: E402
from corpus import HEAD, TAIL, ZONE, calendar, event  # noqa: E402
from ics_spark.java import archive  # noqa: E402
from service import Service  # noqa: E402
from test_spark import WINDOW, job  # noqa: E402


def halves(folder, shape, megabytes):
    """Writes a corpus in two halves of repeated 50 MB units, and returns the arguments for the halves."""
    rng, units = random.Random(1), max(1, round(megabytes / 100))
    roots = [folder / shape / str(half) for half in range(2)]
    texts = []
    number = written = 0
    while written < 50_000_000:
        count = {"files": 100, "records": 10, "huge": 1}[shape]
        text = event(number, rng) if shape == "huge" else calendar(number, count, rng, "club")
        texts.append(json.dumps({"key": number, "ics": text}) + "\n" if shape == "records" else text)
        number, written = number + count, written + len(texts[-1])
    for half, root in enumerate(roots):
        root.mkdir(parents=True)
        for unit in range(units) if shape == "files" else ():
            (root / str(unit)).mkdir()
            for place, text in enumerate(texts):
                (root / str(unit) / f"{place:05}.ics").write_text(text, newline="")
        if shape == "files":
            continue
        with open(root / ("all.jsonl" if shape == "records" else "all.ics"), "w", newline="") as stream:
            stream.write(HEAD.format("huge") + ZONE if shape == "huge" else "")
            for unit in range(units):
                # Give each half and unit separate series.
                stream.writelines(text.replace("@club", f"@{half}.{unit}.club") if shape == "huge" else text for text in texts)
            stream.write(TAIL if shape == "huge" else "")
    return [["--records", "json", str(root / "all.jsonl")] if shape == "records" else [str(root)] for root in roots]


def both(program, folder, arguments, whole=None):
    """Runs two processes simultaneously, and returns their elapsed time and CPU time. Splits `whole`, if any, first."""
    start, before = time.monotonic(), os.times()
    if whole:
        shutil.rmtree(folder / "halves", ignore_errors=True)
        subprocess.run([program, "--split", "2", "--output", str(folder / "halves"), str(whole)], check=True)
        print(f"split in {time.monotonic() - start:.1f} s", flush=True)
        arguments = [[str(half)] for half in sorted((folder / "halves").iterdir())]
    processes = []
    for number, words in enumerate(arguments):
        with open(folder / f"plain{number}.ndjson", "wb") as output:
            processes.append(subprocess.Popen(
                [program, *WINDOW, "--format", "ndjson", "--threads", "1", *words], stdout=output, stderr=subprocess.DEVNULL))
    for process in processes:
        process.wait()
    after = os.times()
    return time.monotonic() - start, after[2] + after[3] - before[2] - before[3]


def stat(number):
    """Returns the name, parent, start time and CPU time of a process, and the CPU time of its ended children."""
    text = pathlib.Path(f"/proc/{number}/stat").read_text()
    name, fields = text[text.index("(") + 1:text.rindex(")")], text.rsplit(")", 1)[1].split()
    user, system, ended_user, ended_system = (int(field) / os.sysconf("SC_CLK_TCK") for field in fields[11:15])
    return name, int(fields[1]), fields[19], user + system, ended_user + ended_system


class Meter:
    """Adds up the CPU time of the jobs on a cluster by sampling their processes every 0.2 s."""

    def __init__(self, cluster):
        self.cluster, self.used, self.end = cluster, {}, threading.Event()
        self.services = {process.pid for process in cluster.processes.values()}

    def look(self):
        for number in self.cluster.own():
            try:
                name, parent, start, own, ended = stat(number)
                in_worker = b"pyspark.daemon" in pathlib.Path(f"/proc/{parent}/cmdline").read_bytes()
            except OSError:
                continue
            # An ics-expand process may end between two samples, but its time is then included in that of the Python
            # worker that started it.
            if number not in self.services and not (in_worker and name == "ics-expand"):
                seconds = own + ended if in_worker else own
                self.used[number, start] = max(seconds, self.used.get((number, start), 0))

    def __enter__(self):
        self.look()
        self.before = dict(self.used)
        self.thread = threading.Thread(target=self.watch)
        self.thread.start()
        return self

    def watch(self):
        while not self.end.wait(0.2):
            self.look()

    def __exit__(self, *_):
        self.look()
        self.end.set()
        self.thread.join()
        self.seconds = sum(self.used.values()) - sum(self.before.values())


def show(name, plain, elapsed, used):
    print(
        f"{name}: two processes {plain[0]:.1f} s (CPU {plain[1]:.1f} s), job {elapsed:.1f} s (CPU {used:.1f} s): "
        f"{plain[0] / elapsed:.0%} of the rate ({plain[1] / used:.0%} by CPU time); load {os.getloadavg()[0]:.0f}", flush=True)


def main():
    is_running = "--running" in sys.argv
    words = [word for word in sys.argv[1:] if word != "--running"]
    program, folder = os.path.abspath(words[0]), pathlib.Path(words[1]).absolute()
    megabytes = int(words[2]) if len(words) > 2 else 4000
    rounds = int(words[3]) if len(words) > 3 else 2
    shapes = words[4:] or ["files", "records", "huge"]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        (folder / "small").mkdir()
        for number in range(8):
            # Each file becomes a task.
            record = json.dumps({"key": number, "ics": calendar(number, 1000, random.Random(number), "small")})
            (folder / "small" / f"{number}.jsonl").write_text(record + "\n")
        print(f"archive of Java's classes: {archive() if archive().exists() else 'none'}", flush=True)
        for shape in shapes:
            arguments = halves(folder, shape, megabytes)
            inputs, whole_file = [str(folder / shape)], None
            if shape == "huge":
                # The job reads a single file.
                (folder / "whole").mkdir()
                with open(folder / "whole" / "all.ics", "wb") as whole:
                    first, second = (pathlib.Path(words[-1]) / "all.ics" for words in arguments)
                    whole.write(first.read_bytes().removesuffix(TAIL.encode()))
                    whole.write(second.read_bytes().removeprefix((HEAD.format("huge") + ZONE).encode()))
                inputs, whole_file = [str(folder / "whole")], folder / "whole" / "all.ics"
            elif shape == "records":
                inputs = ["--records", *(words[-1] for words in arguments)]
            with Cluster(folder / f"cluster-{shape}") as cluster:
                for _ in range(rounds):
                    plain = both(program, folder, arguments, whole_file)
                    with Meter(cluster) as meter:
                        elapsed = job(cluster, program, folder / "output", *inputs)
                    show(f"{shape}, {megabytes} MB", plain, elapsed, meter.seconds)
                    if is_running:
                        with Service(cluster) as service:
                            common = ["--binary", program, *WINDOW, "--output", str(folder / "output")]
                            service.run(*common, "--records", str(folder / "small"))
                            with Meter(cluster) as meter:
                                elapsed = service.run(*common, *inputs)
                        show(f"{shape}, {megabytes} MB, running driver", plain, elapsed, meter.seconds)
            shutil.rmtree(cluster.folder)
            shutil.rmtree(folder / shape)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
