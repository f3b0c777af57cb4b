/// Which properties of a component are decoded; the others are passed over unread.
package struct PropertySelection: Sendable {
    /// The names in capitals, or nil for all.
    private let names: Set<String>?
    /// For each known property whether it is wanted.
    private let isKnownWanted: [Bool]

    package static let all = PropertySelection(nil)

    /// What says when and how often something happens and which copy of it counts.
    ///
    /// All of these are decided by Swift,
    /// so decoding them never wakes libical.
    static let scheduling = PropertySelection([
        "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
        "SEQUENCE",
        "DTSTAMP", "STATUS",
    ])

    /// What says which series an event belongs to.
    static let revision = PropertySelection(["UID", "RECURRENCE-ID"])

    /// Everything but when an event happens.
    static let besideTimes = PropertySelection(without: [
        "DTSTART", "DTEND", "RRULE", "EXDATE", "RECURRENCE-ID",
    ])

    let isAll: Bool

    /// The properties of these names (in capitals); nil for all.
    init(_ names: Set<String>?) {
        self.names = names
        isAll = names == nil
        isKnownWanted = PropertyDefinition.all.map { names?.contains($0.name) ?? true }
    }

    /// All properties but those of these names (in capitals), which are known ones.
    private init(without names: Set<String>) {
        self.names = nil
        isAll = false
        isKnownWanted = PropertyDefinition.all.map { !names.contains($0.name) }
    }

    func wants(known index: Int) -> Bool { isKnownWanted[index] }

    /// Whether a property that no RFC defines is wanted.
    func wants(unknown name: Span<UInt8>) -> Bool {
        guard let names else { return true }
        return names.contains(ContentLine.capitals(name))
    }
}

extension ContentLine {
    package static func capitals(_ name: Span<UInt8>) -> String {
        for index in name.indices where name[index] &- 0x30 > 9 && name[index] != Ascii.minus {
            // Nearly all are written in capitals, and are taken as they stand.
            guard name[index] &- 0x41 <= 25 else {
                let text = String(decoding: name.indices.map { Ascii.capital(name[$0]) }, as: UTF8.self)
                return AccentRuns.mayBeLong(name) ? AccentRuns.parted(text) ?? text : text
            }
        }
        return ByteText.plain(name)
    }
}
