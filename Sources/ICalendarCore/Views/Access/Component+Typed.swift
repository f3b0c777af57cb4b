/// Properties by name, each as the Swift type that a view wants.
///
/// Getters give nil, or leave a value out, where the file's value is of another type. Setters write one property; nil
/// and empty lists remove it. A value that stands there already is left untouched, with the bytes it was read from.
///
/// Of the parameters stay those that still fit: LANGUAGE (a text is mostly corrected in its own language), X- and
/// unknown ones. ALTREP goes when a text changes, as it leads to another form of the old one; so do VALUE, ENCODING
/// and TZID when they do not fit the new value.
extension Component {
    /// A TEXT of one value; nil when it is absent or empty.
    package subscript(text name: String) -> String? {
        get { text(name) }
        set { setValue(name, newValue.map(Value.text)) }
    }

    /// A URI; nil when it is absent or empty.
    package subscript(uri name: String) -> String? {
        get { text(name) }
        set { setValue(name, newValue.map(Value.uri)) }
    }

    /// The values of a TEXT list such as CATEGORIES, which may also stand in several properties.
    package subscript(textList name: String) -> [String] {
        get { all(name).flatMap { $0.value.elements.compactMap(\.string) }.filter { !$0.isEmpty } }
        set {
            guard newValue.isEmpty || newValue != self[textList: name] else { return }
            setValue(name, Value(elements: newValue.map(Value.text)))
        }
    }

    /// The texts of a property that may occur several times, such as COMMENT.
    package subscript(texts name: String) -> [String] {
        get { all(name).compactMap(\.value.firstString) }
        set {
            // Texts that stay keep their properties, with the language and the bytes that they have.
            var kept = Dictionary(grouping: all(name).reversed()) { $0.value.firstString ?? "" }
            setAll(name, to: newValue.map { kept[$0]?.popLast() ?? Property(name, .text($0)) })
        }
    }

    package subscript(integer name: String) -> Int? {
        get {
            if case .integer(let number)? = first(name)?.value { number } else { nil }
        }
        set { setValue(name, newValue.map(Value.integer)) }
    }

    package subscript(duration name: String) -> NominalDuration? {
        get {
            if case .duration(let duration)? = first(name)?.value { duration } else { nil }
        }
        set { setValue(name, newValue.map(Value.duration)) }
    }

    /// A UTC-OFFSET, in seconds east of UTC.
    package subscript(utcOffset name: String) -> Int? {
        get {
            if case .utcOffset(let seconds)? = first(name)?.value { seconds } else { nil }
        }
        set { setValue(name, newValue.map(Value.utcOffset)) }
    }

    /// A DATE or DATE-TIME with its TZID.
    package subscript(time name: String) -> EventTime? {
        get { first(name)?.eventTimes.first }
        set {
            if let newValue, newValue == self[time: name], all(name).count == 1 { return }
            let kept = first(name)?.parameters ?? []
            set(name, to: newValue.map { Property(name, at: $0, keeping: kept) })
        }
    }

    /// The wall-clock time of a DATE-TIME that the RFC wants in UTC, or of a local one where it wants that.
    package subscript(dateTime name: String) -> CivilDateTime? {
        if case .dateTime(let time, _)? = first(name)?.value { time } else { nil }
    }

    /// A DATE-TIME in UTC, such as DTSTAMP, as an instant; one without the Z is read as if it had it.
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

    /// The dates and times of all properties of a name, such as EXDATE; each is written as a property of its own.
    package subscript(times name: String) -> [EventTime] {
        get { all(name).flatMap(\.eventTimes) }
        set {
            guard newValue.isEmpty || newValue != self[times: name] else { return }
            setAll(name, to: newValue.map { Property(name, at: $0) })
        }
    }

    /// The dates, times and periods of all properties of RDATE; each is written as a property of its own.
    var recurrenceDates: [RecurrenceDate] {
        get { all("RDATE").flatMap(\.recurrenceDates) }
        set {
            guard newValue.isEmpty || newValue != recurrenceDates else { return }
            setAll("RDATE", to: newValue.map { Property("RDATE", $0) })
        }
    }

    /// An enumerated value; nil when it is absent or unknown.
    package func keyword<Word: Keyword>(_ name: String, as type: Word.Type = Word.self) -> Word? {
        text(name).flatMap(Word.init(keyword:))
    }

    mutating func setKeyword(_ name: String, to word: (some Keyword)?) {
        setValue(name, word.map { Value.text($0.keyword) })
    }

    /// Writes a value into the first property of this name, whose fitting parameters stay, or into a new one.
    ///
    /// Further properties of the name go. `declaring` adds the VALUE that some properties demand.
    mutating func setValue(_ name: String, _ value: Value?, declaring kind: Value.Kind? = nil) {
        guard let value else { return set(name, to: nil) }
        if first(name)?.value == value, all(name).count == 1 { return }
        var property = first(name) ?? Property(name, value)
        property.replaceValue(with: value)
        if let kind { property.declaredKind = kind }
        set(name, to: property)
    }

    /// The number of a property that no RFC knows: an INTEGER, or digits as written.
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

    // MARK: - Properties that no RFC defines, such as X-WR-CALNAME: they are read exactly as written, and typed here

    /// A text, its escapes undone; nil when it is absent or empty.
    package subscript(extensionText name: String) -> String? {
        get { first(name)?.extensionText }
        set {
            let isText = first(name)?.declaredKind == .text
            setExtension(name, isText ? newValue : newValue.map(Component.escape), asText: isText)
        }
    }

    /// A URI or a word, as written; nil when it is absent or empty.
    package subscript(extensionWord name: String) -> String? {
        get { text(name)?.trimmingBlanks }
        set { setExtension(name, newValue) }
    }

    /// `TRUE` or `FALSE` in any case; nil when it is absent or something else.
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

    /// A duration, with VALUE=DURATION or as written.
    package subscript(extensionDuration name: String) -> NominalDuration? {
        get {
            if case .duration(let duration)? = first(name)?.value { return duration }
            guard let text = text(name)?.trimmingBlanks else { return nil }
            var remarks: [ValueRemark] = []
            return DurationText.parse(Array(text.utf8).span, &remarks)
        }
        set {
            guard newValue == nil || newValue != self[extensionDuration: name] else { return }
            setValue(name, newValue.map(Value.duration), declaring: .duration)
        }
    }

    /// Writes a value exactly so, but for control characters, which no line may hold.
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

    /// A text with the escapes of RFC 5545 section 3.3.11.
    private static func escape(_ text: String) -> String {
        var bytes: [UInt8] = []
        TextEscapes.append(text: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Property {
    /// Puts a value in the place of the old one, and takes away the parameters that no longer fit.
    mutating func replaceValue(with value: Value) {
        guard value != self.value else { return }
        let kind = value.elements.first?.kind
        let stale = parameters.contains { Property.isStale($0, beside: kind) }
        if stale { parameters.removeAll { Property.isStale($0, beside: kind) } }
        self.value = value
    }

    /// Whether a parameter does not fit a new value of this type.
    private static func isStale(_ parameter: Parameter, beside kind: Value.Kind?) -> Bool {
        switch parameter.name {
        case "ALTREP": true
        case "VALUE":
            switch Value.Kind(rawValue: parameter.value.uppercased()) {
            case .uid: kind != .text
            case .xmlReference: kind != .uri
            case let declared: declared != kind
            }
        case "ENCODING": kind != .binary
        // Whatever is set here as a time is in UTC; local times come with their zone.
        case "TZID": true
        default: false
        }
    }

    /// The first value as a text, its escapes undone where it was read as it stood; nil when it is empty.
    var extensionText: String? {
        guard let value = value.elements.first, let text = value.string, !text.isEmpty else { return nil }
        if case .raw = value { return TextEscapes.undo(text) }
        return text
    }
}

extension Value {
    /// One value, or a list of several; nil for none.
    package init?(elements: [Value]) {
        guard let first = elements.first else { return nil }
        self = elements.count == 1 ? first : .list(elements)
    }
}
