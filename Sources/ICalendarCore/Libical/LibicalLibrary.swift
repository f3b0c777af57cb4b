#if Libical
    import CLibical
    import SystemIO

    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #elseif canImport(Darwin)
        import Darwin
    #endif

    /// The linked libical, set up once per process before it receives any data.
    package enum LibicalLibrary {
        /// Whether the library is usable, which requires version 3.0.x.
        ///
        /// The build checks the headers (`shim.h`), but on another machine a program may load another library. libical
        /// has no function that reports its version, so the check looks for two functions that only 3.1 and 4.x have.
        package static let isUsable: Bool = {
            guard !isExported("icalcomponent_clone"), !isExported("icalrecurrencetype_new") else {
                return false
            }
            // Invalid values must never end the process.
            icalerror_set_errors_are_fatal(0)
            // Unknown names are kept instead of causing errors.
            ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN)
            // libical creates it without a lock on first use, so it is used once before threads can race for it.
            unsafe _ = icaltimezone_get_utc_timezone()
            return true
        }()

        /// A lock for iterators, because ICU's calendars and libical's time zones share caches that are not
        /// thread-safe.
        ///
        /// Its value is the total time spent on rules from files.
        static let iterators = Lock(Duration.zero)

        private static func isExported(_ name: String) -> Bool {
            unsafe dlsym(nil, name) != nil
        }
    }
#endif
