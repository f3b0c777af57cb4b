/// Typed access to properties by name.
///
/// Getters return nil, or omit a value, if the value in the file has a different type. Setters write one property; nil
/// and empty lists remove the property. Setting a property to its current value leaves it untouched, including its
/// original bytes.
///
/// Setters keep the parameters that still apply, such as LANGUAGE (a correction is usually in the same language) and
/// any X- or unknown parameter. Setters remove ALTREP when a text changes, because ALTREP refers to an alternative form
/// of the old text. Setters also remove any VALUE, ENCODING and TZID parameters that do not fit the new value.
extension Component {
    /// A single TEXT value, or nil if the property is absent or empty.
    package subscript(text name: String) -> String? {
        get { text(name) }
        set { setValue(name, newValue.map(Value.text)) }
    }

    /// A URI, or nil if the property is absent or empty.
    package subscript(uri name: String) -> String? {
        get { text(name) }
        set { setValue(name, newValue.map(Value.uri)) }
    }

    /// The values of a TEXT list such as CATEGORIES, which may be spread across several properties.
    package subscript(textList name: String) -> [String] {
        get { all(name).flatMap { $0.value.elements.compactMap(\.string) }.filter { !$0.isEmpty } }
        set {
            guard newValue.isEmpty || newValue != self[textList: name] else { return }
            setValue(name, Value(elements: newValue.map(Value.text)))
        }
    }

    /// The text values of a property that can occur more than once, such as COMMENT.
    package subscript(texts name: String) -> [String] {
        get { all(name).compactMap(\.value.firstString) }
        set { setStrings(name, to: newValue, as: Value.text) }
    }

    /// The URIs of a property that can occur more than once, such as CONCEPT.
    package subscript(uris name: String) -> [String] {
        get { all(name).compactMap(\.value.firstString) }
        set { setStrings(name, to: newValue, as: Value.uri) }
    }

    private mutating func setStrings(_ name: String, to strings: [String], as value: (String) -> Value) {
        // Unchanged strings keep their properties, including the language and the original bytes.
        var kept = Dictionary(grouping: all(name).reversed()) { $0.value.firstString ?? "" }
        setAll(name, to: strings.map { kept[$0]?.popLast() ?? Property(name, value($0)) })
    }

    /// An integer, or nil if the property is absent or outside the range that an RFC defines for it.
    package subscript(integer name: String) -> Int? {
        get { first(name)?.numberInRange }
        set { setValue(name, newValue.map(Value.integer)) }
    }

    package subscript(duration name: String) -> NominalDuration? {
        get {
            if case .duration(let duration)? = first(name)?.value { duration } else { nil }
        }
        set { setValue(name, newValue.map(Value.duration)) }
    }

    /// A UTC offset, in seconds east of UTC.
    package subscript(utcOffset name: String) -> Int? {
        get {
            if case .utcOffset(let seconds)? = first(name)?.value { seconds } else { nil }
        }
        set { setValue(name, newValue.map(Value.utcOffset)) }
    }

    /// A DATE or DATE-TIME and its TZID.
    package subscript(time name: String) -> EventTime? {
        get { first(name)?.eventTimes.first }
        set {
            if let newValue, newValue == self[time: name], all(name).count == 1 { return }
            let kept = first(name)?.parameters ?? []
            set(name, to: newValue.map { Property(name, at: $0, keeping: kept) })
        }
    }

    /// The wall-clock time of a DATE-TIME that the RFC requires to be either UTC or local.
    package subscript(dateTime name: String) -> CivilDateTime? {
        if case .dateTime(let time, _)? = first(name)?.value { time } else { nil }
    }

    /// An instant from a DATE-TIME in UTC, such as DTSTAMP; a missing `Z` is tolerated.
    package subscript(instant name: String) -> Instant? {
        get { self[dateTime: name].map { Instant(secondsSince1970: $0.secondNumber) } }
        set {
            let time = newValue.map { CivilDateTime(secondNumber: $0.secondsSince1970) }
            setValue(name, time.map { Value.dateTime($0, isUTC: true) })
        }
    }

    package subscript(rules name: String) -> [RecurrenceRule] {
        get {
            all(name).flatMap(\.value.elements).compactMap {
                if case .recurrenceRule(let rule) = $0 { rule } else { nil }
            }
        }
        set {
            guard newValue.isEmpty || newValue != self[rules: name] else { return }
            setAll(name, to: newValue.map { Property(name, .recurrenceRule($0)) })
        }
    }

    /// The dates and times of all properties with a given name, such as EXDATE; each date or time is written as a
    /// separate property.
    package subscript(times name: String) -> [EventTime] {
        get { all(name).flatMap(\.eventTimes) }
        set {
            guard newValue.isEmpty || newValue != self[times: name] else { return }
            setAll(name, to: newValue.map { Property(name, at: $0) })
        }
    }

    /// The dates, times, and periods in all RDATE properties, each written as a separate property.
    var recurrenceDates: [RecurrenceDate] {
        get { all("RDATE").flatMap(\.recurrenceDates) }
        set {
            guard newValue.isEmpty || newValue != recurrenceDates else { return }
            setAll("RDATE", to: newValue.map { Property("RDATE", $0) })
        }
    }

    /// Returns an enumerated value, or nil if the property is absent or the value is unknown.
    package func keyword<Word: Keyword>(_ name: String, as type: Word.Type = Word.self) -> Word? {
        text(name).flatMap(Word.init(keyword:))
    }

    mutating func setKeyword(_ name: String, to word: (some Keyword)?) {
        setValue(name, word.map { Value.text($0.keyword) })
    }

    /// Writes a value to the first property with this name, adding the property if necessary.
    ///
    /// An existing property keeps the parameters that still apply. Other properties with the same name are removed.
    /// `declaring` adds the VALUE parameter that some properties require.
    mutating func setValue(_ name: String, _ value: Value?, declaring kind: Value.DataType? = nil) {
        guard let value else { return set(name, to: nil) }
        if first(name)?.value == value, all(name).count == 1 { return }
        var property = first(name) ?? Property(name, value)
        property.replaceValue(with: value)
        if let kind { property.declaredType = kind }
        set(name, to: property)
    }

    /// The number in a property not defined by any RFC, stored as INTEGER or as plain digits.
    package subscript(looseInteger name: String) -> Int? {
        get {
            switch first(name)?.value {
            case .integer(let number)?: number
            case let value?: value.string.flatMap { Int($0.trimmingBlanks) }
            case nil: nil
            }
        }
        set { setExtension(name, newValue.map { String($0) }) }
    }

    // MARK: - Extension properties such as X-WR-CALNAME, which are read as written and converted here

    /// An unescaped text value, or nil if the property is absent or empty.
    package subscript(extensionText name: String) -> String? {
        get { first(name)?.extensionText }
        set {
            let isText = first(name)?.declaredType == .text
            setExtension(name, isText ? newValue : newValue.map(Component.escape), asText: isText)
        }
    }

    /// A URI or keyword as written, or nil if the property is absent or empty.
    package subscript(extensionWord name: String) -> String? {
        get { text(name)?.trimmingBlanks }
        set { setExtension(name, newValue) }
    }

    /// A Boolean written as `TRUE` or `FALSE` in any case, or as 1 or 0, or nil if the property is absent or has
    /// another value.
    package subscript(extensionFlag name: String) -> Bool? {
        get {
            if case .boolean(let flag)? = first(name)?.value { return flag }
            switch text(name)?.trimmingBlanks.uppercased() {
            case "TRUE"?, "1"?: return true
            case "FALSE"?, "0"?: return false
            default: return nil
            }
        }
        set { setExtension(name, newValue.map { $0 ? "TRUE" : "FALSE" }) }
    }

    /// A duration, with or without VALUE=DURATION.
    package subscript(extensionDuration name: String) -> NominalDuration? {
        get {
            if case .duration(let duration)? = first(name)?.value { return duration }
            guard let text = text(name)?.trimmingBlanks else { return nil }
            return NominalDuration(text: text)
        }
        set {
            guard newValue == nil || newValue != self[extensionDuration: name] else { return }
            setValue(name, newValue.map(Value.duration), declaring: .duration)
        }
    }

    /// Writes a value as given, except for control characters, which a content line cannot contain.
    mutating func setExtension(_ name: String, _ text: String?, asText: Bool = false) {
        guard let text else { return set(name, to: nil) }
        if asText { return setValue(name, .text(text)) }
        var plain = String.UnicodeScalarView()
        plain.append(
            contentsOf: text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }
        )
        let written = String(plain)
        guard first(name)?.value.string != written || all(name).count > 1 else { return }
        setValue(name, .raw(written))
    }

    /// Returns a string escaped as RFC 5545 section 3.3.11 requires.
    private static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        TextEscapes.append(text: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Property {
    /// Replaces the value and removes the parameters that no longer apply.
    mutating func replaceValue(with value: Value) {
        guard value != self.value else { return }
        let kind = value.elements.first?.kind
        let stale = parameters.contains { Property.isStale($0, beside: kind) }
        if stale { parameters.removeAll { Property.isStale($0, beside: kind) } }
        self.value = value
    }

    /// Returns whether a parameter does not apply to a new value of the given type.
    private static func isStale(_ parameter: Parameter, beside kind: Value.DataType?) -> Bool {
        switch parameter.name {
        case "ALTREP": true
        case "VALUE":
            switch Value.DataType(word: parameter.value) {
            case .uid: kind != .text
            case .xmlReference: kind != .uri
            case let declared: declared != kind
            }
        case "ENCODING": kind != .binary
        // Times set here are in UTC; local times are set together with their zone.
        case "TZID": true
        default: false
        }
    }

    /// The first value as text, unescaped if it is raw, or nil if the value is empty.
    var extensionText: String? {
        guard let value = value.elements.first, let text = value.string, !text.isEmpty else { return nil }
        if case .raw = value { return TextEscapes.undo(text) }
        return text
    }
}

extension Value {
    /// Creates a single value from one element or a list from several, or returns nil if `elements` is empty.
    package init?(elements: [Value]) {
        guard let first = elements.first else { return nil }
        self = elements.count == 1 ? first : .list(elements)
    }
}

extension Component {
    /// Returns the first property with the given name, or nil if the property is absent or empty.
    package func given(_ name: String) -> Property? {
        first(name).flatMap { $0.isBlank ? nil : $0 }
    }

    /// Whether the component overrides an instance of a series, even if its RECURRENCE-ID is unusable.
    ///
    /// An empty RECURRENCE-ID counts as absent.
    package var isOverride: Bool { given("RECURRENCE-ID") != nil }
}

extension Property {
    /// The integer, or nil if the value has a different type or is outside the range that an RFC defines for the
    /// property.
    package var numberInRange: Int? {
        guard case .integer(let number) = value else { return nil }
        guard let place = PropertyGrammar.index[name], let range = PropertyGrammar.range(at: place) else {
            return number
        }
        return range.isRead(number) ? number : nil
    }

    /// Whether the value is an empty text or consists only of blanks.
    package var isBlank: Bool { value.string?.trimmingBlanks.isEmpty ?? false }
}

/// A component's start, end, and duration.
///
/// An end and a duration are mutually exclusive (RFC 5545 sections 3.6.1, 3.6.2 and 3.8.2). The value set last
/// replaces a conflicting value. Setting one value changes another only if the two cannot coexist, so start and end
/// can be set in either order.
extension Component {
    /// Sets DTSTART, adjusting an end or duration that no longer fits.
    ///
    /// If the end would precede the start, or if one is a date and the other a time, the end moves with the start to
    /// preserve the duration. If the start becomes a date, a DURATION with hours is rounded up to whole days.
    mutating func setStart(_ start: EventTime?) {
        let old = self[time: "DTSTART"]
        self[time: "DTSTART"] = start
        guard let start else { return }
        for name in ["DTEND", "DUE"] {
            guard let end = self[time: name] else { continue }
            self[time: name] = end.following(from: old, to: start)
        }
        if start.isDate, let duration = self[duration: "DURATION"], duration.seconds != 0 {
            let days = floorDivide(duration.seconds, 86_400) + (duration.seconds % 86_400 == 0 ? 0 : 1)
            let (sum, isTooFar) = duration.days.addingReportingOverflow(days)
            self[duration: "DURATION"] = .days(isTooFar ? duration.days : max(sum, 1))
        }
    }

    /// Sets DTEND or DUE, replacing DURATION.
    mutating func setEnd(_ name: String, to end: EventTime?) {
        self[time: name] = end
        if end != nil { set("DURATION", to: nil) }
    }

    /// Sets DURATION, replacing DTEND and DUE.
    mutating func setLength(_ duration: NominalDuration?) {
        self[duration: "DURATION"] = duration
        guard duration != nil else { return }
        set("DTEND", to: nil)
        set("DUE", to: nil)
    }
}

extension EventTime {
    /// Returns this end adjusted to a new start: unchanged if it still fits, otherwise moved to preserve the duration.
    fileprivate func following(from old: EventTime?, to start: EventTime) -> EventTime {
        if isDate == start.isDate, !isBefore(start) { return self }
        var length = 0
        if let old, old.isDate == isDate {
            let from = old.civil.secondNumber
            let (distance, isTooFar) = civil.secondNumber.subtractingReportingOverflow(from)
            length = isTooFar ? 0 : max(0, distance)
        }
        if start.isDate {
            let days = max(1, floorDivide(length, 86_400) + (length % 86_400 == 0 ? 0 : 1))
            return .date(start.civil.date.adding(days: days))
        }
        return start.adding(wallClockSeconds: length)
    }

    /// Returns whether this time is known to be earlier than another.
    ///
    /// Times in different zones are never compared.
    package func isBefore(_ other: EventTime) -> Bool {
        hasForm(of: other) && civil < other.civil
    }

    /// Returns whether both times have the same form: dates, floating times, UTC times, or times in the same zone.
    package func hasForm(of other: EventTime) -> Bool {
        switch (self, other) {
        case (.date, .date), (.floating, .floating), (.utc, .utc): true
        case (.zoned(_, let id), .zoned(_, let otherID)): id == otherID
        default: false
        }
    }

    /// Checks whether an end is valid for a start (RFC 5545 section 3.8.2.2).
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if only one of the two is a date or floating, or if the end is
    ///   not later than the start.
    package static func check(_ start: EventTime, end: EventTime) throws(CalendarError) {
        if start.isDate != end.isDate {
            throw CalendarError(.invalidValue, "start and end must both be dates or both be times")
        }
        if start.isFloating != end.isFloating {
            throw CalendarError(.invalidValue, "start and end must both have a time zone, or neither")
        }
        if end.isBefore(start) || end.hasForm(of: start) && end.civil == start.civil {
            throw CalendarError(
                .invalidValue,
                "the end \(end.civil) is not after the start \(start.civil)"
            )
        }
    }

    /// Checks whether a duration is valid for a start (RFC 5545 section 3.8.2.5).
    ///
    /// - Throws: ``CalendarError/Code/invalidValue`` if the duration is negative, or if the start is a date and the
    ///   duration is not a positive number of whole days.
    package static func check(_ start: EventTime?, duration: NominalDuration) throws(CalendarError) {
        if duration.isNegative { throw CalendarError(.invalidValue, "the duration \(duration) is negative") }
        if start?.isDate == true, duration.seconds != 0 || duration.days == 0 {
            throw CalendarError(.invalidValue, "an all-day item needs a duration in days, not \(duration)")
        }
    }
}
