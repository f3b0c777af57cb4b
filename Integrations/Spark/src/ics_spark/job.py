"""The job: inputs on any Hadoop file system become Parquet."""

import dataclasses
import os
import pathlib
import tempfile
import zipfile

from .expansion import MAGIC, expander, program
from .filesystem import FileSystem
from .inputs import inputs

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
    return session.config(
        "spark.sql.sources.commitProtocolClass",
        "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol",
    )


def run(spark, job):
    """Runs a job."""
    binary = job.program()
    spark.sparkContext.addFile(binary)
    with tempfile.TemporaryDirectory() as folder:
        # Workers need DuckDB, but not this package.
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
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(job.task_size))
    spark.conf.set("spark.sql.files.openCostInBytes", str(64 << 10))
    system, rows = FileSystem(spark), job.output.rstrip("/") + ".rows"
    try:
        parquet(spark, job, binary).write.mode("overwrite").partitionBy("table", "month").option(
            "maxRecordsPerFile", 1).option("lineSep", MAGIC.decode()).text(rows)
        system.rename_all(rows, ".txt", ".parquet")
        system.replace(job.output, rows)
    finally:
        system.delete(job.parts())
        system.delete(rows)


def parquet(spark, job, binary):
    """Returns Parquet files as texts without the last bytes, which are the separator of lines that Spark writes."""
    from pyspark.sql import functions as f

    items, read = inputs(spark, job, binary)
    form = "json" if job.records else "nul"
    expand = expander(os.path.basename(binary), job.arguments(), job.zone, form, job.task_size, read)
    rows = spark.createDataFrame(items.mapPartitions(expand), "value binary, table string, month string")
    return rows.withColumn("value", f.col("value").cast("string"))
