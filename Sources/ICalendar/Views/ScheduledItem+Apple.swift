/// What Apple's Calendar and Reminders write beside the RFCs.
extension ScheduledItem {
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
