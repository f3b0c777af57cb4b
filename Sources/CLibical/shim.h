/* The only interface to libical's C API. Only Sources/ICalendarCore/Libical and Sources/ICalendarLibical import it. */
#ifndef CLIBICAL_SHIM_H
#define CLIBICAL_SHIM_H

#if !__has_include(<libical/ical.h>)
#error "libical is not installed: apt-get install libical-dev, or brew install libical"
#else

#include <libical/ical.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef ICAL_CHECK_VERSION
#error "this libical does not define its version: swift-icalendar needs libical 3.0.x or 4.x"
#elif !(ICAL_CHECK_VERSION(3, 0, 0)) || (ICAL_CHECK_VERSION(3, 1, 0) && !(ICAL_CHECK_VERSION(4, 0, 0)))
#error "swift-icalendar needs libical 3.0.x or 4.x"
#endif

/* libical 4 renamed these functions or changed their types. The wrappers have one form for both versions. */
#if ICAL_CHECK_VERSION(4, 0, 0)
#define LIBICAL_NAME "libical 4"
#define LIBICAL_PACKAGE "libical 4"

typedef struct icalrecurrencetype *libical_rule;

static inline libical_rule libical_rule_from_string(const char *text) {
    return icalrecurrencetype_new_from_string(text);
}
static inline struct icalrecurrencetype *libical_rule_fields(libical_rule *rule) { return *rule; }
static inline void libical_rule_free(libical_rule *rule) { if (*rule) icalrecurrencetype_unref(*rule); }
static inline icalcomponent *libical_clone(icalcomponent *component) { return icalcomponent_clone(component); }
#else
#define LIBICAL_NAME "libical 3.0"
#define LIBICAL_PACKAGE "libical3"

typedef struct icalrecurrencetype libical_rule;

static inline libical_rule libical_rule_from_string(const char *text) { return icalrecurrencetype_from_string(text); }
static inline struct icalrecurrencetype *libical_rule_fields(libical_rule *rule) { return rule; }
/* An iterator borrows the text of RSCALE. */
static inline void libical_rule_free(libical_rule *rule) { free(rule->rscale); }
static inline icalcomponent *libical_clone(icalcomponent *component) { return icalcomponent_new_clone(component); }
#endif

static inline bool libical_rule_is_valid(libical_rule *rule) {
    struct icalrecurrencetype *fields = libical_rule_fields(rule);
    return fields && fields->freq != ICAL_NO_RECURRENCE;
}
static inline void libical_rule_remove_count(libical_rule *rule) { libical_rule_fields(rule)->count = 0; }
static inline icalrecur_iterator *libical_rule_iterator(libical_rule *rule, struct icaltimetype start) {
    return icalrecur_iterator_new(*rule, start);
}
static inline void libical_continue_after_errors(void) { icalerror_set_errors_are_fatal(0); }
static inline bool libical_is_null(struct icaltimetype time) { return icaltime_is_null_time(time); }
static inline bool libical_is_utc(struct icaltimetype time) { return icaltime_is_utc(time); }

#endif
#endif
