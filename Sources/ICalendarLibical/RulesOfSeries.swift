#if Libical
    import ICalendarCore

    /// The rules of each series in a file, and the reasons that libical's iterator returns different instances.
    struct RulesOfSeries {
        /// The UID of the component that each line belongs to.
        private(set) var owners: [Int: String] = [:]
        private var rules: [String: [RecurrenceRule]] = [:]
        private var lines: [Int: (component: String, text: String)] = [:]

        init(_ file: CalendarFile) {
            for component in file.calendars.flatMap(\.component.components) {
                // libical drops white space around a UID, which can merge or split series.
                let uid = String((component.text("UID") ?? "").trimmed)
                if let line = component.line { owners[line] = uid }
                for property in component.properties {
                    guard let line = property.line else { continue }
                    owners[line] = uid
                    guard case .recurrenceRule(let rule) = property.value else { continue }
                    rules[uid, default: []].append(rule)
                    lines[line] = (component.name, "\(property.name):\(RuleText.format(rule))")
                }
            }
        }

        /// Returns a series' identity: the UID of the component on a line or, if there is none, the given UID.
        func series(of line: Int?, _ uid: String) -> String {
            line.flatMap { owners[$0] } ?? String(uid.trimmed)
        }

        func rule(onLine line: Int) -> (uid: String, component: String, text: String)? {
            guard let uid = owners[line], let (component, text) = lines[line] else { return nil }
            return (uid, component, text)
        }

        /// Returns the reason that libical omits or adds an occurrence in a series.
        func cause(of uid: String, at start: OccurrenceTime) -> LibicalDefect? {
            for rule in rules[uid] ?? [] {
                if let cause = cause(of: rule) { return cause }
            }
            if (rules[uid] ?? []).contains(where: { $0.until != nil }) { return .until }
            if case .instant(let instant, let zone) = start {
                let steady = SeriesClock(kind: .zoned, zone: zone)
                    .steadyTimes(around: instant.secondsSince1970)
                if !steady.contains(instant.secondsSince1970) { return .skippedTimes }
            }
            return nil
        }

        private func cause(of rule: RecurrenceRule) -> LibicalDefect? {
            let isLong = rule.frequency == .yearly || rule.frequency == .monthly
            if !rule.bySetPosition.isEmpty, !isLong { return .setPositions }
            if !isLong, (rule.byMonthDay + rule.byYearDay).contains(where: { $0 < 0 }) {
                return .negativeDays
            }
            if rule.frequency == .yearly, !rule.byMonthDay.isEmpty { return .yearlyDays }
            return nil
        }
    }
#endif
