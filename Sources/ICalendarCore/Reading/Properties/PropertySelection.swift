/// The properties of a component to decode; all others are skipped.
package struct PropertySelection: Sendable {
    /// The uppercase names, or nil for all properties.
    private let names: Set<String>?
    /// Flags that indicate which known properties are selected.
    private let isKnownWanted: [Bool]

    package static let all = PropertySelection(nil)

    /// The properties that determine when and how often an event occurs, and which copy of it is current.
    ///
    /// Decoding them never involves libical.
    static let scheduling = PropertySelection([
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
        "SEQUENCE",
        "DTSTAMP", "STATUS",
    ])

    /// The properties that identify an event's series.
    static let revision = PropertySelection(["UID", "RECURRENCE-ID"])

    /// All properties except those that determine when an event occurs.
    static let besideTimes = PropertySelection(without: [
        "DTSTART", "DTEND", "RRULE", "EXDATE", "RECURRENCE-ID",
    ])

    let isAll: Bool

    /// Creates a selection of properties by uppercase name; nil selects all properties.
    init(_ names: Set<String>?) {
        self.names = names
        isAll = names == nil
        isKnownWanted = PropertyDefinition.all.map { names?.contains($0.name) ?? true }
    }

    /// Creates a selection of all properties except those with the given uppercase names, which must be known.
    private init(without names: Set<String>) {
        self.names = nil
        isAll = false
        isKnownWanted = PropertyDefinition.all.map { !names.contains($0.name) }
    }

    func wants(known index: Int) -> Bool { isKnownWanted[index] }

    /// Returns whether a property not defined by an RFC is selected.
    func wants(unknown name: Span<UInt8>) -> Bool {
        guard let names else { return true }
        return names.contains(ContentLine.capitals(name))
    }
}

extension ContentLine {
    package static func capitals(_ name: Span<UInt8>) -> String {
        for index in name.indices where name[index] &- 0x30 > 9 && name[index] != Ascii.minus {
            // Nearly all names are already uppercase and need no conversion.
            guard name[index] &- 0x41 <= 25 else {
                let text = String(decoding: name.indices.map { Ascii.capital(name[$0]) }, as: UTF8.self)
                return AccentRuns.mayBeLong(name) ? AccentRuns.parted(text) ?? text : text
            }
        }
        return ByteText.plain(name)
    }
}
