"""The command ics-spark as a file, which spark-submit needs."""

import sys

from ics_spark.command import main

sys.exit(main())
