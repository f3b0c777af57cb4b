"""A driver that keeps its SparkContext, as in a notebook or a service.

usage: service.py MASTER

Each line of standard input is a JSON list of words of ics-spark; a line of standard output says that their job is done.
"""

import json
import sys

from ics_spark.command import job, parser
from ics_spark.java import settings
from ics_spark.job import run
from pyspark import SparkConf, SparkContext

conf = SparkConf().setAppName("ics-spark").setMaster(sys.argv[1])
for memory in ("spark.executor.memory", "1500m"), ("spark.driver.memory", "1g"):
    conf.set(*memory)
context = SparkContext(conf=settings(conf))
for line in sys.stdin:
    run(context, job(parser().parse_args(json.loads(line))))
    print("done", flush=True)
context.stop()
