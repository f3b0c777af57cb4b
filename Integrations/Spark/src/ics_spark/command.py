"""The command ics-spark."""

import argparse
import os
import sys

from .java import settings
from .job import Job, start


def parser():
    parser = argparse.ArgumentParser(
        prog="ics-spark",
        description="Write the occurrences of iCalendar files to Parquet, on a Spark cluster.",
        epilog="To use the options of spark-submit, use it to start __main__.py of this package.",
    )
    parser.add_argument("inputs", nargs="+", metavar="PATH",
                        help="folder of .ics files (searched recursively), large .ics file, or JSON lines with --records")
    parser.add_argument("--output", required=True, metavar="FOLDER", help="output folder, which is overwritten")
    parser.add_argument("--from", dest="start", required=True, metavar="TIME", help="start of the window: 2026-01-01")
    parser.add_argument("--to", dest="end", required=True, metavar="TIME", help="end of the window, exclusive")
    parser.add_argument("--time-zone", dest="zone", default="UTC", metavar="ZONE", help="display time zone (default: UTC)")
    parser.add_argument("--records", action="store_true", help='inputs are lines {"key": any JSON, "ics": "..."}')
    parser.add_argument("--split-size", type=int, default=8, metavar="MIB",
                        help="split files larger than this size in MiB by UID (default: 8)")
    parser.add_argument("--task-size", type=int, default=128, metavar="MIB",
                        help="maximum input size of a task in MiB (default: 128)")
    parser.add_argument("--staging", default="", metavar="FOLDER",
                        help="folder for the parts of split files (default: OUTPUT.parts)")
    parser.add_argument("--isolated", action="store_true", help="expand in processes with limits")
    parser.add_argument("--limit", type=int, metavar="N", help="maximum number of rows per calendar")
    parser.add_argument("--hide-cancelled", action="store_true", help="omit canceled events")
    parser.add_argument("--binary", default="", metavar="FILE", help="ics-expand to ship (default: the packaged one)")
    parser.add_argument("--master", metavar="URL", help="Spark master, such as local[*] or spark://host:7077")
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="Spark setting")
    return parser


def job(arguments):
    """Returns the job for parsed arguments."""
    options = ["--isolated"] if arguments.isolated else []
    options += ["--hide-cancelled"] if arguments.hide_cancelled else []
    options += ["--limit", str(arguments.limit)] if arguments.limit is not None else []
    return Job(
        inputs=tuple(arguments.inputs), output=arguments.output, start=arguments.start, end=arguments.end,
        zone=arguments.zone, records=arguments.records, split_size=arguments.split_size << 20,
        task_size=arguments.task_size << 20, staging=arguments.staging, options=tuple(options),
        binary=arguments.binary,
    )


def main(words=None):
    arguments = parser().parse_args(words)
    wanted = job(arguments)
    try:
        wanted.check()
    except (FileNotFoundError, ValueError) as error:
        print(f"ics-spark: error: {error}", file=sys.stderr)
        return 1
    # Workers on this computer must use this Python, which has DuckDB.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    from pyspark import SparkConf, SparkContext

    if "PYSPARK_GATEWAY_PORT" in os.environ:
        # Otherwise, SparkConf would lack the settings of spark-submit.
        SparkContext._ensure_initialized()
    conf = SparkConf().setAppName("ics-spark")
    for setting in arguments.conf:
        key, _, value = setting.partition("=")
        conf.set(key, value)
    if arguments.master:
        conf.setMaster(arguments.master)
    try:
        start(settings(conf), wanted)
    except FileNotFoundError as error:
        print(f"ics-spark: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
