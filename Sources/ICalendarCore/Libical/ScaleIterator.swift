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

    /// Asks libical's recurrence iterator for the days of a rule in another calendar (RFC 7529).
    ///
    /// The iterator is given nothing that came from a file: one step of it cannot be interrupted, and for some rules takes
    /// seconds or never ends. It is asked only for the first days of years and months (``ScaleTables``), which are known
    /// to exist, with rules of a few fixed shapes, and for a stated number of them.
    enum ScaleIterator {
        /// The calendars that the library was built with, in capitals; none when it was built without ICU.
        static let calendars: Set<String> = {
            guard LibicalLibrary.isUsable, icalrecurrencetype_rscale_is_supported() != 0,
                let list = unsafe icalrecurrencetype_rscale_supported_calendars()
            else { return [] }
            defer { unsafe icalarray_free(list) }
            var names: Set<String> = []
            for index in 0..<(unsafe list.pointee.num_elements) {
                guard let element = unsafe icalarray_element_at(list, index),
                    let name = unsafe element.assumingMemoryBound(to: UnsafePointer<CChar>?.self).pointee
                else { continue }
                unsafe names.insert(String(cString: name).uppercased())
            }
            return names
        }()

        /// The first days of a rule from a day on, in days since 1970, strictly increasing; nil when the iterator refuses
        /// the rule or steps back.
        ///
        /// - Parameters:
        ///   - rule: a RECUR value that has at least one day a year, without RSCALE, SKIP, COUNT and UNTIL.
        ///   - scale: one of ``calendars``.
        ///   - count: how many days; fewer come back where the iterator ends.
        static func days(of rule: String, in scale: String, from day: Int, count: Int) -> [Int]? {
            // One at a time: the calendars behind the iterator share caches that were not made for several threads.
            LibicalLibrary.iterators.withLock { _ in answer(rule, in: scale, from: day, count: count) }
        }

        private static func answer(_ rule: String, in scale: String, from day: Int, count: Int) -> [Int]? {
            let text = "\(rule);RSCALE=\(scale);SKIP=OMIT"
            var recurrence = unsafe text.withCString { unsafe icalrecurrencetype_from_string($0) }
            // The text of RSCALE is its own, and the iterator borrows it.
            defer { unsafe free(recurrence.rscale) }
            guard unsafe recurrence.freq != ICAL_NO_RECURRENCE else { return nil }
            unsafe recurrence.count = 0
            var start = unsafe icaltime_null_date()
            let (year, month, dayOfMonth) = CivilDate(dayNumber: day).fields
            unsafe start.year = Int32(truncatingIfNeeded: year)
            unsafe start.month = Int32(truncatingIfNeeded: month)
            unsafe start.day = Int32(truncatingIfNeeded: dayOfMonth)
            guard let iterator = unsafe icalrecur_iterator_new(recurrence, start) else { return nil }
            defer { unsafe icalrecur_iterator_free(iterator) }
            var days: [Int] = []
            days.reserveCapacity(count)
            while days.count < count {
                let time = unsafe icalrecur_iterator_next(iterator)
                if unsafe icaltime_is_null_time(time) != 0 { break }
                guard
                    let date = unsafe CivilDate(
                        year: Int(time.year),
                        month: Int(time.month),
                        day: Int(time.day)
                    ),
                    date.dayNumber > days.last ?? day - 1
                else { return nil }
                days.append(date.dayNumber)
            }
            return days
        }
    }
#else
    /// Without libical there is nobody to ask.
    enum ScaleIterator {
        static let calendars: Set<String> = []

        static func days(of rule: String, in scale: String, from day: Int, count: Int) -> [Int]? { nil }
    }
#endif
