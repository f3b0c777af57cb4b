import ICalendar

extension Component {
    /// The properties whose change makes a new revision for attendees (RFC 5546 section 2.1.4), beside the times.
    private static let significant = PropertyChanges.times.union(PropertyChanges.recurrence)

    /// Marks a component as changed now: DTSTAMP and LAST-MODIFIED, and one SEQUENCE more where it happens at another
    /// time than `before` said.
    mutating func revise(from before: Component?, at now: Instant) {
        let stamp = Value.dateTime(CivilDateTime(secondNumber: now.secondsSince1970), isUTC: true)
        put("DTSTAMP", stamp)
        put("LAST-MODIFIED", stamp)
        guard let before else { return }
        let isMoved = Self.significant.contains { before.all($0) != all($0) }
        var sequence = 0
        if case .integer(let number)? = before.first("SEQUENCE")?.value { sequence = number }
        if isMoved { put("SEQUENCE", .integer(sequence == .max ? .max : sequence + 1)) }
    }

    /// Writes one value in the place of the first property of a name.
    mutating func put(_ name: String, _ value: Value) {
        var property = first(name) ?? Property(name, value)
        property.value = value
        replace(name, with: [property])
    }
}
