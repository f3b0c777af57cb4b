import ICalendar

/// Properties in which other programs say once more what a property of RFC 5545 says: they are wrong once that one is
/// changed alone.
///
/// What is no copy stays: CONFERENCE and its vendors' forms say where a call is, whatever LOCATION and URL say, and
/// X-APPLE-TRAVEL-START where the way begins.
enum Restatements {
    /// The names, by the property that is said once more.
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

    /// How long the way to the old place takes.
    static let travelDuration = "X-APPLE-TRAVEL-DURATION"
    /// Where that way begins; without it a person chose how long it takes.
    static let travelStart = "X-APPLE-TRAVEL-START"

    /// Says that the event takes whole days, or that it does not, beside the form of DTSTART.
    static let allDayFlags = [
        "X-MICROSOFT-CDO-ALLDAYEVENT", "X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT", "X-FUNAMBOL-ALLDAY",
    ]
}

extension Component {
    /// Takes out what says a property once more that was just changed.
    mutating func removeRestatements(of name: String) {
        var names = Set(Restatements.names[name] ?? [])
        // A length of the way that stands alone was not worked out from the place.
        if first(Restatements.travelStart) == nil { names.remove(Restatements.travelDuration) }
        remove(names)
        // RFC 9073 section 5.3: a text that a person wrote is made from no other one.
        if var property = first(name), property.isDerived {
            property.isDerived = false
            set(name, to: property)
        }
    }
}

extension ScheduledItem {
    /// Sets LOCATION, and takes out what names or locates the old place.
    mutating func setLocation(_ text: String?) {
        let old = location
        guard text != old else { return }
        location = text
        component.removeRestatements(of: "LOCATION")
        guard let old, structuredLocations.contains(where: { $0.name == old }) else { return }
        structuredLocations.removeAll { $0.name == old }
    }
}

extension Event {
    /// Sets DESCRIPTION, and takes out other forms of the old text.
    mutating func setNotes(_ text: String?) {
        guard text != eventDescription else { return }
        eventDescription = text
        component.removeRestatements(of: "DESCRIPTION")
    }

    /// Takes out flags that contradict the times, which were other ones before.
    ///
    /// Outlook's whole days from midnight to midnight stay what they are while they are moved by days.
    mutating func removeStaleAllDayFlags(since before: Event) {
        for name in Restatements.allDayFlags {
            guard let flag = component.allDayFlag(name), let start else { continue }
            let isKept = start.isDate ? flag : !flag || hasClockTimes(of: before)
            if !isKept { component.remove([name]) }
        }
    }

    /// Takes out flags that say that it takes whole days.
    mutating func removeAllDayFlags() {
        for name in Restatements.allDayFlags where component.allDayFlag(name) == true {
            component.remove([name])
        }
    }

    /// Whether it starts and ends at the same times of day as another event.
    private func hasClockTimes(of other: Event) -> Bool {
        func clock(_ time: EventTime?) -> Int? { time.map { $0.isDate ? -1 : $0.civil.secondOfDay } }
        return clock(start) == clock(other.start) && clock(end) == clock(other.end)
            && duration == other.duration
    }
}

extension Todo {
    /// Sets DESCRIPTION, and takes out other forms of the old text.
    mutating func setNotes(_ text: String?) {
        guard text != todoDescription else { return }
        todoDescription = text
        component.removeRestatements(of: "DESCRIPTION")
    }
}

extension Component {
    /// What an extension says with `TRUE`, `FALSE`, 1 or 0; nil when it says something else, or is absent.
    fileprivate func allDayFlag(_ name: String) -> Bool? {
        guard let property = first(name) else { return nil }
        if case .boolean(let flag) = property.value { return flag }
        switch text(name)?.trimmedOfBlanks.uppercased() {
        case "TRUE"?, "1"?: return true
        case "FALSE"?, "0"?: return false
        default: return nil
        }
    }
}
