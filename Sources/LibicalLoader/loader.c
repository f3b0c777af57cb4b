/* Loads libical when one of its functions is first called.
 *
 * Programs are not linked with libical, because few of them call it, and loading libical and ICU takes longer than
 * printing a small calendar. The functions below replace libical's own and forward each call to it. */
#include "LibicalLoader.h"

#ifdef LIBICAL
#include "../CLibical/shim.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#if ICAL_CHECK_VERSION(4, 0, 0)
#define SINCE4 const
typedef bool libical_flag;
#define VERSIONED(X1, X2) \
    X1(icalcomponent_clone, icalcomponent *, const icalcomponent *)                                     \
    X2(icalrecur_iterator_new, icalrecur_iterator *, struct icalrecurrencetype *, struct icaltimetype)  \
    X1(icalrecurrencetype_new_from_string, struct icalrecurrencetype *, const char *)                   \
    X1(icalrecurrencetype_unref, void, struct icalrecurrencetype *)
#else
#define SINCE4
typedef int libical_flag;
#define VERSIONED(X1, X2) \
    X1(icalcomponent_new_clone, icalcomponent *, icalcomponent *)                                       \
    X2(icalrecur_iterator_new, icalrecur_iterator *, struct icalrecurrencetype, struct icaltimetype)    \
    X1(icalrecurrencetype_from_string, struct icalrecurrencetype, const char *)
#endif

/* The functions that the package calls: name, result type, and parameter types. */
#define FUNCTIONS(X0, X1, X2) \
    X1(ical_set_unknown_token_handling_setting, void, ical_unknown_token_handling)                   \
    X2(icalarray_element_at, void *, icalarray *, size_t)                                            \
    X1(icalarray_free, void, icalarray *)                                                            \
    X1(icalcompiter_deref, icalcomponent *, icalcompiter *)                                          \
    X1(icalcompiter_next, icalcomponent *, icalcompiter *)                                           \
    X2(icalcomponent_add_component, void, icalcomponent *, icalcomponent *)                          \
    X2(icalcomponent_add_property, void, icalcomponent *, icalproperty *)                            \
    X1(icalcomponent_as_ical_string_r, char *, SINCE4 icalcomponent *)                               \
    X2(icalcomponent_begin_component, icalcompiter, icalcomponent *, icalcomponent_kind)             \
    X2(icalcomponent_count_components, int, icalcomponent *, icalcomponent_kind)                     \
    X1(icalcomponent_free, void, icalcomponent *)                                                    \
    X2(icalcomponent_get_first_component, icalcomponent *, icalcomponent *, icalcomponent_kind)      \
    X2(icalcomponent_get_first_property, icalproperty *, icalcomponent *, icalproperty_kind)         \
    X2(icalcomponent_get_next_component, icalcomponent *, icalcomponent *, icalcomponent_kind)       \
    X2(icalcomponent_get_next_property, icalproperty *, icalcomponent *, icalproperty_kind)          \
    X1(icalcomponent_isa, icalcomponent_kind, const icalcomponent *)                                 \
    X1(icalcomponent_kind_to_string, const char *, icalcomponent_kind)                               \
    X1(icalcomponent_new, icalcomponent *, icalcomponent_kind)                                       \
    X2(icalcomponent_remove_component, void, icalcomponent *, icalcomponent *)                       \
    X2(icalcomponent_remove_property, void, icalcomponent *, icalproperty *)                         \
    X1(icalerror_set_errors_are_fatal, void, libical_flag)                                           \
    X1(icalmemory_free_buffer, void, void *)                                                         \
    X1(icalparameter_as_ical_string_r, char *, icalparameter *)                                      \
    X1(icalparameter_enum_to_string, const char *, int)                                              \
    X1(icalparameter_get_cn, const char *, const icalparameter *)                                    \
    X1(icalparameter_get_cutype, icalparameter_cutype, const icalparameter *)                        \
    X1(icalparameter_get_partstat, icalparameter_partstat, const icalparameter *)                    \
    X1(icalparameter_get_role, icalparameter_role, const icalparameter *)                            \
    X1(icalparameter_get_rsvp, icalparameter_rsvp, const icalparameter *)                            \
    X1(icalparameter_get_tzid, const char *, const icalparameter *)                                  \
    X1(icalparameter_get_xvalue, const char *, SINCE4 icalparameter *)                               \
    X1(icalparameter_isa, icalparameter_kind, SINCE4 icalparameter *)                                \
    X2(icalparser_add_line, icalcomponent *, icalparser *, char *)                                   \
    X1(icalparser_free, void, icalparser *)                                                          \
    X1(icalparser_get_state, icalparser_state, SINCE4 icalparser *)                                  \
    X0(icalparser_new, icalparser *)                                                                 \
    X2(icalproperty_get_first_parameter, icalparameter *, icalproperty *, icalparameter_kind)        \
    X2(icalproperty_get_next_parameter, icalparameter *, icalproperty *, icalparameter_kind)         \
    X1(icalproperty_get_property_name_r, char *, const icalproperty *)                               \
    X1(icalproperty_get_value, icalvalue *, const icalproperty *)                                    \
    X1(icalproperty_get_xlicerror, const char *, const icalproperty *)                               \
    X1(icalproperty_isa, icalproperty_kind, SINCE4 icalproperty *)                                   \
    X1(icalproperty_kind_to_string, const char *, icalproperty_kind)                                 \
    X2(icalproperty_remove_parameter_by_name, void, icalproperty *, const char *)                    \
    X1(icalrecur_iterator_free, void, icalrecur_iterator *)                                          \
    X1(icalrecur_iterator_next, struct icaltimetype, icalrecur_iterator *)                           \
    X0(icalrecurrencetype_rscale_supported_calendars, icalarray *)                                   \
    X2(icaltime_as_timet_with_zone, time_t, struct icaltimetype, const icaltimezone *)               \
    X1(icaltime_is_null_time, libical_flag, struct icaltimetype)                                     \
    X1(icaltime_is_utc, libical_flag, struct icaltimetype)                                           \
    X0(icaltime_null_date, struct icaltimetype)                                                      \
    X0(icaltime_null_time, struct icaltimetype)                                                      \
    X2(icaltime_set_timezone, struct icaltimetype, struct icaltimetype *, const icaltimezone *)      \
    X1(icaltimezone_get_builtin_timezone, icaltimezone *, const char *)                              \
    X0(icaltimezone_get_utc_timezone, icaltimezone *)                                                \
    X1(icalvalue_as_ical_string_r, char *, const icalvalue *)                                        \
    X1(icalvalue_get_caladdress, const char *, const icalvalue *)                                    \
    X1(icalvalue_get_datetime, struct icaltimetype, const icalvalue *)                               \
    X1(icalvalue_get_text, const char *, const icalvalue *)                                          \
    X1(icalvalue_get_uri, const char *, const icalvalue *)                                           \
    X1(icalvalue_isa, icalvalue_kind, const icalvalue *)                                             \
    VERSIONED(X1, X2)

#define ADDRESS(name, ...) static __typeof__(name) *to_##name;
FUNCTIONS(ADDRESS, ADDRESS, ADDRESS)

static bool is_loaded = false;

static void load(void) {
#if ICAL_CHECK_VERSION(4, 0, 0)
#define VERSION "4.0"
#else
#define VERSION "3"
#endif
#ifdef __APPLE__
#define FILE_NAME "libical." VERSION ".dylib"
    const char *names[] = {FILE_NAME, "/opt/homebrew/lib/" FILE_NAME, "/usr/local/lib/" FILE_NAME};
#else
    const char *names[] = {"libical.so." VERSION};
#endif
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof *names; index += 1) {
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    }
    if (!library) return;
#if !ICAL_CHECK_VERSION(4, 0, 0)
    /* libical has no function that reports its version; only 3.1 and 4.x have these two functions. */
    if (dlsym(library, "icalcomponent_clone") || dlsym(library, "icalrecurrencetype_new")) return;
#endif
    is_loaded = true;
#define FIND(name, ...) \
    to_##name = (__typeof__(to_##name))dlsym(library, #name); \
    if (!to_##name) is_loaded = false;
    FUNCTIONS(FIND, FIND, FIND)
}

bool libical_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}

static void require(void) {
    if (libical_load()) return;
    fputs(LIBICAL_NAME " is not installed\n", stderr);
    abort();
}

#define PASS0(name, result) \
    result name(void) { require(); return to_##name(); }
#define PASS1(name, result, A) \
    result name(A a) { require(); return to_##name(a); }
#define PASS2(name, result, A, B) \
    result name(A a, B b) { require(); return to_##name(a, b); }
FUNCTIONS(PASS0, PASS1, PASS2)

#else

bool libical_load(void) { return false; }

#endif
