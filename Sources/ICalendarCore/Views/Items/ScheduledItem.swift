/// A VEVENT or VTODO component, which can have a location, a duration, and alarms (RFC 5545 sections 3.6.1, 3.6.2).
///
/// The protocol extends ``CalendarItem`` with alarms and vendor properties.
///
/// ```swift
/// func place(of item: some ScheduledItem) -> String? { item.location }
/// ```
public protocol ScheduledItem: CalendarItem {}

extension ScheduledItem {
    /// The alarms, from VALARM components (RFC 5545 section 3.6.6): `event.alarms.count // 1`.
    public var alarms: [Alarm] {
        get { Alarm.views(in: component) }
        set { Alarm.replace(in: &component, with: newValue) }
    }

    // MARK: - Vendor properties of Apple Calendar and Reminders

    /// The location on a map (X-APPLE-STRUCTURED-LOCATION), as in
    /// `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall:geo:52.5186,13.4083`.
    public var appleLocation: AppleLocation? {
        get { component.first("X-APPLE-STRUCTURED-LOCATION").map(AppleLocation.init) }
        set { component.setViews("X-APPLE-STRUCTURED-LOCATION", to: newValue.map { [$0] } ?? []) }
    }

    /// The travel time (X-APPLE-TRAVEL-DURATION), as in `X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M`.
    public var appleTravelDuration: NominalDuration? {
        get { component[extensionDuration: "X-APPLE-TRAVEL-DURATION"] }
        set { component[extensionDuration: "X-APPLE-TRAVEL-DURATION"] = newValue }
    }

    /// The starting point of the trip (X-APPLE-TRAVEL-START), as in
    /// `X-APPLE-TRAVEL-START;VALUE=URI;X-TITLE=Home:geo:52.5,13.4`.
    public var appleTravelStart: AppleLocation? {
        get { component.first("X-APPLE-TRAVEL-START").map(AppleLocation.init) }
        set { component.setViews("X-APPLE-TRAVEL-START", to: newValue.map { [$0] } ?? []) }
    }

    /// Whether to alert the user when it is time to leave: true for `AUTOMATIC`, false for `DISABLED`.
    ///
    /// The value is stored in X-APPLE-TRAVEL-ADVISORY-BEHAVIOR.
    public var hasAppleTravelAdvice: Bool? {
        get {
            switch component[extensionWord: "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR"]?.uppercased() {
            case "AUTOMATIC"?: true
            case "DISABLED"?: false
            default: nil
            }
        }
        set {
            let word = newValue.map { $0 ? "AUTOMATIC" : "DISABLED" }
            component[extensionWord: "X-APPLE-TRAVEL-ADVISORY-BEHAVIOR"] = word
        }
    }

    /// The position of a to-do in its list (X-APPLE-SORT-ORDER), as in `X-APPLE-SORT-ORDER:721303812`.
    public var appleSortOrder: Int? {
        get { component[looseInteger: "X-APPLE-SORT-ORDER"] }
        set { component[looseInteger: "X-APPLE-SORT-ORDER"] = newValue }
    }

    // MARK: - Vendor properties of Outlook and Exchange (MS-OXCICAL)

    /// The availability shown for the item (X-MICROSOFT-CDO-BUSYSTATUS), such as `.outOfOffice` for `OOF`, or nil if
    /// it is absent or unknown.
    public var microsoftBusyStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"].flatMap(MicrosoftBusyStatus.init(keyword:))
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-BUSYSTATUS"] = newValue?.keyword }
    }

    /// The availability shown after the invitation is accepted, as in `X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY`.
    public var microsoftIntendedStatus: MicrosoftBusyStatus? {
        get {
            component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"].flatMap(
                MicrosoftBusyStatus.init(keyword:)
            )
        }
        set { component[extensionWord: "X-MICROSOFT-CDO-INTENDEDSTATUS"] = newValue?.keyword }
    }

    /// Whether the item is displayed as an all-day item even if DTSTART has a time, as in
    /// `X-MICROSOFT-CDO-ALLDAYEVENT:TRUE`.
    public var isMicrosoftAllDay: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] }
        set { component[extensionFlag: "X-MICROSOFT-CDO-ALLDAYEVENT"] = newValue }
    }

    /// The importance (X-MICROSOFT-CDO-IMPORTANCE), such as `.high` for `2`, or nil if it is absent or not 0, 1 or 2.
    public var microsoftImportance: MicrosoftImportance? {
        get { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"].flatMap(MicrosoftImportance.init) }
        set { component[looseInteger: "X-MICROSOFT-CDO-IMPORTANCE"] = newValue?.rawValue }
    }

    /// The revision number that Exchange assigns, as in `X-MICROSOFT-CDO-APPT-SEQUENCE:3`.
    public var microsoftSequence: Int? {
        get { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] }
        set { component[looseInteger: "X-MICROSOFT-CDO-APPT-SEQUENCE"] = newValue }
    }

    /// Whether attendees are prevented from proposing a different time, as in `X-MICROSOFT-DISALLOW-COUNTER:TRUE`.
    public var isMicrosoftCounterDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] }
        set { component[extensionFlag: "X-MICROSOFT-DISALLOW-COUNTER"] = newValue }
    }

    /// Whether attendees are prevented from forwarding the invitation, as in `X-MICROSOFT-DONOTFORWARDMEETING:TRUE`.
    public var isMicrosoftForwardingDisallowed: Bool? {
        get { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] }
        set { component[extensionFlag: "X-MICROSOFT-DONOTFORWARDMEETING"] = newValue }
    }

    /// The address of a Microsoft Teams meeting, as in
    /// `X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/42`.
    public var microsoftMeetingURL: String? {
        get { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] }
        set { component[extensionWord: "X-MICROSOFT-SKYPETEAMSMEETINGURL"] = newValue }
    }
}

extension Alarm {
    /// Whether the program added the alarm automatically, as in `X-APPLE-DEFAULT-ALARM:TRUE`.
    public var isAppleDefault: Bool? {
        get { component[extensionFlag: "X-APPLE-DEFAULT-ALARM"] }
        set { component[extensionFlag: "X-APPLE-DEFAULT-ALARM"] = newValue }
    }

    /// The UID that Apple software wrote before RFC 9074 defined UIDs for alarms: `X-WR-ALARMUID:8297C37D`.
    public var appleUID: String? {
        get { component[extensionText: "X-WR-ALARMUID"] }
        set { component[extensionText: "X-WR-ALARMUID"] = newValue }
    }
}

/// The availability that Outlook and Exchange show for an item, defined in MS-OXCICAL rather than an RFC.
///
/// ```swift
/// event.microsoftBusyStatus = .outOfOffice
/// ```
public enum MicrosoftBusyStatus: String, Sendable, Hashable, CaseIterable, Codable, Keyword {
    /// Free: `X-MICROSOFT-CDO-BUSYSTATUS:FREE`.
    case free
    /// Tentative, shown hatched: `X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE`.
    case tentative
    /// Busy: `X-MICROSOFT-CDO-BUSYSTATUS:BUSY`.
    case busy
    /// Out of office: `X-MICROSOFT-CDO-BUSYSTATUS:OOF`.
    case outOfOffice
    /// Working elsewhere: `X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE`.
    case workingElsewhere

    package var keyword: String {
        switch self {
        case .outOfOffice: "OOF"
        case .workingElsewhere: "WORKINGELSEWHERE"
        default: rawValue.uppercased()
        }
    }
}

/// The importance that Outlook and Exchange show for an item.
///
/// ```swift
/// event.microsoftImportance = .high
/// ```
public enum MicrosoftImportance: Int, Sendable, Hashable, CaseIterable, Codable {
    /// Low, shown with a down arrow: `X-MICROSOFT-CDO-IMPORTANCE:0`.
    case low
    /// Normal, shown without a symbol: `X-MICROSOFT-CDO-IMPORTANCE:1`.
    case normal
    /// High, shown with an exclamation mark: `X-MICROSOFT-CDO-IMPORTANCE:2`.
    case high
}
