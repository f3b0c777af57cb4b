/* The one door to libical's C interface. Only Sources/ICalendarCore/Libical and Sources/ICalendarLibical import it. */
#ifndef CLIBICAL_SHIM_H
#define CLIBICAL_SHIM_H

#if !__has_include(<libical/ical.h>)
#error "libical is not installed: apt-get install libical-dev, or brew install libical"
#else

#include <libical/ical.h>

#ifndef ICAL_CHECK_VERSION
#error "this libical is too old to name its version: swift-icalendar needs libical 3.0.x"
#elif !(ICAL_CHECK_VERSION(3, 0, 0)) || ICAL_CHECK_VERSION(4, 0, 0)
#error "swift-icalendar needs libical 3.0.x: 4.x differs in source and in binary form"
#endif

#endif
#endif
