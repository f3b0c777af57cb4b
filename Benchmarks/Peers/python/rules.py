"""Measures dateutil's recurrence rules, with output like that of the other peers."""

import datetime
import time
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr

UTC = datetime.timezone.utc
NEW_YORK = ZoneInfo("America/New_York")
DAY = datetime.datetime(2026, 6, 15, tzinfo=UTC)
END = datetime.datetime(2027, 1, 1, tzinfo=UTC)


def repeated(work):
    """Returns the nanoseconds per unit of work, measured for at least 0.3 seconds, and the last result."""
    began, units = time.perf_counter(), 0
    while True:
        done = work()
        units += max(done, 1)
        spent = time.perf_counter() - began
        if spent > 0.3:
            return spent * 1e9 / units, done


def walk(name, text, zone=UTC):
    """Finds all instances in four years, each as an instant."""
    rule = rrulestr(text, dtstart=datetime.datetime(2023, 1, 1, 9, tzinfo=zone))

    def work():
        found = 0
        for each in rule:
            if each.timestamp() >= END.timestamp():
                return found
            found += 1

    print("walk", name, f"{repeated(work)[0]:.1f}")


def query(name, text, month, day, zone=UTC):
    """Finds the instances on 15 June 2026."""
    for year in (1970, 2026):
        rule = rrulestr(text, dtstart=datetime.datetime(year, month, day, 9, tzinfo=zone))
        window = (DAY, DAY + datetime.timedelta(days=1))
        answers = []

        def work():
            answers[:] = rule.between(*window, inc=True)
            return 1

        print("query", f"{name}-{year}", f"{repeated(work)[0]:.1f}", len(answers))


walk("daily-utc", "FREQ=DAILY")
walk("weekly-new-york", "FREQ=WEEKLY;BYDAY=MO,WE,FR", NEW_YORK)
walk("monthly-position", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1")
walk("yearly-month-day", "FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=TH")
walk("yearly-one-day", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH")
query("yearly", "FREQ=YEARLY", 6, 15)
query("monthly", "FREQ=MONTHLY", 1, 15)
query("weekly-new-york", "FREQ=WEEKLY;BYDAY=MO,WE,FR", 1, 5, NEW_YORK)
query("daily", "FREQ=DAILY", 1, 5)
query("hourly", "FREQ=HOURLY;INTERVAL=5", 1, 5)
query("daily-counted", "FREQ=DAILY;COUNT=30000", 1, 5)
