"""The part that runs on the workers: calendars go through ics-expand, and its lines through DuckDB into Parquet."""

import os
import pathlib
import re
import stat
import subprocess
import tempfile
import threading

import duckdb

from .schema import LINES, rows

# What follows the name of a file in the name of one of its parts.
PART = re.compile(r"#part-[0-9]+\.ics$")
# The last bytes of each Parquet file.
MAGIC = b"PAR1"
# The maximum sizes of a line of ics-expand in bytes: nearly all lines fit the first, and all fit the second.
LINE_SIZES = (16 << 20, 512 << 20)
# The size in bytes at which a Parquet file ends and the next begins.
FILE_SIZE = 128 << 20
PIPE_SIZE = 1 << 20


def program(path):
    """Returns a path at which the shipped program can be executed."""
    mode = os.stat(path).st_mode
    if not mode & stat.S_IXUSR:
        os.chmod(path, mode | 0o755)
    return path


def connection(zone):
    """Returns a database in memory with one thread and a display time zone."""
    base = duckdb.connect(config={"threads": 1, "memory_limit": "1GB", "autoinstall_known_extensions": False})
    base.execute("SET TimeZone = '{}'".format(zone.replace("'", "''")))
    return base


def expander(file, options, zone, form, size, read):
    """Returns a function for mapPartitions to Parquet files: (bytes without MAGIC, table, month).

    `file` is the program's name among the job's files, `form` that of its `--records`. `read` turns the items of a
    partition into pairs of a name and bytes, of which about `size` are in memory.
    """

    def expand(items):
        from pyspark import SparkFiles

        command = [program(SparkFiles.get(file)), "--records", form, "--format", "ndjson", *options]
        base = connection(zone)
        for names, chunks in groups(read(items), size):
            with tempfile.TemporaryDirectory(dir=SparkFiles.getRootDirectory()) as folder:
                write(base, command, rows("{source}", zone, form), names, chunks, folder)
                for path in sorted(pathlib.Path(folder).glob("*/*/*.parquet")):
                    table, month = (part.partition("=")[2] for part in path.parts[-3:-1])
                    yield bytearray(path.read_bytes().removesuffix(MAGIC)), table, month

    return expand


def groups(pairs, size):
    """Yields the names and the bytes of consecutive pairs with about `size` bytes."""
    names, chunks, total = [], [], 0
    for name, data in pairs:
        names.append(name)
        chunks.append(data)
        total += len(data)
        if total >= size:
            yield names, chunks
            names, chunks, total = [], [], 0
    if names:
        yield names, chunks


def whole(items):
    """Reads items of the form `NAME NUL CALENDAR`, for `--records nul`."""
    for item in items:
        name, _, calendar = item.partition(b"\0")
        yield name.decode(), ended(calendar)


def lines(items):
    """Reads lines, for `--records json`."""
    for item in items:
        yield None, item + b"\n"


def local_files(items):
    """Reads lists of names and paths, for `--records nul`."""
    for files in items:
        for name, path in files:
            yield name, ended(pathlib.Path(path).read_bytes())


def local_lines(items):
    """Reads the lines that begin in ranges of bytes of files, for `--records json`."""
    for path, start, end in items:
        with open(path, "rb") as file:
            # The line that contains the byte before the start is not in the range.
            file.seek(max(0, start - 1))
            last = b"\n" if start == 0 else b""
            while not last.endswith(b"\n") and (last := file.readline(PIPE_SIZE)):
                pass
            if (first := file.tell()) < end:
                data = file.read(end - first)
                rest = b"" if data.endswith(b"\n") else file.readline()
                yield None, data + rest if rest else data
                if not (rest or data).endswith(b"\n"):
                    yield None, b"\n"


def ended(calendar):
    """Returns a calendar with a NUL at its end and nowhere else; any other control character has the same diagnostic."""
    return calendar.replace(b"\0", b"\1") + b"\0"


def write(base, command, query, names, chunks, folder):
    """Writes the rows of calendars as Parquet files, into a folder with folders for tables and months."""
    is_part = [bool(name and PART.search(name)) for name in names]
    base.execute("SET VARIABLE parts = $1", [is_part])
    base.execute("SET VARIABLE names = $1", [[PART.sub("", name) if name else None for name in names]])
    for size in LINE_SIZES:
        try:
            return copy(base, command, query, chunks, folder, size)
        except duckdb.InvalidInputException as error:
            if size == LINE_SIZES[-1] or "maximum_object_size" not in str(error):
                raise


def copy(base, command, query, chunks, folder, size):
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, pipesize=PIPE_SIZE) as process:

        def feed():
            try:
                with process.stdin as pipe:
                    for chunk in chunks:
                        pipe.write(chunk)
            except BrokenPipeError:
                pass  # The exit status says why.

        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        source = (
            f"read_json('/dev/fd/{process.stdout.fileno()}', format = 'newline_delimited', "
            f"maximum_object_size = {size}, columns = {LINES})"
        )
        try:
            base.execute(
                f"COPY ({query.replace('{source}', source)}) TO '{folder}' (FORMAT parquet, "
                f'PARTITION_BY ("table", month), FILE_SIZE_BYTES {FILE_SIZE}, OVERWRITE true)'
            )
        except BaseException:
            process.kill()
            raise
        finally:
            thread.join()
    if process.returncode != 0:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with status {process.returncode}")
