#if CommandLine
    import ICSConsole
    import ICalendarStore

    extension ItemFinder {
        /// The calendars for the item types that the program may access.
        var allCalendars: [EventCalendar] {
            get throws {
                var calendars: [EventCalendar] = []
                for type in [EntityType.event, .reminder]
                where store.authorizationStatus(for: type) == .fullAccess {
                    for calendar in try store.calendars(for: type)
                    where !calendars.contains(where: { $0.id == calendar.id }) {
                        calendars.append(calendar)
                    }
                }
                return calendars
            }
        }

        /// Returns the calendar with this identifier or unique title, for events or reminders.
        func calendarOfAnyType(_ name: String) throws -> EventCalendar {
            try calendar(name, among: allCalendars)
        }

        /// Returns the calendar with this identifier or unique title that accepts items of a type.
        func calendar(_ name: String, for type: EntityType = .event) throws -> EventCalendar {
            let all = try store.calendars(for: type)
            do throws(CommandError) { return try calendar(name, among: all) } catch {
                guard let other = try? calendarOfAnyType(name), !all.contains(other) else { throw error }
                let kind = type == .event ? "reminders" : "events"
                throw CommandError("the calendar '\(name)' accepts only \(kind)")
            }
        }

        private func calendar(_ name: String, among all: [EventCalendar]) throws(CommandError)
            -> EventCalendar
        {
            if let calendar = all.first(where: { $0.calendarIdentifier == name }) { return calendar }
            let titled = all.filter { $0.title.lowercased() == name.lowercased() }
            if titled.count == 1 { return titled[0] }
            guard titled.isEmpty else {
                let names = titled.map(\.calendarIdentifier).joined(separator: ", ")
                throw CommandError("several calendars have the title '\(name)'; use an identifier: \(names)")
            }
            guard !all.isEmpty else {
                throw CommandError(
                    "unknown calendar '\(name)'; no calendars exist yet; create one with "
                        + "`\(Program.name) calendars create NAME`"
                )
            }
            let near = UnknownUID.near(name, among: all.flatMap { [$0.title, $0.calendarIdentifier] })
            let names = all.map(\.calendarIdentifier).joined(separator: ", ")
            let hint = near.first.map { "; did you mean '\($0)'? (calendars: \(names))" }
            throw CommandError("unknown calendar '\(name)'" + (hint ?? "; use one of \(names)"))
        }
    }
#endif
