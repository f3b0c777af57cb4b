extension Alarm {
    /// TRIGGER (RFC 5545 section 3.8.6.3): when an alarm goes off.
    ///
    /// ```swift
    /// alarm.trigger = .before(.minutes(15))
    /// alarm.trigger = .absolute(monday)
    /// ```
    public enum Trigger: Sendable, Hashable {
        /// So long before (negative) or after the start or the end of its event: `TRIGGER:-PT15M`,
        /// `TRIGGER;RELATED=END:PT0S`.
        case relative(NominalDuration, to: Edge)
        /// At this instant: `TRIGGER;VALUE=DATE-TIME:20260330T070000Z`.
        ///
        /// RFC 5545 requires UTC here. A time with a TZID of the system's time zone database is read in that zone; any
        /// other time is read as UTC.
        case absolute(Instant)

        /// RELATED (3.2.14): what a relative trigger counts from.
        ///
        /// ```swift
        /// alarm.trigger = .before(.minutes(5), .end)
        /// ```
        public enum Edge: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
            /// The start, also where nothing is said: `TRIGGER:-PT15M`.
            case start
            /// The end of an event, or when a to-do is due: `TRIGGER;RELATED=END:-PT15M`.
            case end
        }

        /// Reads the property; nil when its value is neither a duration nor a time.
        init?(_ property: Property) {
            switch property.value {
            case .duration(let duration):
                let edge = property.parameters["RELATED"].flatMap(Edge.init(keyword:)) ?? .start
                self = .relative(duration, to: edge)
            case .dateTime(let time, let isUTC):
                let zone = isUTC ? nil : property.timeZoneID.flatMap(Zone.known)
                self = .absolute(zone?.instant(of: time) ?? Instant(secondsSince1970: time.secondNumber))
            default:
                return nil
            }
        }

        /// The trigger that RFC 9074 section 8 shows beside PROXIMITY, in 1976, so that it goes off in no other program.
        static let ofPlaces = Trigger.absolute(Instant(secondsSince1970: 197_168_145))

        /// The property that says this.
        var property: Property {
            switch self {
            case .relative(let duration, let edge):
                let related = edge == .end ? [Parameter("RELATED", "END")] : []
                return Property("TRIGGER", .duration(duration), parameters: related)
            case .absolute(let instant):
                let time = CivilDateTime(secondNumber: instant.secondsSince1970)
                let kind = Parameter("VALUE", "DATE-TIME")
                return Property("TRIGGER", .dateTime(time, isUTC: true), parameters: [kind])
            }
        }
    }
}
