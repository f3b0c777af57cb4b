"""The inputs of a job. Tasks read files on mounted file systems directly, and Spark reads all others."""

import hashlib
import os
import subprocess
import tempfile

from .expansion import grouped, lines, local_files, local_lines, whole

# The maximum cost of opening a file, expressed in bytes read.
OPEN_COST = 64 << 10
# The size of the parts of a large file in bytes.
PART_SIZE = 8 << 20
# Moves each task's files into place when the job is done.
COMMIT = "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol"
# The suffixes of files that Spark decompresses.
COMPRESSED = (".gz", ".bz2", ".zst", ".deflate", ".lz4", ".snappy")


def inputs(context, system, job, binary, tasks):
    """Returns an RDD of the inputs, and the function with which the workers read its items as groups.

    `tasks` is the result of `mounted`.
    """
    if tasks is None:
        return through_java(context, system, job, binary)
    return context.parallelize(tasks, max(1, len(tasks))), local_lines if job.records else local_files


def mounted(system, job, binary):
    """Returns the tasks for inputs on mounted file systems, or None for others. Large files are split here."""
    if not all(system.local(path) for path in (*job.inputs, job.parts())):
        return None
    found = sorted(file for path in job.inputs for file in local(system, path, "" if job.records else ".ics"))
    if not job.records:
        return packed(list(pieces(system, job, binary, found)), job.task_size)
    if any(path.endswith(COMPRESSED) for path, _ in found):
        return None
    return ranges(found, job.task_size)


def pieces(system, job, binary, found):
    """Yields the name, path and size of each local file and each part of a large file."""
    for path, size in found:
        if size <= job.split_size:
            yield f"file:{path}", path, size
            continue
        folder = system.local(split(system, f"file:{path}", size, job, binary))
        for part in sorted(os.listdir(folder)):
            yield f"file:{path}#{part}", f"{folder}/{part}", os.path.getsize(f"{folder}/{part}")


def step(most, left):
    """Returns the size of the next task, at most `most` bytes, when `left` bytes remain.

    The last tasks are smaller, so all workers end at about the same time.
    """
    return max(most // 4, min(most, left // 4))


def packed(pieces, most):
    """Divides files among tasks, and returns a list of names and paths for each task."""
    left = sum(size + OPEN_COST for _, _, size in pieces)
    tasks, room = [], 0
    for name, path, size in pieces:
        cost = size + OPEN_COST
        if cost > room:
            tasks.append([])
            room = step(most, left)
        tasks[-1].append((name, path))
        room, left = room - cost, left - cost
    return tasks


def ranges(found, most):
    """Returns byte ranges of files, one for each task."""
    left = sum(size for _, size in found)
    tasks = []
    for path, size in found:
        start = 0
        while start < size:
            end = min(size, start + step(most, left))
            tasks.append((path, start, end))
            start, left = end, left - (end - start)
    return tasks


def local(system, path, end):
    """Yields the files that match a path, which may have wildcards, and their sizes. Skips names that Spark hides."""
    for top in system.glob(path):
        if os.path.isfile(top):
            yield top, os.path.getsize(top)
        for folder, folders, names in os.walk(top, followlinks=True):
            folders[:] = [name for name in folders if name[0] not in "._"]
            for name in names:
                if name.endswith(end) and name[0] not in "._":
                    yield f"{folder}/{name}", os.path.getsize(f"{folder}/{name}")


def session(context, job):
    """Returns Spark's session for tables. Jobs on mounted file systems do not need it, which saves its startup time."""
    from pyspark.sql import SparkSession

    spark = SparkSession(context)
    spark.conf.set("spark.sql.files.maxPartitionBytes", str(job.task_size))
    spark.conf.set("spark.sql.files.openCostInBytes", str(OPEN_COST))
    spark.conf.set("spark.sql.sources.commitProtocolClass", COMMIT)
    return spark


def through_java(context, system, job, binary):
    """Returns the same values as `inputs`, but lets Spark read the inputs."""
    spark = session(context, job)
    values, read = (records(spark, job), lines) if job.records else (files(spark, system, job, binary), whole)
    return values, grouped(read, job.task_size)


def records(spark, job):
    """Returns the JSON lines."""
    from pyspark.sql import functions as f

    return as_bytes(spark, spark.read.text(list(job.inputs)).select(f.col("value").cast("binary")))


def files(spark, system, job, binary):
    """Returns the calendars in folders and files, with large files split into parts."""
    from pyspark.sql import functions as f

    def read(paths):
        return spark.read.format("binaryFile").option("recursiveFileLookup", "true").option(
            "pathGlobFilter", "*.ics").load(paths)

    inputs = read(list(job.inputs))
    # Selecting no `content` column avoids reading the files.
    large = inputs.where(f.col("length") > job.split_size).select("path", "length").collect()
    small = inputs.where(f.col("length") <= job.split_size).select(f.col("path").alias("key"), "content")
    if not large:
        return as_bytes(spark, named(small))
    folders = [(split(system, row["path"], row["length"], job, binary), row["path"]) for row in large]
    parts = read([folder for folder, _ in folders]).withColumn("folder", f.regexp_extract("path", "([^/]+)/[^/]+$", 1))
    names = spark.createDataFrame([(folder.rsplit("/", 1)[1], path) for folder, path in folders], "folder string, name string")
    parts = parts.join(f.broadcast(names), "folder").select(
        f.concat("name", f.lit("#"), f.regexp_extract("path", "[^/]+$", 0)).alias("key"), "content")
    return as_bytes(spark, named(small).union(named(parts)))


def named(files):
    """Returns each file as a single value: name, NUL, content."""
    from pyspark.sql import functions as f

    return files.select(f.concat(f.encode("key", "UTF-8"), f.lit(b"\0"), "content").alias("value"))


def as_bytes(spark, values):
    """Returns the only column of a table as an RDD of bytes, which reach Python unconverted."""
    from pyspark import RDD
    from pyspark.serializers import NoOpSerializer

    encoder = spark._jvm.org.apache.spark.sql.Encoders.BINARY()
    return RDD(getattr(values._jdf, "as")(encoder).javaRDD(), spark.sparkContext, NoOpSerializer())


def split(system, path, size, job, binary):
    """Splits a large file by UID, and returns the folder with the parts."""
    staging = job.parts()
    folder = f"{staging}/{hashlib.sha256(path.encode()).hexdigest()[:16]}"
    count = min(512, -(-size // PART_SIZE))
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
