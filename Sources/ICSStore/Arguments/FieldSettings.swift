#if CommandLine
    import ICSItems

    /// The values of the `--set` option.
    struct FieldSettings {
        private let settings: [String]

        init(_ settings: [String]) {
            self.settings = settings
        }

        /// Returns the fields with the values applied.
        func fields(with old: EventFields) throws(FieldError) -> EventFields {
            var new = old
            var seen: Set<EventField> = []
            for setting in settings {
                guard let equals = setting.firstIndex(of: "=") else {
                    throw FieldError(reason: "--set \(setting): expected NAME=VALUE")
                }
                let name = String(setting[..<equals]).trimmed.lowercased()
                let value = String(setting[setting.index(after: equals)...])
                guard let field = EventField(rawValue: name), old.names.contains(field) else {
                    let names = old.names.map(\.rawValue).joined(separator: ", ")
                    throw FieldError(reason: "--set \(setting): unknown field '\(name)'; use one of \(names)")
                }
                let isFirst = seen.insert(field).inserted
                guard isFirst || EventField.repeatable.contains(field) else {
                    throw FieldError(reason: "--set \(name): given more than once")
                }
                if isFirst { new[field] = [] }
                if field == .alarm, value.trimmed.lowercased() == "none" {
                    guard isFirst, settings.count(where: { $0.trimmed.lowercased().hasPrefix("alarm") }) == 1
                    else {
                        throw FieldError(
                            reason: "--set \(setting): 'none' cannot be combined with other alarms"
                        )
                    }
                } else if !value.isEmpty {
                    new[field] += [try new.exactText(value, of: field)]
                }
            }
            new.isEndSaid = seen.contains(.end)
            new.isAllDaySaid = seen.contains(.allDay)
            if seen.contains(.start) { try new.settleStart(over: old) }
            // A new start without an end moves the event. A new zone also moves the event if the end follows the start.
            let isMoved = seen.contains(.start) || seen.contains(.timeZone) && old.endFollowsStart
            if isMoved, !new.isEndSaid, let moved = new.endWhenMoved(from: old) {
                new[.end] = [moved.text]
                new.exactLength = moved.length
            }
            return new
        }
    }
#endif
