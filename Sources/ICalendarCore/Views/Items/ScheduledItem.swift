/// What VEVENT and VTODO share beyond ``CalendarItem``: a place, a length, alarms (RFC 5545 sections 3.6.1, 3.6.2).
///
/// ```swift
/// func place(of item: some ScheduledItem) -> String? { item.location }
/// ```
public protocol ScheduledItem: CalendarItem, PlacedComponent {}

extension ScheduledItem {
    /// LOCATION (3.8.1.7): `event.location // "Room 4"`.
    public var location: String? {
        get { component[text: "LOCATION"] }
        set { component[text: "LOCATION"] = newValue }
    }

    /// PRIORITY (3.8.1.9): `PRIORITY:1` is highest, `PRIORITY:9` lowest, 0 undefined, which is also what absent
    /// means.
    public var priority: Int {
        get { component[integer: "PRIORITY"] ?? 0 }
        set { if newValue != priority { component[integer: "PRIORITY"] = newValue } }
    }

    /// RESOURCES (3.8.1.10) of all its properties, as in `RESOURCES:projector,easel`.
    public var resources: [String] {
        get { component[textList: "RESOURCES"] }
        set { component[textList: "RESOURCES"] = newValue }
    }

    /// DURATION (3.8.2.5) as written; nil when the item has an end instead: `event.duration?.description // "PT15M"`.
    ///
    /// Setting it takes DTEND or DUE away, as both may not stand together.
    public var duration: NominalDuration? {
        get { component[duration: "DURATION"] }
        set { component.setLength(newValue) }
    }

    /// The VALARM components inside (3.6.6): `event.alarms.count // 1`.
    public var alarms: [Alarm] {
        get { Alarm.views(in: component) }
        set { Alarm.replace(in: &component, with: newValue) }
    }

    // MARK: - What Apple's Calendar and Reminders write beside the RFCs

    /// X-APPLE-STRUCTURED-LOCATION: the place on the map, as in
    /// `X-APPLE-STRUCTURED-LOCATION;VALUE=URI;X-TITLE=Town hall:geo:52.5186,13.4083`.
    public var appleLocation: AppleLocation? {
        get { component.first("X-APPLE-STRUCTURED-LOCATION").map(AppleLocation.init) }
        set { component.setViews("X-APPLE-STRUCTURED-LOCATION", to: newValue.map { [$0] } ?? []) }
    }

    /// X-APPLE-TRAVEL-DURATION: how long the way there takes, as in `X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M`.
    public var appleTravelDuration: NominalDuration? {
        get { component[extensionDuration: "X-APPLE-TRAVEL-DURATION"] }
        set { component[extensionDuration: "X-APPLE-TRAVEL-DURATION"] = newValue }
    }

    /// X-APPLE-TRAVEL-START: where the way begins, as in `X-APPLE-TRAVEL-START;VALUE=URI;X-TITLE=Home:geo:52.5,13.4`.
    public var appleTravelStart: AppleLocation? {
        get { component.first("X-APPLE-TRAVEL-START").map(AppleLocation.init) }
        set { component.setViews("X-APPLE-TRAVEL-START", to: newValue.map { [$0] } ?? []) }
    }

    /// X-APPLE-TRAVEL-ADVISORY-BEHAVIOR: whether to say when to leave; `AUTOMATIC` means yes, `DISABLED` no.
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

    /// X-APPLE-SORT-ORDER: where a to-do stands in its list, as in `X-APPLE-SORT-ORDER:721303812`.
    public var appleSortOrder: Int? {
        get { component[looseInteger: "X-APPLE-SORT-ORDER"] }
        set { component[looseInteger: "X-APPLE-SORT-ORDER"] = newValue }
    }

    // MARK: - What Outlook and Exchange write beside the RFCs (MS-OXCICAL)

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

extension Alarm {
    /// X-APPLE-DEFAULT-ALARM: whether the program added the alarm by itself, as `X-APPLE-DEFAULT-ALARM:TRUE` says.
    public var isAppleDefault: Bool? {
        get { component[extensionFlag: "X-APPLE-DEFAULT-ALARM"] }
        set { component[extensionFlag: "X-APPLE-DEFAULT-ALARM"] = newValue }
    }

    /// X-WR-ALARMUID, what Apple's programs wrote before RFC 9074 gave alarms a UID: `X-WR-ALARMUID:8297C37D`.
    public var appleUID: String? {
        get { component[extensionText: "X-WR-ALARMUID"] }
        set { component[extensionText: "X-WR-ALARMUID"] = newValue }
    }
}

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

    package var keyword: String {
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
