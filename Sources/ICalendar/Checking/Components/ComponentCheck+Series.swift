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
                "3.8.4.7",
                repair: context.series.copy(of: place).map { _ in
                    "remove the earlier one; it is a copy"
                },
                mend: context.series.copy(of: place).map(Mend.removeComponent)
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
        let places = component.properties.indices
        if let rule = places.first(where: {
            component.properties[$0].name == "RRULE" && !dropped.contains($0)
        }) {
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
        for breach in table.breaches(by: component) {
            note(
                breach.isLack ? .methodNeeds : .methodForbids,
                at: breach.place,
                property: breach.property,
                breach.message,
                breach.section
            )
        }
    }
}
