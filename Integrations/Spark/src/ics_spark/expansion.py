"""The part that runs on the workers: ics-expand turns calendars into lines, and DuckDB turns the lines into Parquet."""

import functools
import gc
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile
import uuid

from .schema import LINES, rows

# The suffix added to a file's name for each of its parts.
PART = re.compile(r"#part-[0-9]+\.ics$")
# The last bytes of each Parquet file.
MAGIC = b"PAR1"
# The maximum sizes of a line from ics-expand, in bytes. Nearly all lines fit the first, and all fit the second.
LINE_SIZES = (16 << 20, 512 << 20)
# The maximum size of a Parquet file, in bytes.
FILE_SIZE = 128 << 20
PIPE_SIZE = 1 << 20


def program(path):
    """Returns the path of an executable copy of the shipped program."""
    mode = os.stat(path).st_mode
    if not mode & stat.S_IXUSR:
        os.chmod(path, mode | 0o755)
    return path


def scratch():
    """Returns this worker's folder for temporary files."""
    from pyspark import SparkFiles

    return os.environ.get("SPARK_LOCAL_DIRS", "").split(",")[0] or SparkFiles.getRootDirectory()


@functools.cache
def connection(zone):
    """Returns the in-memory database of this process, with one thread and a display time zone."""
    import duckdb  # The driver does not need DuckDB.

    base = duckdb.connect(config={"threads": 1, "memory_limit": "1GB", "autoinstall_known_extensions": False})
    base.execute("SET TimeZone = '{}'".format(zone.replace("'", "''")))
    # Spark has Python search its jar, and Python would list the 10,000 files in it before each task.
    for path in [path for path in sys.path if os.path.basename(path).startswith("spark-core_")]:
        sys.path.remove(path)
        sys.path_importer_cache.pop(path, None)
    # Spark collects garbage after each task; freezing excludes the loaded modules.
    gc.freeze()
    return base


def expander(file, options, zone, form, read, folder=None):
    """Returns a function for mapPartitionsWithIndex that yields Parquet files: (file, table, month).

    `file` is the name of the program among the job's files, and `form` is the argument of its `--records`. `read` turns
    the items of a partition into groups: the names of calendars, and an iterable of their bytes. The Parquet files are
    paths in `folder` or, without a folder, their bytes without MAGIC.
    """

    def expand(partition, items):
        from pyspark import SparkFiles

        command = [program(SparkFiles.get(file)), "--records", form, "--format", "ndjson", *options]
        base, query = connection(zone), rows("{source}", zone, form)
        for number, (names, chunks) in enumerate(read(items)):
            # Another attempt of this task may be writing at the same time.
            target = os.path.join(folder or SparkFiles.getRootDirectory(), uuid.uuid4().hex)
            os.mkdir(target)
            write(base, command, query, names, chunks, target, f"part-{partition:05}-{number:05}", scratch())
            for path in sorted(pathlib.Path(target).glob("*/*/*.parquet")):
                table, month = (part.partition("=")[2] for part in path.parts[-3:-1])
                yield str(path) if folder else bytearray(path.read_bytes().removesuffix(MAGIC)), table, month
                if not folder:
                    path.unlink()

    return expand


def grouped(read, size):
    """Returns a function that reads items as groups of about `size` bytes. `read` turns items into names and bytes."""

    def groups(items):
        names, chunks, total = [], [], 0
        for name, data in read(items):
            names.append(name)
            chunks.append(data)
            total += len(data)
            if total >= size:
                yield names, chunks
                names, chunks, total = [], [], 0
        if names:
            yield names, chunks

    return groups


def whole(items):
    """Reads items in the format `NAME NUL CALENDAR`, for `--records nul`."""
    for item in items:
        name, _, calendar = item.partition(b"\0")
        # Any other control character causes the same diagnostic.
        yield name.decode(), calendar.replace(b"\0", b"\1") + b"\0"


def lines(items):
    """Reads lines, for `--records json`."""
    for item in items:
        yield None, item + b"\n"


def local_files(items):
    """Reads lists of names and paths as groups, for `--records files`."""
    for files in items:
        for _, path in files:
            # Fail the task if the folder is not mounted here. Otherwise, ics-expand would report each file.
            if not os.access(path, os.R_OK):
                raise FileNotFoundError(f"{path}: cannot be read")
        yield [name for name, _ in files], [b"".join(os.fsencode(path) + b"\0" for _, path in files)]


def local_lines(items):
    """Reads the lines that start in byte ranges of files as groups, for `--records json`."""
    for path, start, end in items:
        yield [None], Lines(path, start, end)


class Lines:
    """The lines that start in a byte range of a file. They are read during expansion."""

    def __init__(self, path, start, end):
        self.path, self.start, self.end = path, start, end

    def __iter__(self):
        with open(self.path, "rb") as file:
            # The range excludes the line that contains the byte before its start.
            file.seek(max(0, self.start - 1))
            last = b"\n" if self.start == 0 else b""
            while not last.endswith(b"\n") and (last := file.readline(PIPE_SIZE)):
                pass
            left, last = self.end - file.tell(), b"\n"
            while left > 0 and (data := file.read(min(left, PIPE_SIZE))):
                left, last = left - len(data), data
                yield data
            while not last.endswith(b"\n"):
                last = file.readline(PIPE_SIZE) or b"\n"
                yield last


def write(base, command, query, names, chunks, folder, prefix, scratch):
    """Writes the rows of calendars as Parquet files, in a folder with subfolders for tables and months.

    `scratch` is a local folder for the lines from ics-expand.
    """
    is_part = [bool(name and PART.search(name)) for name in names]
    base.execute("SET VARIABLE parts = $1", [is_part])
    base.execute("SET VARIABLE names = $1", [[PART.sub("", name) if name else None for name in names]])
    with tempfile.TemporaryDirectory(dir=scratch) as lines:
        run([*command, "--output", lines], chunks)
        for path in sorted(pathlib.Path(lines).iterdir()):
            table = "errors" if path.stem == "none" else "occurrences"
            target = f"{folder}/table={table}/month={path.stem}"
            os.makedirs(target)
            copy(base, query, path, target, prefix)
            path.unlink()


def run(command, chunks):
    """Sends bytes to ics-expand, which divides its lines by month."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, pipesize=PIPE_SIZE, bufsize=0) as process:
        try:
            with process.stdin as pipe:
                for chunk in chunks:
                    send(pipe, chunk)
        except BrokenPipeError:
            pass  # The exit status contains the reason.
        except BaseException:
            process.kill()
            raise
    if process.returncode != 0:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with status {process.returncode}")


def copy(base, query, lines, folder, prefix):
    """Writes the rows in a file of lines as Parquet files."""
    for size in LINE_SIZES:
        source = (
            f"read_json('{lines}', format = 'newline_delimited', maximum_object_size = {size}, columns = {LINES})"
        )
        try:
            # With PARTITION_BY, DuckDB would copy all rows again.
            base.execute(
                f"COPY ({query.replace('{source}', source)}) TO '{folder}' (FORMAT parquet, "
                f"FILENAME_PATTERN '{prefix}-{{i}}', FILE_SIZE_BYTES {FILE_SIZE}, OVERWRITE true)"
            )
            return
        except Exception as error:
            if size == LINE_SIZES[-1] or "maximum_object_size" not in str(error):
                raise


def send(pipe, data):
    """Writes all bytes to an unbuffered pipe, where a single write may be partial."""
    view = memoryview(data)
    while view:
        view = view[pipe.write(view):]
