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

    /// Asks libical's recurrence iterator for the instances of a rule of a file, for comparison with this package's own.
    ///
    /// Nothing can stop it once it looks for the next instance, so rules are refused for which that takes seconds or corrupts
    /// memory, and only so many instances are asked for.
    package enum RuleIterator {
        /// Why a rule is not given to libical, or not to its end.
        package enum Refusal: String, Error, CaseIterable {
            /// It reads and writes outside of its tables, and goes back in time.
            case weekNumbers = "week-numbers"
            /// One step may take more than ten seconds.
            case slowRule = "slow-rule"
            /// There are more instances before the end of the window than are asked for.
            case manyInstances = "many-instances"
            /// It has a calendar of its own, or a part that libical refuses.
            case refusedRule = "refused-rule"
        }

        /// The wall-clock time of an instance in civil seconds, and its instant where libical knows the zone.
        typealias Answer = (civil: Int, instant: Int?)

        /// Instances before these many are asked for, some 3 microseconds each.
        private static let mostInstances = 20_000

        private static let mostTimesOfDay = 64
        /// What all rules of a process may take together.
        private static let mostTime = Duration.seconds(5)

        /// The instances of a rule up to a civil second.
        ///
        /// - Parameters:
        ///   - zone: the name of the zone in the system's database; nil for floating times and dates.
        ///   - last: the civil second after which none is wanted.
        static func instances(
            of rule: RecurrenceRule,
            start: CivilDateTime,
            isDate: Bool,
            zone: String?,
            through last: Int
        ) throws(Refusal) -> [Answer] {
            if let refusal = refusal(of: rule) { throw refusal }
            guard LibicalLibrary.isUsable else { throw .refusedRule }
            let (found, isSpent) = LibicalLibrary.iterators.withLock { spent -> ([Answer]?, Bool) in
                if spent > mostTime { return (nil, true) }
                let begin = ContinuousClock.now
                defer { spent += ContinuousClock.now - begin }
                return (walk(RuleText.format(rule), start, isDate: isDate, zone: zone, through: last), false)
            }
            if isSpent { throw .slowRule }
            guard let found else { throw .refusedRule }
            if found.count > mostInstances { throw .manyInstances }
            return found
        }

        private static func refusal(of rule: RecurrenceRule) -> Refusal? {
            if rule.calendarScale != nil { return .refusedRule }
            if !rule.byWeekNumber.isEmpty { return .weekNumbers }
            let hasParts =
                !(rule.byMonth.isEmpty && rule.byMonthDay.isEmpty && rule.byYearDay.isEmpty
                && rule.byDay.isEmpty
                && rule.byHour.isEmpty && rule.byMinute.isEmpty && rule.bySecond.isEmpty
                && rule.bySetPosition.isEmpty)
            if rule.frequency.isSubDaily, hasParts { return .slowRule }
            // Each of them is looked at on each day until a day fits.
            let times = max(1, rule.byHour.count) * max(1, rule.byMinute.count) * max(1, rule.bySecond.count)
            if times > mostTimesOfDay { return .slowRule }
            if !(1...32_767).contains(rule.interval) { return .refusedRule }
            return nil
        }

        private static func walk(
            _ text: String,
            _ start: CivilDateTime,
            isDate: Bool,
            zone name: String?,
            through last: Int
        ) -> [Answer]? {
            let rule = unsafe text.withCString { unsafe icalrecurrencetype_from_string($0) }
            guard unsafe rule.freq != ICAL_NO_RECURRENCE else { return nil }
            let zone = unsafe name.flatMap { unsafe icaltimezone_get_builtin_timezone($0) }
            var time = unsafe icaltime_null_time()
            let (year, month, day) = start.date.fields
            unsafe time.year = Int32(truncatingIfNeeded: year)
            unsafe time.month = Int32(truncatingIfNeeded: month)
            unsafe time.day = Int32(truncatingIfNeeded: day)
            if isDate {
                unsafe time.is_date = 1
            } else {
                unsafe time.hour = Int32(truncatingIfNeeded: start.secondOfDay / 3600)
                unsafe time.minute = Int32(truncatingIfNeeded: start.secondOfDay / 60 % 60)
                unsafe time.second = Int32(truncatingIfNeeded: start.secondOfDay % 60)
                if let zone = unsafe zone { unsafe icaltime_set_timezone(&time, zone) }
            }
            guard let iterator = unsafe icalrecur_iterator_new(rule, time) else { return nil }
            defer { unsafe icalrecur_iterator_free(iterator) }
            var instances: [Answer] = []
            while instances.count <= mostInstances {
                let next = unsafe icalrecur_iterator_next(iterator)
                guard unsafe icaltime_is_null_time(next) == 0,
                    let date = unsafe CivilDate(
                        year: Int(next.year),
                        month: Int(next.month),
                        day: Int(next.day)
                    )
                else { break }
                let ofDay =
                    unsafe isDate ? 0 : Int(next.hour) * 3600 + Int(next.minute) * 60 + Int(next.second)
                let civil = date.dayNumber * 86_400 + ofDay
                if civil > last { break }
                let instant = unsafe zone.map { unsafe Int(icaltime_as_timet_with_zone(next, $0)) }
                instances.append((civil, instant))
            }
            return instances
        }
    }
#endif
