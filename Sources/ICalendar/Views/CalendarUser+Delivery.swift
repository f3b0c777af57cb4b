/// SCHEDULE-AGENT (RFC 6638 section 7.1): who delivers what is to be delivered.
///
/// ```swift
/// attendee.scheduleAgent = .client
/// ```
public enum ScheduleAgent: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The calendar server delivers: `SCHEDULE-AGENT=SERVER`, or nothing said.
    case server
    /// The program delivers by itself: `SCHEDULE-AGENT=CLIENT`.
    case client
    /// Nobody delivers: `SCHEDULE-AGENT=NONE`, or any other word.
    case none
}

/// SCHEDULE-FORCE-SEND (RFC 6638 section 7.2): what the server is to deliver again.
///
/// ```swift
/// attendee.forcedMessage = .request
/// ```
public enum ForcedMessage: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// The invitation, to an attendee: `SCHEDULE-FORCE-SEND=REQUEST`.
    case request
    /// The answer, to the organizer: `SCHEDULE-FORCE-SEND=REPLY`.
    case reply
}

/// What servers that deliver invitations say and are told (RFC 6638 section 7).
extension CalendarUser {
    /// SCHEDULE-AGENT (RFC 6638 section 7.1), as in `SCHEDULE-AGENT=CLIENT`: absent means the server; an unknown word
    /// means nobody here.
    public var scheduleAgent: ScheduleAgent {
        get { property.word("SCHEDULE-AGENT", absent: .server, unknown: .none) }
        set { property[parameter: "SCHEDULE-AGENT"] = newValue.keyword }
    }

    /// SCHEDULE-FORCE-SEND (RFC 6638 section 7.2), as in `SCHEDULE-FORCE-SEND=REQUEST`; nil when it is absent or
    /// another word.
    public var forcedMessage: ForcedMessage? {
        get { property.parameters["SCHEDULE-FORCE-SEND"].flatMap(ForcedMessage.init(keyword:)) }
        set { property[parameter: "SCHEDULE-FORCE-SEND"] = newValue?.keyword }
    }

    /// SCHEDULE-STATUS (RFC 6638 section 7.3): how the last delivery went, codes of RFC 5546 section 3.6 such as
    /// `2.0`.
    ///
    /// Several codes stand in one quoted value, as the RFC writes them.
    public var scheduleStatus: [String] {
        get {
            property.parameters.values("SCHEDULE-STATUS").flatMap { $0.split(separator: ",") }.map(
                \.trimmingBlanks
            )
        }
        set {
            property[parameter: "SCHEDULE-STATUS"] = newValue.isEmpty ? nil : newValue.joined(separator: ",")
        }
    }
}
