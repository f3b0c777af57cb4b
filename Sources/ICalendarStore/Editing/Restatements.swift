import ICalendar

/// Properties that repeat the value of an RFC 5545 property for other programs.
///
/// A restatement becomes incorrect if only the RFC 5545 property changes.
///
/// Properties with an independent meaning are not restatements: CONFERENCE and its vendor variants contain the address
/// of a call, and X-APPLE-TRAVEL-START contains the starting point of the journey.
enum Restatements {
    static let names: [String: [String]] = [
        "LOCATION": [
            "GEO", "X-APPLE-STRUCTURED-LOCATION", travelDuration, "X-MICROSOFT-LOCATIONS",
            "X-MICROSOFT-LOCATIONDISPLAYNAME", "X-MICROSOFT-LOCATIONSOURCE", "X-MICROSOFT-LOCATIONURI",
            "X-MICROSOFT-LOCATIONSTREET", "X-MICROSOFT-LOCATIONCITY", "X-MICROSOFT-LOCATIONSTATE",
            "X-MICROSOFT-LOCATIONCOUNTRY", "X-MICROSOFT-LOCATIONPOSTALCODE", "X-MICROSOFT-LATITUDE",
            "X-MICROSOFT-LONGITUDE",
        ],
        "DESCRIPTION": ["X-ALT-DESC", "STYLED-DESCRIPTION"],
        "RRULE": [
            "X-MICROSOFT-RRULE", "X-MICROSOFT-EXDATE", "X-MICROSOFT-CALSCALE", "X-MICROSOFT-ISLEAPMONTH",
        ],
    ]

    static let travelDuration = "X-APPLE-TRAVEL-DURATION"
    /// The property that contains the starting point of the journey.
    ///
    /// If this property is absent, the user chose the travel time.
    static let travelStart = "X-APPLE-TRAVEL-START"

    static let allDayFlags = [
        "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
    ]
}

extension Component {
    mutating func removeRestatements(of name: String) {
        var names = Set(Restatements.names[name] ?? [])
        // A travel duration without a starting point was not derived from the location.
        if first(Restatements.travelStart) == nil { names.remove(Restatements.travelDuration) }
        remove(names)
        // Text that a person wrote is not derived from another property (RFC 9073 section 5.3).
        if var property = first(name), property.isDerived {
            property.isDerived = false
            set(name, to: property)
        }
    }
}

extension ScheduledItem {
    mutating func setLocation(_ text: String?) {
        let old = location
        guard text != old else { return }
        location = text
        component.removeRestatements(of: "LOCATION")
        guard let old, structuredLocations.contains(where: { $0.name == old }) else { return }
        structuredLocations.removeAll { $0.name == old }
    }

    mutating func setNotes(_ text: String?) {
        guard text != descriptionText else { return }
        descriptionText = text
        component.removeRestatements(of: "DESCRIPTION")
    }
}

extension Event {
    /// Removes all-day flags that contradict the changed times.
    ///
    /// An event from midnight to midnight keeps its flag if it moves by whole days.
    mutating func removeStaleAllDayFlags(since before: Event) {
        for name in Restatements.allDayFlags {
            guard let flag = component[extensionFlag: name], let start else { continue }
            let isKept = start.isDate ? flag : !flag || hasClockTimes(of: before)
            if !isKept { component.remove([name]) }
        }
    }

    mutating func removeAllDayFlags() {
        for name in Restatements.allDayFlags where component[extensionFlag: name] == true {
            component.remove([name])
        }
    }

    private func hasClockTimes(of other: Event) -> Bool {
        func clock(_ time: EventTime?) -> Int? { time.map { $0.isDate ? -1 : $0.civil.secondOfDay } }
        return clock(start) == clock(other.start) && clock(end) == clock(other.end)
            && duration == other.duration
    }
}

extension Component {
    mutating func removeStaleAllDayFlags(since before: Component) {
        guard name == Event.componentName else { return }
        var event = Event(self)
        event.removeStaleAllDayFlags(since: Event(before))
        self = event.component
    }
}
