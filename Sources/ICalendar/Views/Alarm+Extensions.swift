/// What RFC 9074 adds to alarms.
extension Alarm {
    /// ACKNOWLEDGED (RFC 9074 section 6.1): when somebody last put the alarm off or away, as in
    /// `ACKNOWLEDGED:20260330T070105Z`.
    public var acknowledged: Instant? {
        get { component[instant: "ACKNOWLEDGED"] }
        set { component[instant: "ACKNOWLEDGED"] = newValue }
    }

    /// PROXIMITY (RFC 9074 section 8.1): what lets it go off at a place instead of a time.
    ///
    /// ```swift
    /// alarm.proximity = .arrive
    /// alarm.locations = [StructuredLocation("Office").with { $0.url = "geo:52.52,13.4" }]
    /// ```
    public enum Proximity: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
        /// Where somebody comes to the place: `PROXIMITY:ARRIVE`.
        case arrive
        /// Where somebody leaves the place: `PROXIMITY:DEPART`.
        case depart
        /// Where a telephone finds a car by Bluetooth: `PROXIMITY:CONNECT`.
        case connect
        /// Where a telephone loses a car: `PROXIMITY:DISCONNECT`.
        case disconnect
    }

    /// PROXIMITY (RFC 9074 section 8.1), as in `PROXIMITY:ARRIVE`; nil when it is absent or another word.
    public var proximity: Proximity? {
        get { component.keyword("PROXIMITY") }
        set { component.setKeyword("PROXIMITY", to: newValue) }
    }

    /// The VLOCATION components inside (RFC 9074 section 8), where it goes off:
    /// `alarm.locations.compactMap(\.name)`.
    public var locations: [StructuredLocation] {
        get { StructuredLocation.views(in: component) }
        set { StructuredLocation.replace(in: &component, with: newValue) }
    }

    /// The UID of the alarm that this one snoozes (RFC 9074 sections 5 and 7), as in `RELATED-TO;RELTYPE=SNOOZE:8297C37D`.
    public var snoozedAlarmUID: String? {
        relatedComponents.first { $0.relation == .snooze }?.uid
    }

    /// Puts the alarm off until an instant: gives the alarm to add beside this one, and marks this one as seen.
    ///
    /// ```swift
    /// let now = Instant.now
    /// event.alarms.append(alarm.snooze(until: now.adding(seconds: 300), at: now))
    /// ```
    ///
    /// An alarm without a UID gets a random one, so that the other can refer to it.
    public mutating func snooze(until instant: Instant, at now: Instant = .now) -> Alarm {
        let uid = uid ?? UniqueIdentifier.random()
        if self.uid == nil { self.uid = uid }
        acknowledged = now
        var snoozed = self
        snoozed.uid = UniqueIdentifier.random()
        snoozed.acknowledged = nil
        snoozed.trigger = .absolute(instant)
        snoozed.goOffAgain(0, every: .zero)
        snoozed.relatedComponents = [RelatedComponent(uid: uid, relation: .snooze)]
        return snoozed
    }
}
