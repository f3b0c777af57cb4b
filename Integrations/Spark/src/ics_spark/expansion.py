"""The part that runs on the workers: batches of calendars go through one process of ics-expand."""

import os
import stat
import subprocess
import threading

import pyarrow as pa
import pyarrow.compute
import pyarrow.json

from .schema import LINES

# What follows the name of a file in the key of one of its parts.
PART = "#"
PART_NAME = "#part-[0-9]+\\.ics$"
# The number of bytes of output to parse at a time.
BLOCK = 8 << 20


def program(path):
    """Returns a path at which the shipped program can be executed."""
    mode = os.stat(path).st_mode
    if not mode & stat.S_IXUSR:
        os.chmod(path, mode | 0o755)
    return path


def expander(file, options):
    """Returns a function for mapInArrow from (key string, ics binary) to the rows of ics-expand.

    `file` is the program's name among the job's files.
    """

    def expand(batches):
        from pyspark import SparkFiles

        command = [program(SparkFiles.get(file)), "--records", "nul", "--format", "ndjson", *options]
        yield from rows(command, batches)

    return expand


def rows(command, batches):
    """Pipes the calendars of Arrow batches through a command, and yields its lines as Arrow batches."""
    keys, failures = [], []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:

        def feed():
            try:
                with process.stdin as pipe:
                    for batch in batches:
                        keys.append(named(batch.column(0)))
                        write(batch.column(1), pipe)
            except BrokenPipeError:
                pass  # The exit status says why.
            except BaseException as error:  # Raised again below, in the task's own thread.
                failures.append(error)
                process.kill()

        thread = threading.Thread(target=feed, daemon=True)
        thread.start()
        try:
            for block in blocks(process.stdout):
                yield from parse(block, keys)
        except BaseException:
            process.kill()
            raise
        finally:
            thread.join()
    if failures:
        raise failures[0]
    if process.returncode != 0:
        raise RuntimeError(f"{os.path.basename(command[0])} ended with status {process.returncode}")


def named(keys):
    """Returns the keys of records, those of parts as the names of their files."""
    is_part = pa.compute.fill_null(pa.compute.match_substring_regex(keys, PART_NAME), False)
    plain = pa.compute.replace_substring_regex(keys, PART_NAME, "")
    return pa.record_batch([plain, is_part], names=["key", "isPart"])


def write(calendars, pipe):
    """Writes calendars, each of which ends with the only NUL in it, straight from Arrow's memory."""
    if len(calendars) == 0:
        return
    offsets = pa.Array.from_buffers(
        pa.int32(), len(calendars) + 1, [None, calendars.buffers()[1]], offset=calendars.offset
    )
    start, end = offsets[0].as_py(), offsets[len(calendars)].as_py()
    data = bytes(memoryview(calendars.buffers()[2])[start:end])
    if data.count(0) != len(calendars):
        # Any other control character has the same diagnostic.
        data = b"".join(item.as_py()[:-1].replace(b"\0", b"\1") + b"\0" for item in calendars)
    pipe.write(data)


def blocks(pipe):
    """Yields the output in blocks of whole lines."""
    rest = b""
    while data := pipe.read(BLOCK):
        end = data.rfind(b"\n") + 1
        if end == 0:
            rest += data
            continue
        yield rest + data[:end]
        rest = data[end:]
    if rest:
        yield rest


def parse(block, keys):
    """Returns lines of JSON as batches, with the keys of their records."""
    table = pyarrow.json.read_json(
        pa.BufferReader(block),
        read_options=pyarrow.json.ReadOptions(use_threads=False, block_size=len(block) + 1),
        parse_options=pyarrow.json.ParseOptions(explicit_schema=LINES, unexpected_field_behavior="ignore"),
    )
    compute = pa.compute
    records = pa.Table.from_batches(list(keys)).take(compute.subtract(table.column("key"), 1))
    # The lines of a part are not those of the file, and the number of a record is not a line.
    is_line = compute.and_(compute.is_null(table.column("error")), compute.invert(records.column("isPart")))
    line = compute.if_else(is_line, table.column("line"), pa.scalar(None, pa.int64()))
    table = table.set_column(0, "key", records.column("key")).select(LINES.names)
    return table.set_column(table.num_columns - 1, "line", line).combine_chunks().to_batches()
