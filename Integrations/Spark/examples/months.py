"""Prints the numbers of occurrences and distinct attendees in each month of a result.

usage: months.py OUTPUT-FOLDER
"""

import sys

import duckdb

for month, occurrences, people in duckdb.execute(
    """
    SELECT month::VARCHAR, count(DISTINCT (key, uid, start)), count(DISTINCT person.email)
    FROM (SELECT *, unnest(coalesce(attendees, [NULL])) AS person
          FROM read_parquet(?, hive_partitioning = true))
    GROUP BY month ORDER BY month
    """,
    [f"{sys.argv[1]}/table=occurrences/*/*.parquet"],
).fetchall():
    print(f"{month}  {occurrences:>9}  {people:>9}")
