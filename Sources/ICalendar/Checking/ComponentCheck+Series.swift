extension ComponentCheck {
    /// Components of one UID: twins, and overrides beside the series that they belong to.
    mutating func checkSeries() {
        guard let place, SeriesDirectory.components.contains(component.name) else { return }
        let override = standing("RECURRENCE-ID")
        if let twin = context.series.twin(of: place) {
            let other = twin.map { "that of line \($0)" } ?? "another one"
            note(
                .sameUID,
                at: standing("UID")?.place,
                "the \(component.name) has the UID\(override == nil ? "" : ", the RECURRENCE-ID")"
                    + " and the SEQUENCE of \(other)",
                "3.8.4.7"
            )
        }
        guard let (id, property) = override else { return }
        if !context.series.hasMaster(place), context.method == nil {
            note(
                .orphanOverride,
                as: .warning,
                at: id,
                "the \(component.name) overrides an instance of a series that is not in the calendar",
                "3.8.4.4"
            )
        }
        if let rule = component.properties.firstIndex(where: { $0.name == "RRULE" }) {
            note(
                .overrideWithRule,
                as: .warning,
                at: rule,
                "the \(component.name) overrides one instance and has an RRULE of its own",
                "3.8.4.4"
            )
        }
        guard let start = context.series.start(ofMasterOf: place), let time = property.eventTime,
            time.isDate != start.isDate || time.isFloating != start.isFloating
        else { return }
        note(
            .instanceType,
            at: id,
            "RECURRENCE-ID is \(time.wording), and DTSTART of its series is \(start.wording)",
            "3.8.4.4"
        )
    }

    /// What the METHOD of the calendar asks of the component.
    mutating func checkMethod() {
        guard let method = context.method, place != nil,
            let table = MethodGrammar.table(method, component.name)
        else { return }
        let with = "with METHOD:\(method)"
        for name in table.one + table.some {
            let count = component.properties.count { property in
                // Who is invited by a delegate stands beside the delegate.
                property.name == name && (method != "REPLY" || property.parameters["DELEGATED-FROM"] == nil)
            }
            if count == 0, component.first(name) == nil {
                note(
                    .methodNeeds,
                    property: name,
                    "the \(component.name) \(with) has no \(name)",
                    table.section
                )
            } else if count > 1, table.one.contains(name), name == "ATTENDEE" {
                let message = "a \(component.name) \(with) has one ATTENDEE, and here are \(count)"
                note(
                    .methodForbids,
                    at: component.properties.lastIndex { $0.name == name },
                    message,
                    table.section
                )
            }
        }
        for name in table.atMostOne where component.properties.count(where: { $0.name == name }) > 1 {
            note(
                .methodForbids,
                at: component.properties.lastIndex { $0.name == name },
                "a \(component.name) \(with) has at most one \(name)",
                table.section
            )
        }
        for name in table.none {
            if let place = component.properties.firstIndex(where: { $0.name == name }) {
                note(
                    .methodForbids,
                    at: place,
                    "\(name) must not stand in a \(component.name) \(with)",
                    table.section
                )
            } else if component.components.contains(where: { $0.name == name }) {
                note(
                    .methodForbids,
                    "a \(name) must not stand in a \(component.name) \(with)",
                    table.section
                )
            }
        }
        checkMethodValues(method, table)
    }

    private mutating func checkMethodValues(_ method: String, _ table: MethodGrammar) {
        if method == "CANCEL", let (place, status) = standing("STATUS"),
            let word = status.value.string?.uppercased(), word != "CANCELLED"
        {
            note(
                .methodForbids,
                at: place,
                "STATUS with METHOD:CANCEL is \(Words.quoted(word)), and not CANCELLED",
                table.section
            )
        }
        if method == "ADD", let (place, property) = standing("SEQUENCE"),
            case .integer(let number) = property.value, number < 1
        {
            note(
                .methodForbids,
                at: place,
                "SEQUENCE with METHOD:ADD is \(number), and not greater than 0",
                table.section
            )
        }
    }
}
