package import ICalendar
import ICalendarStore

/// A version of an item: its bytes and components.
package struct ItemVersion: Sendable {
    package let bytes: [UInt8]
    package let file: CalendarFile

    /// Parses an item; throws an ``ItemProblem`` if the bytes are not a complete calendar.
    package init(_ bytes: [UInt8], limits: ReadingLimits = .standard) throws(ItemProblem) {
        guard ItemOutline.isComplete(bytes) else { throw .incomplete }
        do throws(CalendarError) {
            file = try CalendarFile(bytes: bytes, limits: limits, threads: 1)
        } catch {
            throw .unreadable(error.detail)
        }
        self.bytes = bytes
    }

    /// Whether rewriting the file would lose lines that the parser could not assign to a component.
    var hasLostLines: Bool { LostLines.first(of: bytes, in: file) != nil }
}

extension Component {
    /// The names of the time zones in the component and its subcomponents.
    var zoneNames: Set<String> {
        components.reduce(into: Set(properties.compactMap(\.timeZoneID))) { $0.formUnion($1.zoneNames) }
    }
}

/// The reason a local file or a server item cannot be synchronized.
package enum ItemProblem: Error, Sendable, Hashable, CustomStringConvertible {
    case incomplete
    case unreadable(String)
    case noUID
    case severalUIDs

    package var description: String {
        switch self {
        case .incomplete: "the calendar lacks END:VCALENDAR"
        case .unreadable(let detail): "cannot be read: \(detail)"
        case .noUID: "the item has no UID"
        case .severalUIDs: "the file contains several items; servers keep each in its own file"
        }
    }
}

/// The item data that a synchronization needs, read without parsing the whole item.
package struct ItemOutline: Sendable, Hashable {
    package private(set) var uid = ""
    /// The name of the item's components: `VEVENT`, `VTODO` or `VJOURNAL`.
    package private(set) var kind = ""
    package private(set) var title = ""
    /// The value of the first DTSTART or DUE, as written.
    package private(set) var time = ""
    private var start = ""

    /// Reads an item's UID, kind and title; throws an ``ItemProblem`` if it cannot be synchronized.
    package init(_ bytes: [UInt8]) throws(ItemProblem) {
        guard Self.isComplete(bytes) else { throw .incomplete }
        var (depth, isZone, problem) = (0, false, ItemProblem?.none)
        var outline = ItemOutline()
        UnfoldedLines.forEach(in: bytes) { _, line in
            if let name = Self.value(of: Self.begin, line) {
                depth += 1
                if depth == 2 {
                    isZone = name.uppercased() == "VTIMEZONE"
                    if !isZone, outline.kind.isEmpty { outline.kind = name.uppercased() }
                }
            } else if Self.value(of: Self.end, line) != nil {
                depth -= 1
            } else if depth == 2, !isZone {
                if let uid = Self.value(of: Self.uid, line) {
                    if outline.uid.isEmpty { outline.uid = uid }
                    if outline.uid != uid { problem = .severalUIDs }
                } else if outline.title.isEmpty, let title = Self.value(of: Self.summary, line) {
                    outline.title = title
                } else if outline.start.isEmpty, let time = Self.value(of: Self.start, line) {
                    outline.start = time
                } else if outline.time.isEmpty, let time = Self.value(of: Self.due, line) {
                    outline.time = time
                }
            }
            return problem == nil
        }
        if let problem { throw problem }
        guard !outline.kind.isEmpty else { throw .unreadable("it contains no item") }
        guard !outline.uid.isEmpty else { throw .noUID }
        if !outline.start.isEmpty { outline.time = outline.start }
        self = outline
    }

    private init() {}

    /// Returns whether the bytes end in the same way as a complete calendar.
    package static func isComplete(_ bytes: [UInt8]) -> Bool {
        guard let place = FilePlace(folder: "a", name: "a.ics") else { return false }
        return ItemMerging().isWhole(bytes, at: place)
    }

    /// The item's name in messages, consisting of its title and date.
    package var name: String {
        let shown = title.isEmpty ? uid : title
        let short = shown.count > 60 ? shown.prefix(59) + "…" : shown[...]
        let quoted = "\"\(String(short).onOneLine)\""
        let day = time.prefix(8)
        guard day.count == 8, day.allSatisfy(\.isNumber) else { return quoted }
        return "\(quoted) (\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2)))"
    }

    private static let (begin, end) = (Array("BEGIN".utf8), Array("END".utf8))
    private static let (uid, summary) = (Array("UID".utf8), Array("SUMMARY".utf8))
    private static let (start, due) = (Array("DTSTART".utf8), Array("DUE".utf8))

    private static func value(of name: [UInt8], _ line: [UInt8]) -> String? {
        let count = name.count
        guard line.count > count,
            // Clearing this bit converts letters to uppercase.
            name.indices.allSatisfy({ line[$0] == name[$0] || line[$0] & 0xDF == name[$0] })
        else { return nil }
        switch line[count] {
        case UInt8(ascii: ":"): return String(decoding: line[(count + 1)...], as: UTF8.self)
        case UInt8(ascii: ";"):
            // A quoted colon is part of a parameter value.
            var isQuoted = false
            for (index, byte) in line.enumerated().dropFirst(count) {
                if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
                if byte == UInt8(ascii: ":"), !isQuoted {
                    return String(decoding: line[(index + 1)...], as: UTF8.self)
                }
            }
            return nil
        default: return nil
        }
    }
}
