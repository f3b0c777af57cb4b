"""Runs ics-spark on a standalone cluster, and compares its rows with the rows of a single process.

usage: test_spark.py ICS-EXPAND FOLDER [MEGABYTES]
"""

import datetime
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time
import zoneinfo

import duckdb

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from cluster import Cluster  # noqa: E402
from corpus import generate  # noqa: E402
from service import Service  # noqa: E402

WINDOW = ["--from", "2026-01-01", "--to", "2027-01-01", "--time-zone", "UTC"]
FIELDS = """
    uid, summary, start, "end", coalesce(allDay, false) AS allDay, timeZone, recurrenceId,
    coalesce(isDetached, false) AS isDetached, status, location, description, categories,
    organizer.email AS organizer, list_transform(attendees, lambda a: a.email || a.status || coalesce(a.name, '')) AS people,
    calendar, method
"""
ATTENDEE = ", ".join(f"{name} VARCHAR" for name in ("name", "email", "status", "role", "type"))
TYPES = {
    **dict.fromkeys(("key", "error", "uid", "summary", "timeZone", "recurrenceId", "status", "location", "description",
                     "url", "calendar", "method"), "VARCHAR"),
    **dict.fromkeys(("start", "end"), "TIMESTAMP WITH TIME ZONE"), **dict.fromkeys(("startDate", "endDate"), "DATE"),
    **dict.fromkeys(("allDay", "isFloating", "isDetached"), "BOOLEAN"), "categories": "VARCHAR[]", "line": "BIGINT",
    "organizer": "STRUCT(name VARCHAR, email VARCHAR)", "attendees": f"STRUCT({ATTENDEE})[]", "month": "VARCHAR", "table": "VARCHAR",
}
passed = 0


def check(condition, text):
    global passed
    if not condition:
        raise AssertionError(text)
    passed += 1
    print(f"ok: {text}", flush=True)


class Corpus:
    def __init__(self, program, folder, megabytes):
        self.program, self.folder = program, folder
        self.files, self.lines = generate(folder, megabytes)
        self.calendars, self.records = folder / "calendars", folder / "records.jsonl"
        self.size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        self.plain = folder / "plain.ndjson"

    def expand(self):
        """Writes the rows of a single process, and returns its duration."""
        start = time.monotonic()
        with open(self.plain, "wb") as output:
            for words in ([str(self.calendars)], ["--records", "json", str(self.records)]):
                subprocess.run([self.program, *WINDOW, "--format", "ndjson", "--threads", "1", *words], stdout=output,
                               stderr=subprocess.DEVNULL, check=False)
        return time.monotonic() - start


def job(cluster, program, output, *inputs, kill=None):
    """Runs ics-spark, and returns its duration. `kill` is a worker to kill after the first results."""
    command = [
        sys.executable, "-m", "ics_spark.command", "--binary", program, "--master", cluster.url, *WINDOW,
        "--output", str(output), "--conf", "spark.executor.memory=1500m", "--conf", "spark.driver.memory=1g",
        *inputs,
    ]
    log = cluster.folder / "driver.log"
    start = time.monotonic()
    with open(log, "a") as errors:
        process = subprocess.Popen(command, env=cluster.environment, stdin=subprocess.DEVNULL, stdout=errors, stderr=errors)
        if kill:
            while process.poll() is None and not list(pathlib.Path(f"{output}.rows").rglob("*.parquet")):
                time.sleep(0.2)
            if process.poll() is not None:
                raise AssertionError("the job ended before a worker could be killed")
            cluster.kill(kill)
            print(f"killed {kill} after {time.monotonic() - start:.1f} s", flush=True)
        if process.wait() != 0:
            raise AssertionError(f"ics-spark ended with status {process.returncode}:\n{log.read_text()[-6000:]}")
    return time.monotonic() - start


def compare(base, outputs, corpus):
    """Compares the tables of a job with the rows of a single process, as multisets."""
    paths = ", ".join(f"'{output}/table=occurrences/*/*.parquet'" for output in outputs)
    base.sql(f"CREATE OR REPLACE VIEW spark AS SELECT {FIELDS} FROM read_parquet([{paths}], hive_partitioning = true)")
    count = base.sql("SELECT count(*) FROM spark").fetchall()[0][0]
    expected = base.sql("SELECT count(*) FROM plain").fetchall()[0][0]
    check(count == expected and count > 0, f"{count} rows, like a single process")
    for left, right in (("spark", "plain"), ("plain", "spark")):
        rest = base.sql(f"SELECT * FROM {left} EXCEPT ALL SELECT * FROM {right} LIMIT 3").fetchall()
        check(rest == [], f"no row of {left} is missing from {right}: {rest}")
    paths = ", ".join(f"'{output}/table=errors/*/*.parquet'" for output in outputs)
    errors = base.sql(f"SELECT count(*), count(DISTINCT key) FROM read_parquet([{paths}]) WHERE error IS NOT NULL")
    poisoned = corpus.files + corpus.lines
    check(errors.fetchall()[0] == (poisoned, poisoned), f"{poisoned} invalid calendars are in the table of errors")
    # Each task writes separate files, whose names start with the number of its partition.
    partitions, poisoned = (
        {path.name.split("-")[1] for path in outputs[1].glob(f"table={table}/*/*.parquet")} for table in ("occurrences", "errors")
    )
    check(partitions and partitions <= poisoned, f"each of {len(partitions)} partitions of records contains an invalid one")
    described = base.sql(f"SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet([{paths}]))")
    types = {name: kind.replace('"', "") for name, kind in described.fetchall()}
    check(types == TYPES, f"each of {len(TYPES)} columns has the right type: {sorted(set(types.items()) ^ set(TYPES.items()))}")
    months = base.sql(f"""
        SELECT count(*) FROM read_parquet('{outputs[0]}/table=occurrences/*/*.parquet', hive_partitioning = true)
        WHERE month::VARCHAR <> strftime(start AT TIME ZONE 'UTC', '%Y-%m')
    """).fetchall()[0][0]
    check(months == 0, "each row is in the partition of its month")


def clocks():
    """Compares the instants of local times around all clock changes in a year with Python's results."""
    from ics_spark.expansion import connection
    from ics_spark.schema import instant

    minutes = [datetime.datetime(2018, 1, 1) + datetime.timedelta(minutes=30 * n) for n in range(365 * 48)]
    for name in ("Europe/Berlin", "America/Sao_Paulo", "Australia/Lord_Howe", "Antarctica/Troll", "UTC"):
        texts = [time.isoformat() for time in minutes] + ["2018-03-25", "2018-11-04"]
        found = connection(name).execute(
            f"SELECT epoch({instant('start', name)})::BIGINT FROM (SELECT unnest($1) AS start)", [texts]).fetchall()
        zone = zoneinfo.ZoneInfo(name)
        expected = [(int(datetime.datetime.fromisoformat(text).replace(tzinfo=zone).timestamp()),) for text in texts]
        check(found == expected, f"local times in {name} have the right instants")


def bad_options(program):
    """Checks that a job with an invalid window or zone ends before Java starts."""
    for words, text in (["--to", "2027-13-01"], "2027-13-01"), (["--time-zone", "Nowhere"], "Nowhere"):
        command = [sys.executable, "-m", "ics_spark.command", "--binary", program, *WINDOW, *words, "--output", "/nonexistent",
                   "--conf", "spark.master=none", "/nonexistent"]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        check(result.returncode == 1 and text in result.stderr and "Traceback" not in result.stderr, f"{text} is rejected")


def main():
    clocks()
    program, folder = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).absolute()
    megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    bad_options(program)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        corpus = Corpus(program, folder / "corpus", megabytes)
        print(f"corpus: {corpus.size / 1e6:.0f} MB, {corpus.files} poisoned files, {corpus.lines} poisoned lines")
        base = duckdb.connect()
        base.sql("SET TimeZone = 'UTC'; SET memory_limit = '6GB'; SET threads = 2")
        print(f"one process: {corpus.expand():.1f} s", flush=True)
        base.sql(f"""
            CREATE TABLE plain AS SELECT {FIELDS} FROM (
                SELECT * REPLACE (start::TIMESTAMPTZ AS start, "end"::TIMESTAMPTZ AS "end")
                FROM read_json('{corpus.plain}', format = 'newline_delimited', maximum_object_size = 100000000, columns = {{
                    uid: 'VARCHAR', error: 'VARCHAR', summary: 'VARCHAR', start: 'VARCHAR', "end": 'VARCHAR', allDay: 'BOOLEAN',
                    timeZone: 'VARCHAR', recurrenceId: 'VARCHAR', isDetached: 'BOOLEAN', status: 'VARCHAR',
                    location: 'VARCHAR', description: 'VARCHAR', categories: 'VARCHAR[]',
                    organizer: 'STRUCT(name VARCHAR, email VARCHAR)',
                    attendees: 'STRUCT(name VARCHAR, email VARCHAR, status VARCHAR)[]',
                    calendar: 'VARCHAR', method: 'VARCHAR'
                }}) WHERE error IS NULL
            )
        """)
        # The last run reads and writes through Java, as on an unmounted file system.
        link = f"spark.hadoop.fs.viewfs.mounttable.club.link./all=file://{folder}"
        runs = (
            ("first", None, folder, ()), ("second", "worker1", folder, ()),
            ("third", None, "viewfs://club/all", ("--conf", link)),
        )
        for name, worker, root, options in runs:
            inputs = [[f"{root}/corpus/calendars"], ["--records", f"{root}/corpus/records.jsonl"]]
            with Cluster(folder / name) as cluster:
                outputs = [folder / name / "calendars", folder / name / "records"]
                times = [
                    job(cluster, program, f"{root}/{name}/{output.name}", *options, *words,
                        kill=worker if number == 0 else None)
                    for number, (output, words) in enumerate(zip(outputs, inputs))
                ]
                print(f"{name} run: {' + '.join(f'{t:.1f}' for t in times)} s", flush=True)
                compare(base, outputs, corpus)
                left = [path.name for path in (folder / name).iterdir() if path.name.endswith((".parts", ".rows"))]
                check(left == [], "temporary folders are removed")
            check(cluster.own() == [], "no process is left")
        # Run several jobs on one SparkContext.
        with Cluster(folder / "fourth") as cluster:
            outputs = [folder / "fourth" / "calendars", folder / "fourth" / "records"]
            with Service(cluster) as service:
                for output, words in zip(outputs, ([str(corpus.calendars)], ["--records", str(corpus.records)])):
                    service.run("--binary", program, *WINDOW, "--output", str(output), *words)
            compare(base, outputs, corpus)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    # A termination signal must also end the cluster.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    main()
