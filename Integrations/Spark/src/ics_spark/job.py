"""The job: inputs on any Hadoop file system become Parquet."""

import dataclasses
import os
import pathlib
import subprocess
import tempfile
import zipfile

from .expansion import MAGIC, expander, program
from .filesystem import FileSystem
from .inputs import inputs, session

HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass(frozen=True)
class Job:
    """What to read, what to search, and where to write."""

    inputs: tuple
    output: str
    start: str
    end: str
    zone: str = "UTC"
    records: bool = False
    # Files larger than this are split first, in bytes.
    split_size: int = 8 << 20
    # The folder for the parts of large files, on a file system that all workers reach.
    staging: str = ""
    # The size of a task's input in bytes.
    task_size: int = 128 << 20
    # Further options of ics-expand.
    options: tuple = ()
    # The program to ship; by default, the one in this package.
    binary: str = ""

    def arguments(self):
        return [
            "--from", self.start, "--to", self.end, "--time-zone", self.zone, "--threads", "1", *self.options,
        ]

    def parts(self):
        return self.staging or self.output.rstrip("/") + ".parts"

    def program(self):
        path = self.binary or str(HERE / "bin" / "ics-expand")
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path}: not found; build the package with `make spark-package`, or name --binary")
        return program(path)

    def check(self):
        """Raises an error if ics-expand is missing or rejects the options."""
        command = [self.program(), "--records", "json", "--format", "ndjson", *self.arguments()]
        result = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if result.returncode != 0:
            raise ValueError(result.stderr.strip())


def run(context, job):
    """Runs a job on a SparkContext."""
    binary = job.program()
    context.addFile(binary)
    with tempfile.TemporaryDirectory() as folder:
        # Workers need DuckDB, but not this package.
        context.addPyFile(archive(folder))
        system, rows = FileSystem(context), job.output.rstrip("/") + ".rows"
        try:
            system.delete(rows)
            if local := system.local(rows):
                write(context, job, binary, local)
            else:
                write_through_java(context, job, binary, rows)
            system.replace(job.output, f"{rows}/result")
        finally:
            system.delete(job.parts())
            system.delete(rows)


def archive(folder):
    """Returns an archive of this package without the program."""
    path = f"{folder}/ics_spark.zip"
    with zipfile.ZipFile(path, "w") as file:
        for source in sorted(HERE.glob("*.py")):
            file.write(source, f"ics_spark/{source.name}")
    return path


def results(context, job, binary, folder=None):
    """Returns an RDD of Parquet files, as in `expander`."""
    items, read = inputs(context, job, binary)
    form = "json" if job.records else "nul"
    return items.mapPartitionsWithIndex(
        expander(os.path.basename(binary), job.arguments(), job.zone, form, read, folder))


def write(context, job, binary, folder):
    """Has the tasks write files on a mounted file system, and gathers those of one attempt at each task."""
    os.makedirs(f"{folder}/result")
    for path, table, month in results(context, job, binary, folder).collect():
        place = pathlib.Path(folder, "result", f"table={table}", f"month={month}")
        place.mkdir(parents=True, exist_ok=True)
        os.rename(path, place / os.path.basename(path))
    pathlib.Path(folder, "result", "_SUCCESS").touch()


def write_through_java(context, job, binary, folder):
    """Has Spark write files as texts without the last bytes, which are the separator of lines that Spark writes."""
    from pyspark.sql import functions as f

    files = session(context, job).createDataFrame(results(context, job, binary), "value binary, table string, month string")
    files.withColumn("value", f.col("value").cast("string")).write.partitionBy("table", "month").option(
        "maxRecordsPerFile", 1).option("lineSep", MAGIC.decode()).text(f"{folder}/result")
    FileSystem(context).rename_all(f"{folder}/result", ".txt", ".parquet")
