/* Measures libical's recurrence iterator.
 *
 *   walk NAME nanoseconds-an-occurrence
 *   long-walk NAME nanoseconds-an-occurrence
 *   query NAME nanoseconds-a-query occurrences-found
 *
 * Each rule is walked over four years and over 500 years, starting in 2023, repeatedly to get stable times. Every
 * instance is converted to an instant. Queries find the instances of one day in 2026, with icalrecur_iterator_set_start
 * where libical supports it, and otherwise by walking. */
#include "calendar_text.h"
#include <libical/ical.h>
#include <stdint.h>

static const double enough = 0.3;
static volatile int64_t sink;

/* A full hour, which is valid in every query here. */
static struct icaltimetype moment(int year, int month, int day, int hour, icaltimezone *zone)
{
    struct icaltimetype time = icaltime_null_time();
    time.year = year;
    time.month = month;
    time.day = day;
    time.hour = hour;
    time.zone = zone;
    return time;
}

static int64_t instant(struct icaltimetype time)
{
    return (int64_t)icaltime_as_timet_with_zone(time, time.zone);
}

/* Finds all instances in a number of years. */
static void walk_years(const char *kind, int years, const char *name, const char *text, icaltimezone *zone)
{
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(text);
    struct icaltimetype start = moment(2023, 1, 1, 9, zone);
    int64_t end = instant(moment(2023 + years, 1, 1, 0, zone)), total = 0;
    long found = 0;
    double from = now();
    do {
        icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
        for (;;) {
            struct icaltimetype time = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(time)) break;
            int64_t at = instant(time);
            if (at >= end) break;
            total += at;
            found++;
        }
        icalrecur_iterator_free(iterator);
    } while (now() - from < enough);
    sink = total;
    printf("%s %s %.1f\n", kind, name, (now() - from) * 1e9 / (double)found);
}

static void walk(const char *name, const char *text, icaltimezone *zone)
{
    walk_years("walk", 4, name, text, zone);
    walk_years("long-walk", 500, name, text, zone);
}

/* Finds the instances on 15 June 2026 in UTC. */
static void query(const char *name, const char *text, const char *year, struct icaltimetype start)
{
    struct icalrecurrencetype rule = icalrecurrencetype_from_string(text);
    icaltimezone *zone = (icaltimezone *)start.zone;
    int64_t lower = 1781481600, upper = lower + 86400, total = 0;
    struct icaltimetype day = icaltime_from_timet_with_zone((time_t)lower, 0, zone);
    long found = 0;
    long asked = 0;
    double from = now();
    do {
        icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
        if (rule.count == 0 && !icalrecur_iterator_set_start(iterator, day)) {
            icalrecur_iterator_free(iterator);
            iterator = icalrecur_iterator_new(rule, start);
        }
        for (;;) {
            struct icaltimetype time = icalrecur_iterator_next(iterator);
            if (icaltime_is_null_time(time)) break;
            time.zone = zone;
            int64_t at = instant(time);
            if (at >= upper) break;
            if (at < lower) continue;
            total += at;
            found++;
        }
        icalrecur_iterator_free(iterator);
        asked++;
    } while (now() - from < enough);
    sink = total;
    printf("query %s-%s %.1f %ld\n", name, year, (now() - from) * 1e9 / (double)asked, found / asked);
}

int main(void)
{
    icaltimezone *utc = icaltimezone_get_utc_timezone();
    icaltimezone *new_york = icaltimezone_get_builtin_timezone("America/New_York");
    if (!new_york) {
        fprintf(stderr, "libical does not know America/New_York\n");
        return 1;
    }
    icalerror_set_errors_are_fatal(0);
    walk("daily-utc", "FREQ=DAILY", utc);
    walk("weekly-new-york", "FREQ=WEEKLY;BYDAY=MO,WE,FR", new_york);
    walk("monthly-position", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", utc);
    walk("yearly-month-day", "FREQ=YEARLY;BYMONTH=6,7,8;BYDAY=TH", utc);
    walk("yearly-one-day", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", utc);
    static const char *const years[] = {"1970", "2026"};
    for (int i = 0; i < 2; i++) {
        int year = atoi(years[i]);
        query("yearly", "FREQ=YEARLY", years[i], moment(year, 6, 15, 9, utc));
        query("monthly", "FREQ=MONTHLY", years[i], moment(year, 1, 15, 9, utc));
        query("weekly-new-york", "FREQ=WEEKLY;BYDAY=MO,WE,FR", years[i], moment(year, 1, 5, 9, new_york));
        query("daily", "FREQ=DAILY", years[i], moment(year, 1, 5, 9, utc));
        query("hourly", "FREQ=HOURLY;INTERVAL=5", years[i], moment(year, 1, 5, 9, utc));
        query("minutely", "FREQ=MINUTELY;INTERVAL=7", years[i], moment(year, 1, 5, 9, utc));
        query("secondly", "FREQ=SECONDLY;INTERVAL=601", years[i], moment(year, 1, 5, 9, utc));
        query("daily-counted", "FREQ=DAILY;COUNT=30000", years[i], moment(year, 1, 5, 9, utc));
        query("weekly-new-york-counted", "FREQ=WEEKLY;BYDAY=MO,WE,FR;COUNT=20000", years[i],
              moment(year, 1, 5, 9, new_york));
    }
    return 0;
}
