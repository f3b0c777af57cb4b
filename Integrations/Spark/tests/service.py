"""A driver that keeps its SparkContext, like a notebook or a service.

usage: service.py MASTER

Each line of standard input is a JSON list of ics-spark arguments. A line of standard output reports a finished job.
"""

import json
import pathlib
import subprocess
import sys
import time


class Service:
    """The driver process for a cluster."""

    def __init__(self, cluster):
        self.log = open(cluster.folder / "service.log", "w")
        self.process = subprocess.Popen(
            [sys.executable, __file__, cluster.url], env=cluster.environment, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=self.log, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.log.close()

    def run(self, *words):
        """Runs a job, and returns its duration."""
        start = time.monotonic()
        print(json.dumps(words), file=self.process.stdin, flush=True)
        if self.process.stdout.readline() != "done\n":
            raise AssertionError(f"the driver ended:\n{pathlib.Path(self.log.name).read_text()[-6000:]}")
        return time.monotonic() - start


def main():
    from ics_spark.command import job, parser
    from ics_spark.java import settings
    from ics_spark.job import run
    from pyspark import SparkConf, SparkContext

    conf = SparkConf().setAppName("ics-spark").setMaster(sys.argv[1])
    conf.set("spark.executor.memory", "1500m").set("spark.driver.memory", "1g")
    context = SparkContext(conf=settings(conf))
    for line in sys.stdin:
        run(context, job(parser().parse_args(json.loads(line))))
        print("done", flush=True)
    context.stop()


if __name__ == "__main__":
    main()
