"""Occurrences of iCalendar files as Parquet, computed by ics-expand under Apache Spark."""

from .job import Job, run

__all__ = ["Job", "run"]
