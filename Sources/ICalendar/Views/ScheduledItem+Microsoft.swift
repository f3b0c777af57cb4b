/// What Outlook and Exchange write beside the RFCs (MS-OXCICAL).
public enum MicrosoftBusyStatus: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    case free, tentative, busy, outOfOffice, workingElsewhere

    var keyword: String {
        switch self {
        case .outOfOffice: "OOF"
        case .workingElsewhere: "WORKINGELSEWHERE"
        default: rawValue.uppercased()
        }
    }
}

/// How important Outlook and Exchange show an item.
public enum MicrosoftImportance: Int, Sendable, Hashable, CaseIterable, Codable {
    case low, normal, high
}

/// What Outlook and Exchange write beside the RFCs (MS-OXCICAL).
extension ScheduledItem {
    /// X-MICROSOFT-CDO-BUSYSTATUS: how the time is shown; nil when it is absent or another word.
    public var microsoftBusyStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"].flatMap(MicrosoftBusyStatus.init(keyword:))
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"] = newValue?.keyword }
    }

    /// X-MICROSOFT-CDO-INTENDEDSTATUS: how the time is shown once the invitation is accepted.
    public var microsoftIntendedStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"].flatMap(
                MicrosoftBusyStatus.init(keyword:)
            )
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"] = newValue?.keyword }
    }

    /// X-MICROSOFT-CDO-ALLDAYEVENT: whether it is shown as a whole day, although DTSTART has a time.
    public var isMicrosoftAllDay: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] }
        set { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] = newValue }
    }

    /// X-MICROSOFT-CDO-IMPORTANCE; nil when it is absent or none of 0, 1 and 2.
    public var microsoftImportance: MicrosoftImportance? {
        get { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"].flatMap(MicrosoftImportance.init) }
        set { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"] = newValue?.rawValue }
    }

    /// X-MICROSOFT-CDO-APPT-SEQUENCE: the revision that Exchange counts.
    public var microsoftSequence: Int? {
        get { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] }
        set { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] = newValue }
    }

    /// X-MICROSOFT-DISALLOW-COUNTER: whether another time may not be proposed.
    public var isMicrosoftCounterDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] }
        set { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] = newValue }
    }

    /// X-MICROSOFT-DONOTFORWARDMEETING: whether the invitation may not be passed on.
    public var isMicrosoftForwardingDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] }
        set { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] = newValue }
    }

    /// X-MICROSOFT-SKYPETEAMSMEETINGURL: where a meeting in Teams takes place.
    public var microsoftMeetingURL: String? {
        get { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] }
        set { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] = newValue }
    }
}
