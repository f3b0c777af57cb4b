"""The job, which converts inputs on any Hadoop file system to Parquet."""

import concurrent.futures
import dataclasses
import os
import pathlib
import subprocess
import zipfile

from .expansion import MAGIC, expander, program
from .filesystem import FileSystem
from .inputs import inputs, mounted, session

HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass(frozen=True)
class Job:
    """The inputs, the window, the options and the output of a run."""

    inputs: tuple
    output: str
    start: str
    end: str
    zone: str = "UTC"
    records: bool = False
    # Files larger than this number of bytes are split first.
    split_size: int = 8 << 20
    # The folder for the parts of large files, on a file system that all workers can access.
    staging: str = ""
    # The maximum input size of a task, in bytes. The last tasks are smaller.
    task_size: int = 128 << 20
    # More options for ics-expand.
    options: tuple = ()
    # The program to ship, by default the one in this package.
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


def start(conf, job):
    """Runs a job on a new SparkContext. Mounted files are listed and split while the context starts."""
    from pyspark import SparkConf, SparkContext

    SparkContext._ensure_initialized(conf=conf)
    conf = SparkConf().setAll(conf.getAll())
    system = FileSystem(SparkContext._jvm, conf)
    try:
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            tasks = pool.submit(mounted, system, job, job.program())
            context = SparkContext(conf=conf)
            # RDD scopes serve only Spark's web pages, and creating the first one takes 0.3 s.
            context.setLocalProperty("spark.rdd.scope.noOverride", "true")
            try:
                run(context, job, tasks.result)
            finally:
                # PySpark's `stop` would also wait up to a second for a thread that ends with this process.
                context._jsc.stop()
    finally:
        system.delete(job.parts())


def run(context, job, tasks=None):
    """Runs a job on a SparkContext. `tasks` returns the result of `mounted` if that was started earlier."""
    binary = job.program()
    ship(context, binary)
    system, rows = FileSystem(context._jvm, context._conf), job.output.rstrip("/") + ".rows"
    try:
        system.delete(rows)
        found = tasks() if tasks else mounted(system, job, binary)
        if local := system.local(rows):
            write(results(context, system, job, binary, found, local), local)
        else:
            write_through_java(session(context, job), results(context, system, job, binary, found), system, rows)
        system.replace(job.output, f"{rows}/result")
    finally:
        system.delete(job.parts())
        system.delete(rows)


def ship(context, binary):
    """Ships the program and this package to the workers, unless an earlier job on the SparkContext already did.

    Executors may start at any time, so the files exist as long as the context.
    """
    shipped = [uri.rsplit("/", 1)[1] for uri in context.listFiles]
    if os.path.basename(binary) not in shipped:
        context.addFile(binary)
    package = f"{context._temp_dir}/ics_spark.zip"
    if os.path.basename(package) not in shipped:
        # Workers need DuckDB, but do not need an installed copy of this package.
        context.addPyFile(archive(package))


def archive(path):
    """Archives this package without the program, and returns the path of the archive."""
    with zipfile.ZipFile(path, "w") as file:
        for source in sorted(HERE.glob("*.py")):
            file.write(source, f"ics_spark/{source.name}")
    return path


def results(context, system, job, binary, tasks, folder=None):
    """Returns an RDD of Parquet files in the form that `expander` produces."""
    items, read = inputs(context, system, job, binary, tasks)
    form = "json" if job.records else "nul" if tasks is None else "files"
    return items.mapPartitionsWithIndex(
        expander(os.path.basename(binary), job.arguments(), job.zone, form, read, folder))


def write(results, folder):
    """Runs tasks that write files on a mounted file system, and collects the files from one attempt of each task."""
    os.makedirs(f"{folder}/result")
    for path, table, month in results.collect():
        place = pathlib.Path(folder, "result", f"table={table}", f"month={month}")
        place.mkdir(parents=True, exist_ok=True)
        os.rename(path, place / os.path.basename(path))
    pathlib.Path(folder, "result", "_SUCCESS").touch()


def write_through_java(spark, results, system, folder):
    """Writes files through Spark as text. Spark appends the last bytes of each file as its line separator."""
    from pyspark.sql import functions as f

    files = spark.createDataFrame(results, "value binary, table string, month string")
    files.withColumn("value", f.col("value").cast("string")).write.partitionBy("table", "month").option(
        "maxRecordsPerFile", 1).option("lineSep", MAGIC.decode()).text(f"{folder}/result")
    system.rename_all(f"{folder}/result", ".txt", ".parquet")
