/// Parameters from RFC 5545 section 3.2 and RFC 7986 section 6 that apply to several properties.
///
/// Property views such as ``Attendee`` also have these members: `attendee.language`. Parameters that are specific to
/// one property are available only in its view.
extension Property {
    /// Accesses the first value of a parameter by its uppercase name.
    ///
    /// Setting nil removes the parameter.
    ///
    /// ```swift
    /// property[parameter: "TZID"]              // "Europe/Berlin"
    /// property[parameter: "X-NOTE"] = "moved"  // DTSTART;TZID=Europe/Berlin;X-NOTE=moved:...
    /// property[parameter: "X-NOTE"] = nil
    /// ```
    public subscript(parameter name: String) -> String? {
        get { parameters[name] }
        set { setParameter(name, to: newValue.map { [$0] } ?? []) }
    }

    /// The URI of an alternative form of the text (ALTREP, RFC 5545 section 3.2.1):
    /// `DESCRIPTION;ALTREP="https://example.com/agenda.html":Agenda`.
    public var alternateRepresentation: String? {
        get { parameters["ALTREP"] }
        set { self[parameter: "ALTREP"] = newValue }
    }

    /// The display name for an address (CN, RFC 5545 section 3.2.2), as in
    /// `ATTENDEE;CN=Nora Lind:mailto:nora@studio.example`.
    ///
    /// Nil if the parameter is absent or empty.
    package var commonName: String? {
        get { parameters["CN"].flatMap { $0.isEmpty ? nil : $0 } }
        set { self[parameter: "CN"] = newValue }
    }

    /// The URI of a directory entry (DIR, RFC 5545 section 3.2.6):
    /// `ATTENDEE;DIR="ldap://example.com/cn=nora":mailto:nora@studio.example`.
    public var directoryEntry: String? {
        get { parameters["DIR"] }
        set { self[parameter: "DIR"] = newValue }
    }

    /// The encoding, either `8BIT` or `BASE64` (ENCODING, RFC 5545 section 3.2.7).
    package var encoding: String? {
        get { parameters["ENCODING"] }
        set { self[parameter: "ENCODING"] = newValue }
    }

    /// The media type of the attached content (FMTTYPE, RFC 5545 section 3.2.8):
    /// `ATTACH;FMTTYPE=application/pdf:https://example.com/agenda.pdf`.
    public var formatType: String? {
        get { parameters["FMTTYPE"] }
        set { self[parameter: "FMTTYPE"] = newValue }
    }

    /// The language, as an RFC 5646 tag (LANGUAGE, RFC 5545 section 3.2.10): `SUMMARY;LANGUAGE=de-AT:Jause`.
    public var language: String? {
        get { parameters["LANGUAGE"] }
        set { self[parameter: "LANGUAGE"] = newValue }
    }

    /// Whether a RECURRENCE-ID also covers all later instances (RANGE, RFC 5545 section 3.2.13):
    /// `RECURRENCE-ID;RANGE=THISANDFUTURE:20260401T091500`.
    public var isThisAndFuture: Bool {
        get { parameters["RANGE"]?.trimmingBlanks.uppercased() == "THISANDFUTURE" }
        set { if newValue != isThisAndFuture { self[parameter: "RANGE"] = newValue ? "THISANDFUTURE" : nil } }
    }

    /// The address of the person acting on behalf of someone else (SENT-BY, RFC 5545 section 3.2.18):
    /// `ORGANIZER;SENT-BY="mailto:desk@studio.example":mailto:nora@studio.example`.
    public var sentBy: String? {
        get { parameters["SENT-BY"] }
        set { self[parameter: "SENT-BY"] = newValue }
    }

    /// The declared value type (VALUE, RFC 5545 section 3.2.20), as in `DTSTART;VALUE=DATE:20260403`, or nil if the
    /// parameter is absent or the type is unknown.
    public var declaredType: Value.DataType? {
        get { parameters["VALUE"].flatMap(Value.DataType.init(word:)) }
        set { self[parameter: "VALUE"] = newValue?.rawValue }
    }

    /// The email address that supplements an address of a different kind (EMAIL, RFC 7986 section 6.2):
    /// `ATTENDEE;EMAIL=blue@client.example:urn:uuid:5b4d4a0e-3d35-4f8e-9c1b-3f0f3c8a6f10`.
    package var emailParameter: String? {
        get { parameters["EMAIL"].flatMap { $0.isEmpty ? nil : $0 } }
        set { self[parameter: "EMAIL"] = newValue }
    }

    /// The human-readable label of the property (LABEL, RFC 7986 section 6.4):
    /// `CONFERENCE;VALUE=URI;LABEL=Weekly call:https://meet.example.com/42`.
    public var label: String? {
        get { parameters["LABEL"] }
        set { self[parameter: "LABEL"] = newValue }
    }

    /// Replaces all parameters named `name` with a single parameter, or removes them if `values` is empty.
    mutating func setParameter(_ name: String, to values: [String]) {
        let place = parameters.firstIndex { $0.name == name } ?? parameters.endIndex
        var kept = parameters.filter { $0.name != name }
        if !values.isEmpty {
            kept.insert(Parameter(name, values: values), at: min(place, kept.endIndex))
        }
        // Setting the current values again keeps the original bytes.
        if kept != parameters { parameters = kept }
    }
}

/// A property's dates and times, combined with its TZID (RFC 5545 sections 3.2.19, 3.3.4, and 3.3.5).
extension Property {
    /// The first value as a date or time in the property's time zone, or nil for a value of a different type:
    /// `property.eventTime?.timeZoneID // "Europe/Berlin"`.
    package var eventTime: EventTime? {
        value.elements.first.flatMap { eventTime(of: $0) }
    }

    /// The dates and times of the property in order, as in `EXDATE:20260403T091500,20260406T091500`.
    ///
    /// Values of other types are omitted.
    public var eventTimes: [EventTime] {
        value.elements.compactMap { eventTime(of: $0) }
    }

    /// Creates a property from a time, adding the VALUE and TZID parameters that the time needs.
    ///
    /// `keeping` provides additional parameters. Any VALUE and TZID among them are replaced.
    ///
    /// ```swift
    /// Property("DTSTART", at: try EventTime("2026-04-06 09:30", in: "Europe/Berlin"))
    /// ```
    public init(_ name: String, at time: EventTime, keeping parameters: [Parameter] = []) {
        self.init(name, alike: [time], keeping: parameters)
    }

    /// Creates a property from several times, adding the VALUE and TZID parameters that the times need.
    ///
    /// VALUE and TZID apply to all values, so the times must all be dates, all be floating, all be in UTC, or all be in
    /// the same zone. Put times of different kinds in separate properties, as ``ComponentView/exceptionDates`` does.
    ///
    /// `keeping` provides additional parameters. Any VALUE and TZID among them are replaced.
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the times have different forms or zones.
    package init(_ name: String, _ times: [EventTime], keeping parameters: [Parameter] = [])
        throws(CalendarError)
    {
        if let first = times.first, let other = times.first(where: { !$0.isAlike(first) }) {
            throw CalendarError(
                .invalidValue,
                "one \(name) cannot hold both \(first.wordingWithZone) and \(other.wordingWithZone)"
            )
        }
        self.init(name, alike: times, keeping: parameters)
    }

    private init(_ name: String, alike times: [EventTime], keeping parameters: [Parameter]) {
        var parameters = parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
        if times.first?.isDate == true { parameters.append(Parameter("VALUE", "DATE")) }
        if let id = times.first?.timeZoneID { parameters.append(Parameter("TZID", id)) }
        let values = times.map { time -> Value in
            switch time {
            case .date(let date): .date(date)
            case .utc(let time): .dateTime(time, isUTC: true)
            case .floating(let time), .zoned(let time, _): .dateTime(time, isUTC: false)
            }
        }
        self.init(name, Value(elements: values) ?? .list([]), parameters: parameters)
    }

    /// Returns a value of this property as a time in the property's zone, or nil if the value is not a date or time.
    package func eventTime(of value: Value) -> EventTime? {
        switch value {
        case .date(let date): .date(date)
        case .dateTime(let time, let isUTC): eventTime(of: time, isUTC: isUTC)
        default: nil
        }
    }

    /// Returns a wall-clock time of this property as a UTC time, a time in the TZID's zone, or a floating time.
    package func eventTime(of time: CivilDateTime, isUTC: Bool) -> EventTime {
        if isUTC { return .utc(time) }
        // An empty TZID does not name a zone; the code that resolves the time reports it.
        guard let id = timeZoneID else { return .floating(time) }
        return .zoned(time, timeZoneID: id)
    }
}

extension EventTime {
    /// Returns whether this time and another can share a property.
    fileprivate func isAlike(_ other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): ExactText(id) == ExactText(otherID)
        default: false
        }
    }

    /// A description of the time and its zone for use in messages.
    fileprivate var wordingWithZone: String {
        switch self {
        case .date: "a whole day"
        case .floating: "a floating time"
        case .utc: "a time in UTC"
        case .zoned(_, let id): "a time in \(id)"
        }
    }
}

extension Value.DataType {
    /// Creates the type named by a VALUE parameter, ignoring case and blanks around the name.
    package init?(word: String) {
        self.init(rawValue: word.trimmingBlanks.uppercased())
    }
}
