#if Libical
    import CLibical
    import LibicalLoader
    import SystemIO

    /// The installed libical library, loaded and configured once per process before it receives any data.
    package enum LibicalLibrary {
        /// Whether the library is installed and matches the version of the headers, 3.0.x or 4.x.
        ///
        /// The build checks only the headers (`shim.h`).
        package static let isUsable: Bool = {
            guard libical_load() else { return false }
            // Invalid values must never terminate the process.
            libical_continue_after_errors()
            // Unknown names are preserved instead of causing errors.
            ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN)
            // libical creates the UTC zone on first use without a lock, so it is created here, before threads can
            // race.
            unsafe _ = icaltimezone_get_utc_timezone()
            return true
        }()

        /// Throws `.unreadable` if the library is not usable.
        package static func requireUsable() throws(CalendarError) {
            guard isUsable else {
                throw CalendarError(
                    .unreadable,
                    "\(LIBICAL_NAME) is not installed; install \(LIBICAL_PACKAGE)"
                )
            }
        }

        /// A lock for iterators, because ICU's calendars and libical's time zones share caches that are not
        /// thread-safe.
        ///
        /// The locked value is the total CPU time spent on rules from files.
        static let iterators = Lock(Duration.zero)
    }
#endif
