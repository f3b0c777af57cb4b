/// What Outlook and Exchange write beside the RFCs (MS-OXCICAL).
///
/// ```swift
/// event.microsoftBusyStatus = .outOfOffice
/// ```
public enum MicrosoftBusyStatus: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Open for something else: `X-MICROSOFT-CDO-BUSYSTATUS:FREE`.
    case free
    /// Hatched: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    case tentative
    /// Taken: `X-MICROSOFT-CDO-BUSYSTATUS:BUSY`.
    case busy
    /// Away: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    case outOfOffice
    /// At work, but not here: `X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE`.
    case workingElsewhere

    var keyword: String {
        switch self {
        case .outOfOffice: "OOF"
        case .workingElsewhere: "WORKINGELSEWHERE"
        default: rawValue.uppercased()
        }
    }
}

/// How important Outlook and Exchange show an item.
///
/// ```swift
/// event.microsoftImportance = .high
/// ```
public enum MicrosoftImportance: Int, Sendable, Hashable, CaseIterable, Codable {
    /// Shown with an arrow down: `X-MICROSOFT-CDO-IMPORTANCE:0`.
    case low
    /// Shown without a mark: `X-MICROSOFT-CDO-IMPORTANCE:1`.
    case normal
    /// Shown with an exclamation mark: `X-MICROSOFT-CDO-IMPORTANCE:2`.
    case high
}

/// What Outlook and Exchange write beside the RFCs (MS-OXCICAL).
extension ScheduledItem {
    /// X-MICROSOFT-CDO-BUSYSTATUS: how the time is shown, `.outOfOffice` for `OOF`; nil when it is absent or another
    /// word.
    public var microsoftBusyStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"].flatMap(MicrosoftBusyStatus.init(keyword:))
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"] = newValue?.keyword }
    }

    /// How the time is shown once the invitation is accepted, as in `X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY`.
    public var microsoftIntendedStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"].flatMap(
                MicrosoftBusyStatus.init(keyword:)
            )
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"] = newValue?.keyword }
    }

    /// Whether it is shown as a whole day, although DTSTART has a time, as `X-MICROSOFT-CDO-ALLDAYEVENT:TRUE` says.
    public var isMicrosoftAllDay: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] }
        set { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] = newValue }
    }

    /// X-MICROSOFT-CDO-IMPORTANCE, `.high` for `2`; nil when it is absent or none of 0, 1 and 2.
    public var microsoftImportance: MicrosoftImportance? {
        get { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"].flatMap(MicrosoftImportance.init) }
        set { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"] = newValue?.rawValue }
    }

    /// The revision that Exchange counts, as in `X-MICROSOFT-CDO-APPT-SEQUENCE:3`.
    public var microsoftSequence: Int? {
        get { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] }
        set { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] = newValue }
    }

    /// Whether another time may not be proposed, as `X-MICROSOFT-DISALLOW-COUNTER:TRUE` says.
    public var isMicrosoftCounterDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] }
        set { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] = newValue }
    }

    /// Whether the invitation may not be passed on, as `X-MICROSOFT-DONOTFORWARDMEETING:TRUE` says.
    public var isMicrosoftForwardingDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] }
        set { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] = newValue }
    }

    /// Where a meeting in Teams takes place, as in
    /// `X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/42`.
    public var microsoftMeetingURL: String? {
        get { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] }
        set { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] = newValue }
    }
}
