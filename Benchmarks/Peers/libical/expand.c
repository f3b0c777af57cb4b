/* Counts the occurrences of a calendar in a window using only libical, as accurately as libical can.
 *
 *   expand [--parse-only | --list] FROM TO FILE...       FROM and TO are in seconds since 1970
 *
 * Events are grouped by UID. RRULE, RDATE, EXDATE and overrides (RECURRENCE-ID) are applied. Dates and floating times
 * are read in UTC. Prints the number of occurrences, and a checksum of their sorted starts and ends. --list first
 * prints the start, end and UID of each occurrence. Nothing is freed at the end, since the system does that faster. */
#include "calendar_text.h"
#include <libical/ical.h>
#include <stdint.h>

typedef struct {
    const char *uid;
    icalcomponent *component;
    int is_override;
} Event;

typedef struct {
    int64_t start, end;
    const char *uid;
} Occurrence;

static Event *events;
static size_t event_count, event_room;
static Occurrence *occurrences;
static size_t occurrence_count, occurrence_room;
static int64_t window_from, window_to;

static void *grown(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room) return items;
    *room = *room ? *room * 2 : 1024;
    items = realloc(items, *room * size);
    if (!items) abort();
    return items;
}

/* An occurrence is in the window if it overlaps it. A zero-length occurrence at the start of the window counts too. */
static void add_occurrence(int64_t start, int64_t end, const char *uid)
{
    if (start >= window_to || (end <= window_from && start < window_from)) return;
    if (end <= window_from && start != window_from) return;
    occurrences = grown(occurrences, occurrence_count, &occurrence_room, sizeof *occurrences);
    occurrences[occurrence_count++] = (Occurrence){start, end, uid};
}

static int64_t instant(struct icaltimetype time)
{
    return (int64_t)icaltime_as_timet_with_zone(time, time.zone);
}

/* The length of an event: from DTEND or DURATION, or else one day for a date and 0 for a time. */
static int64_t event_length(icalcomponent *event, struct icaltimetype start)
{
    icalproperty *duration = icalcomponent_get_first_property(event, ICAL_DURATION_PROPERTY);
    if (duration) return icaldurationtype_as_int(icalproperty_get_duration(duration));
    if (icalcomponent_get_first_property(event, ICAL_DTEND_PROPERTY)) {
        return instant(icalcomponent_get_dtend(event)) - instant(start);
    }
    return start.is_date ? 86400 : 0;
}

static int contains(const int64_t *times, size_t count, int64_t time)
{
    for (size_t i = 0; i < count; i++) {
        if (times[i] == time) return 1;
    }
    return 0;
}

static void expand_rule(icalproperty *property, struct icaltimetype start, int64_t length, const int64_t *dropped,
                        size_t dropped_count, const char *uid)
{
    struct icalrecurrencetype rule = icalproperty_get_rrule(property);
    icalrecur_iterator *iterator = icalrecur_iterator_new(rule, start);
    if (!iterator) return;
    if (rule.count == 0 && instant(start) + length < window_from) {
        /* Start a day early, so that differences between zones cannot skip an instance. */
        struct icaltimetype near = icaltime_from_timet_with_zone((time_t)(window_from - length - 86400), 0,
                                                                 icaltimezone_get_utc_timezone());
        if (start.zone) near = icaltime_convert_to_zone(near, (icaltimezone *)start.zone);
        near.hour = start.hour;
        near.minute = start.minute;
        near.second = start.second;
        near.is_date = start.is_date;
        near.zone = start.zone;
        if (!icalrecur_iterator_set_start(iterator, near)) {
            icalrecur_iterator_free(iterator);
            iterator = icalrecur_iterator_new(rule, start);
        }
    }
    for (;;) {
        struct icaltimetype time = icalrecur_iterator_next(iterator);
        if (icaltime_is_null_time(time)) break;
        time.zone = start.zone;
        int64_t at = instant(time);
        if (at >= window_to) break;
        if (at + length < window_from || contains(dropped, dropped_count, at)) continue;
        add_occurrence(at, at + length, uid);
    }
    icalrecur_iterator_free(iterator);
}

/* An event and its overrides. `group` contains all events with the same UID. */
static void expand_group(Event *group, size_t count)
{
    int64_t *dropped = NULL;
    size_t dropped_count = 0, dropped_room = 0;
    for (size_t i = 0; i < count; i++) {
        icalcomponent *event = group[i].component;
        struct icaltimetype start = icalcomponent_get_dtstart(event);
        if (!group[i].is_override) continue;
        dropped = grown(dropped, dropped_count, &dropped_room, sizeof *dropped);
        /* icalcomponent_get_recurrenceid would drop the zone. */
        icalproperty *original = icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY);
        dropped[dropped_count++] = instant(icalproperty_get_datetime_with_component(original, event));
        add_occurrence(instant(start), instant(start) + event_length(event, start), group[i].uid);
    }
    for (size_t i = 0; i < count; i++) {
        icalcomponent *event = group[i].component;
        if (group[i].is_override) continue;
        struct icaltimetype start = icalcomponent_get_dtstart(event);
        int64_t length = event_length(event, start);
        icalproperty *property = icalcomponent_get_first_property(event, ICAL_EXDATE_PROPERTY);
        for (; property; property = icalcomponent_get_next_property(event, ICAL_EXDATE_PROPERTY)) {
            dropped = grown(dropped, dropped_count, &dropped_room, sizeof *dropped);
            dropped[dropped_count++] = instant(icalproperty_get_datetime_with_component(property, event));
        }
        property = icalcomponent_get_first_property(event, ICAL_RDATE_PROPERTY);
        for (; property; property = icalcomponent_get_next_property(event, ICAL_RDATE_PROPERTY)) {
            struct icaltimetype time = icalproperty_get_rdate(property).time;
            time.zone = start.zone;
            int64_t at = instant(time);
            if (!contains(dropped, dropped_count, at)) add_occurrence(at, at + length, group[i].uid);
        }
        property = icalcomponent_get_first_property(event, ICAL_RRULE_PROPERTY);
        if (!property && !contains(dropped, dropped_count, instant(start))) {
            add_occurrence(instant(start), instant(start) + length, group[i].uid);
        }
        for (; property; property = icalcomponent_get_next_property(event, ICAL_RRULE_PROPERTY)) {
            expand_rule(property, start, length, dropped, dropped_count, group[i].uid);
        }
    }
    free(dropped);
}

static void collect(icalcomponent *root)
{
    if (icalcomponent_isa(root) == ICAL_XROOT_COMPONENT) {
        icalcomponent *child = icalcomponent_get_first_component(root, ICAL_VCALENDAR_COMPONENT);
        for (; child; child = icalcomponent_get_next_component(root, ICAL_VCALENDAR_COMPONENT)) collect(child);
        return;
    }
    icalcomponent *event = icalcomponent_get_first_component(root, ICAL_VEVENT_COMPONENT);
    for (; event; event = icalcomponent_get_next_component(root, ICAL_VEVENT_COMPONENT)) {
        const char *uid = icalcomponent_get_uid(event);
        events = grown(events, event_count, &event_room, sizeof *events);
        events[event_count++] = (Event){
            uid ? uid : "", event,
            icalcomponent_get_first_property(event, ICAL_RECURRENCEID_PROPERTY) != NULL};
    }
}

static int by_uid(const void *left, const void *right)
{
    return strcmp(((const Event *)left)->uid, ((const Event *)right)->uid);
}

static int by_time(const void *left, const void *right)
{
    const Occurrence *a = left, *b = right;
    if (a->start != b->start) return a->start < b->start ? -1 : 1;
    if (a->end != b->end) return a->end < b->end ? -1 : 1;
    return strcmp(a->uid, b->uid);
}

int main(int count, char **arguments)
{
    int parse_only = count > 1 && strcmp(arguments[1], "--parse-only") == 0;
    int list = count > 1 && strcmp(arguments[1], "--list") == 0;
    int options = parse_only + list;
    if (count < 4 + options) {
        fprintf(stderr, "usage: expand [--parse-only | --list] FROM TO FILE...\n");
        return 64;
    }
    window_from = atoll(arguments[1 + options]);
    window_to = atoll(arguments[2 + options]);
    icalerror_set_errors_are_fatal(0);
    for (int i = 3 + options; i < count; i++) {
        size_t length;
        char *text = read_file(arguments[i], &length);
        icalcomponent *root = icalparser_parse_string(text);
        free(text);
        if (!root) continue;
        if (parse_only) {
            printf("%d\n", icalcomponent_count_components(root, ICAL_ANY_COMPONENT));
            continue;
        }
        event_count = 0;
        collect(root);
        qsort(events, event_count, sizeof *events, by_uid);
        for (size_t from = 0, to; from < event_count; from = to) {
            to = from + 1;
            while (to < event_count && strcmp(events[from].uid, events[to].uid) == 0) to++;
            expand_group(events + from, to - from);
        }
    }
    if (parse_only) return 0;
    qsort(occurrences, occurrence_count, sizeof *occurrences, by_time);
    uint64_t checksum = 0;
    for (size_t i = 0; i < occurrence_count; i++) {
        if (list) {
            printf("%lld %lld %s\n", (long long)occurrences[i].start, (long long)occurrences[i].end, occurrences[i].uid);
        }
        checksum = checksum * 31 + (uint64_t)occurrences[i].start;
        checksum = checksum * 31 + (uint64_t)occurrences[i].end;
    }
    printf("%zu %016llx\n", occurrence_count, (unsigned long long)checksum);
    return 0;
}
