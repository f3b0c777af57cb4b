#if Libical
    import CLibical
    import SystemIO

    /// Access to libical's recurrence iterator for days in other calendars (RFC 7529).
    ///
    /// The iterator receives no data from files, because a step cannot be interrupted and, for some rules, takes
    /// seconds or never ends. It computes only the first days of years and months (``ScaleTables``), which always
    /// exist, using a few fixed rule shapes and a given number of days.
    enum ScaleIterator {
        /// The uppercase names of the calendars in the library, or an empty set if it was built without ICU.
        static let calendars: Set<String> = {
            guard LibicalLibrary.isUsable,
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

        /// Returns the first days that a rule generates from a given day onward, strictly increasing, in days since
        /// 1970.
        ///
        /// Returns nil if the iterator rejects the rule or goes backward.
        ///
        /// - Parameters:
        ///   - rule: A RECUR value with at least one day a year and without RSCALE, SKIP, COUNT, or UNTIL.
        ///   - scale: One of ``calendars``.
        ///   - count: The number of days. The result is shorter if the iterator ends early.
        static func days(of rule: String, in scale: String, from day: Int, count: Int) -> [Int]? {
            // Only one iterator runs at a time, because its calendars share caches that are not thread-safe.
            LibicalLibrary.iterators.withLock { _ in answer(rule, in: scale, from: day, count: count) }
        }

        private static func answer(_ rule: String, in scale: String, from day: Int, count: Int) -> [Int]? {
            let text = "\(rule);RSCALE=\(scale);SKIP=OMIT"
            var recurrence = unsafe text.withCString { unsafe libical_rule_from_string($0) }
            defer { unsafe libical_rule_free(&recurrence) }
            guard unsafe libical_rule_is_valid(&recurrence) else { return nil }
            unsafe libical_rule_remove_count(&recurrence)
            var start = unsafe icaltime_null_date()
            let (year, month, dayOfMonth) = CivilDate(dayNumber: day).fields
            unsafe start.year = Int32(truncatingIfNeeded: year)
            unsafe start.month = Int32(truncatingIfNeeded: month)
            unsafe start.day = Int32(truncatingIfNeeded: dayOfMonth)
            guard let iterator = unsafe libical_rule_iterator(&recurrence, start) else { return nil }
            defer { unsafe icalrecur_iterator_free(iterator) }
            var days: [Int] = []
            days.reserveCapacity(count)
            while days.count < count {
                let time = unsafe icalrecur_iterator_next(iterator)
                if unsafe libical_is_null(time) { break }
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
    /// A stub for builds without libical.
    enum ScaleIterator {
        static let calendars: Set<String> = []

        static func days(of rule: String, in scale: String, from day: Int, count: Int) -> [Int]? { nil }
    }
#endif
