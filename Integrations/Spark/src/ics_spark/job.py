"""The job: inputs on any Hadoop file system become Parquet."""

import dataclasses
import hashlib
import os
import pathlib
import subprocess
import tempfile
import zipfile

from .expansion import PART, expander, program
from .schema import ROWS

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
    split_size: int = 32 << 20
    # The folder for the parts of large files, on a file system that all workers reach.
    staging: str = ""
    # The size of a task's input in bytes.
    task_size: int = 64 << 20
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


def settings(session):
    """Applies the settings that the job needs to a session's builder."""
    return (
        session.config("spark.sql.execution.arrow.maxRecordsPerBatch", "256")
        # One file per month is open at a time in each task, so that rows need no sorting.
        .config("spark.sql.maxConcurrentOutputFileWriters", "64")
        .config("spark.sql.sources.commitProtocolClass",
                "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol")
        # A task writes to all months at once.
        .config("spark.hadoop.parquet.block.size", str(16 << 20))
        .config("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    )


def run(spark, job):
    """Runs a job."""
    binary = job.program()
    spark.sparkContext.addFile(binary)
    with tempfile.TemporaryDirectory() as folder:
        # Workers need PyArrow, but not this package.
        spark.sparkContext.addPyFile(archive(folder))
        write(spark, job, binary)


def archive(folder):
    """Returns an archive of this package without the program."""
    path = f"{folder}/ics_spark.zip"
    with zipfile.ZipFile(path, "w") as file:
        for source in sorted(HERE.glob("*.py")):
            file.write(source, f"ics_spark/{source.name}")
    return path


def write(spark, job, binary):
    # Dates and times without a zone are those of the display zone, and so are months.
    spark.conf.set("spark.sql.session.timeZone", job.zone)
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(job.task_size))
    spark.conf.set("spark.sql.files.openCostInBytes", str(64 << 10))
    try:
        occurrences(spark, job, binary).write.mode("overwrite").partitionBy("table", "month").parquet(job.output)
    finally:
        FileSystem(spark).delete(job.parts())


def occurrences(spark, job, binary):
    """Returns the rows of the result, with the columns that it is partitioned by."""
    from pyspark.sql import functions as f

    calendars = records(spark, job) if job.records else files(spark, job, binary)
    ended = calendars.select("key", f.concat(f.col("ics"), f.lit(b"\0")).alias("ics"))
    rows = ended.mapInArrow(expander(os.path.basename(binary), job.arguments()), ROWS)
    is_day = f.length("start") == 10
    return rows.select(
        "key", "error", "uid", "summary",
        f.col("start").cast("timestamp").alias("start"),
        f.col("end").cast("timestamp").alias("end"),
        f.when(is_day, f.col("start").cast("date")).alias("startDate"),
        f.when(is_day, f.col("end").cast("date")).alias("endDate"),
        f.coalesce("allDay", f.lit(False)).alias("allDay"),
        (~is_day & f.col("timeZone").isNull()).alias("isFloating"),
        "timeZone", "recurrenceId", f.coalesce("isDetached", f.lit(False)).alias("isDetached"), "status",
        "location", "description", "url", "categories", "organizer", "attendees", "calendar", "method", "line",
        f.when(f.col("error").isNull(), f.lit("occurrences")).otherwise(f.lit("errors")).alias("table"),
        f.coalesce(f.date_format(f.col("start").cast("timestamp"), "yyyy-MM"), f.lit("none")).alias("month"),
    )


def records(spark, job):
    """Returns the calendars of JSON lines, with keys as text; a line that is not JSON becomes an empty calendar."""
    from pyspark.sql import functions as f

    lines = spark.read.schema("key string, ics string, broken string").option("mode", "PERMISSIVE").option(
        "columnNameOfCorruptRecord", "broken"
    ).json(list(job.inputs))
    # What cannot be read is not a calendar, and says so itself.
    text = f.coalesce("ics", f.concat(f.lit("not JSON: "), f.substring("broken", 1, 100)), f.lit("no ics"))
    return lines.select("key", text.cast("binary").alias("ics"))


def files(spark, job, binary):
    """Returns the calendars of folders and files, large ones in parts."""
    from pyspark.sql import functions as f

    def read(paths):
        return spark.read.format("binaryFile").option("recursiveFileLookup", "true").option(
            "pathGlobFilter", "*.ics").load(paths)

    inputs = read(list(job.inputs))
    # Without the column `content`, nothing is read.
    large = inputs.where(f.col("length") > job.split_size).select("path", "length").collect()
    small = inputs.where(f.col("length") <= job.split_size).select(f.col("path").alias("key"), "content")
    if not large:
        return small.withColumnRenamed("content", "ics")
    folders = [(split(spark, row["path"], row["length"], job, binary), row["path"]) for row in large]
    parts = read([folder for folder, _ in folders]).withColumn("folder", f.regexp_extract("path", "([^/]+)/[^/]+$", 1))
    names = spark.createDataFrame([(folder.rsplit("/", 1)[1], path) for folder, path in folders], "folder string, name string")
    named = parts.join(f.broadcast(names), "folder").select(
        f.concat("name", f.lit(PART), f.regexp_extract("path", "[^/]+$", 0)).alias("key"), "content")
    return small.unionByName(named).withColumnRenamed("content", "ics")


def split(spark, path, size, job, binary):
    """Splits a large file by UID, and returns the folder of its parts."""
    staging = job.parts()
    folder = f"{staging}/{hashlib.sha256(path.encode()).hexdigest()[:16]}"
    count = min(512, -(-size // job.split_size) * 5 // 4 + 1)
    system = FileSystem(spark)
    with tempfile.TemporaryDirectory() as scratch:
        source = system.local(path) or system.download(path, f"{scratch}/calendar.ics")
        target = system.local(folder)
        if target:
            system.delete(folder)
            os.makedirs(os.path.dirname(target), exist_ok=True)
        else:
            target = f"{scratch}/parts"
        subprocess.run([binary, "--split", str(count), "--output", target, source], check=True)
        if not system.local(folder):
            system.upload(target, folder)
    return folder


class FileSystem:
    """Hadoop's file systems, as the driver sees them."""

    def __init__(self, spark):
        self.jvm = spark.sparkContext._jvm
        self.conf = spark.sparkContext._jsc.hadoopConfiguration()

    def path(self, name):
        path = self.jvm.org.apache.hadoop.fs.Path(name)
        return path, path.getFileSystem(self.conf)

    def local(self, name):
        """Returns the local path behind a name, or None on another file system."""
        path, system = self.path(name)
        uri = system.makeQualified(path).toUri()
        return uri.getPath() if uri.getScheme() == "file" else None

    def download(self, name, target):
        path, system = self.path(name)
        system.copyToLocalFile(False, path, self.jvm.org.apache.hadoop.fs.Path(target), True)
        return target

    def upload(self, source, name):
        path, system = self.path(name)
        system.delete(path, True)
        system.copyFromLocalFile(False, True, self.jvm.org.apache.hadoop.fs.Path(source), path)

    def delete(self, name):
        path, system = self.path(name)
        system.delete(path, True)
