"""The command ics-spark as a file for spark-submit."""

import sys

from ics_spark.command import main

sys.exit(main())
