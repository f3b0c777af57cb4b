import ICalendar

/// The order of two revisions of one component (RFC 5546 section 2.1.5).
enum RevisionOrder: Hashable {
    case newer, same, older

    init(_ new: Component, to old: Component) {
        let (one, other) = (Event(new), Event(old))
        let never = Instant(secondsSince1970: 0)
        var order = [
            (new.revisionNumber, old.revisionNumber),
            ((one.stamp ?? never).secondsSince1970, (other.stamp ?? never).secondsSince1970),
        ]
        if let modified = one.lastModified, let before = other.lastModified {
            order.append((modified.secondsSince1970, before.secondsSince1970))
        }
        guard let (first, second) = order.first(where: { $0.0 != $0.1 }) else {
            self = .same
            return
        }
        self = first > second ? .newer : .older
    }
}

extension Component {
    var unstamped: Component {
        var component = self
        component.remove(["DTSTAMP", "LAST-MODIFIED"])
        return component
    }

    /// Records that a message has changed the component, without creating a new revision.
    ///
    /// The organizer's next revision must remain later than the stored one.
    mutating func noteModified(at now: Instant) {
        put("LAST-MODIFIED", .dateTime(CivilDateTime(secondNumber: now.secondsSince1970), isUTC: true))
    }

    /// Returns the property that determines the order of two revisions, such as `SEQUENCE 2`, a DTSTAMP, or a
    /// LAST-MODIFIED.
    func revision(besides other: Component) -> String {
        if revisionNumber != other.revisionNumber { return "SEQUENCE \(revisionNumber)" }
        let stamp = Event(self).stamp
        if let modified = Event(self).lastModified, stamp == Event(other).stamp {
            return "LAST-MODIFIED \(modified)"
        }
        return stamp.map { "DTSTAMP \($0)" } ?? "no DTSTAMP"
    }
}

extension EventTime {
    var words: String {
        if isDate { return civil.date.description }
        return civil.description.prefix(civil.second == 0 ? 16 : 19).replacing("T", with: " ")
            + (isUTC ? "Z" : "")
    }

    /// Returns the time as text, followed by its zone in parentheses if the zone differs from the given one.
    func words(in zone: Zone) -> String {
        guard let id = timeZoneID, (try? Zone.read(id).zone)?.identifier != zone.identifier else {
            return words
        }
        return "\(words) (\(id))"
    }
}
