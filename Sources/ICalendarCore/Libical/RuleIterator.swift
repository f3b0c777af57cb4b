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

    /// Access to libical's recurrence iterator for rules from files, for comparison with this package's own engine.
    ///
    /// The search for the next instance cannot be interrupted. Rules that would take seconds or corrupt memory are
    /// therefore rejected, and the number of instances is limited.
    package enum RuleIterator {
        /// The reason a rule is not passed to libical or is not expanded to its end.
        package enum Refusal: String, Error, CaseIterable {
            /// BYWEEKNO makes libical access memory outside its tables and step back in time.
            case weekNumbers = "week-numbers"
            /// A single step may take more than ten seconds.
            case slowRule = "slow-rule"
            /// The window contains too many instances.
            case manyInstances = "many-instances"
            /// The rule uses another calendar (RSCALE) or a part that libical rejects.
            case refusedRule = "refused-rule"
        }

        /// The wall-clock time of an instance in civil seconds, and the instant itself if libical knows the time
        /// zone.
        typealias Answer = (civil: Int, instant: Int?)

        /// The maximum number of instances, which take about 3 microseconds each.
        private static let mostInstances = 20_000

        private static let mostTimesOfDay = 64
        /// The maximum CPU time for all rules in a process.
        private static let mostTime = Duration.seconds(5)

        /// Returns the instances of a rule up to a civil second.
        ///
        /// - Parameters:
        ///   - zone: The name of a zone in the system's database, or nil for floating times and dates.
        ///   - last: The last relevant civil second.
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
                let begin = WorkerThread.processorTime
                defer { spent += WorkerThread.processorTime - begin }
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
            // libical tries every time of day on each day until a day matches.
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
            var rule = unsafe text.withCString { unsafe libical_rule_from_string($0) }
            defer { unsafe libical_rule_free(&rule) }
            guard unsafe libical_rule_is_valid(&rule) else { return nil }
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
            guard let iterator = unsafe libical_rule_iterator(&rule, time) else { return nil }
            defer { unsafe icalrecur_iterator_free(iterator) }
            var instances: [Answer] = []
            while instances.count <= mostInstances {
                let next = unsafe icalrecur_iterator_next(iterator)
                guard unsafe !libical_is_null(next),
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
