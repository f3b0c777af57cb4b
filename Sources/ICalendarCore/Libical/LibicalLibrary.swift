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

    /// The libical that is linked, set up once for the whole process before anything is fed to it.
    package enum LibicalLibrary {
        /// Whether the library can be used: what was loaded is a 3.0.x.
        ///
        /// The headers are checked when this package is built (`shim.h`). The library can be another one where a program
        /// is moved to another machine, and libical has no function that names its version; so two functions tell, that
        /// only 3.1 and 4.x have.
        package static let isUsable: Bool = {
            guard !isExported("icalcomponent_clone"), !isExported("icalrecurrencetype_new") else {
                return false
            }
            // A bad value must never end the process.
            icalerror_set_errors_are_fatal(0)
            // Names that libical does not know are kept rather than answered with errors.
            ical_set_unknown_token_handling_setting(ICAL_ASSUME_IANA_TOKEN)
            // Made on first use without a lock, so it is used once before any thread can race for it.
            unsafe _ = icaltimezone_get_utc_timezone()
            return true
        }()

        /// Held while an iterator is asked, as ICU's calendars and libical's zones share caches that were not made for several
        /// threads; it knows how long rules of files took so far.
        static let iterators = Lock(Duration.zero)

        private static func isExported(_ name: String) -> Bool {
            unsafe dlsym(nil, name) != nil
        }
    }
#endif
