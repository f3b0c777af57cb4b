import ICalendar

/// An identifier for an item in a store, or for one of its occurrences.
///
/// An identifier consists of the calendar, the UID, and the occurrence's original start. The text form is
/// `CALENDAR:UID`. For an occurrence, it ends with `/RID=` and the original start, in UTC if the series has a time
/// zone: `home/studio:stand-up%40studio.example/RID=20260330T073000Z`. A store also accepts the local time in the
/// series' zone: `RID=20260330T093000`. The identifier remains valid until the calendar's folder is renamed.
///
/// ```swift
/// let identifier = ItemIdentifier("studio:stand-up/RID=20260330T073000Z")
/// identifier?.uid  // "stand-up"
/// ```
public struct ItemIdentifier: Sendable, Hashable, LosslessStringConvertible {
    /// The calendar's identifier: `itemIdentifier.calendarIdentifier // "home/studio"`.
    public var calendarIdentifier: String
    /// The item's UID: `itemIdentifier.uid // "stand-up@studio.example"`.
    public var uid: String
    /// The original start of an occurrence, such as `20260330T073000Z`, `20260330T093000` without a time zone, or
    /// `20260330` for an all-day event.
    ///
    /// The value is `nil` for the whole item.
    public var slot: String?

    /// Creates an identifier from its parts.
    ///
    /// ```swift
    /// ItemIdentifier(calendarIdentifier: "studio", uid: "1@studio.example").description  // "studio:1%40studio.example"
    /// ```
    public init(calendarIdentifier: String, uid: String, slot: String? = nil) {
        self.calendarIdentifier = calendarIdentifier
        self.uid = uid
        self.slot = slot
    }

    /// Parses an identifier from its ``description``.
    ///
    /// Returns `nil` for any other string.
    ///
    /// ```swift
    /// ItemIdentifier("no colon")  // nil
    /// ```
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        var rest = bytes[(colon + 1)...]
        if let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            let mark = Array("/RID=".utf8)
            guard rest[slash...].starts(with: mark) else { return nil }
            slot = String(decoding: rest[(slash + mark.count)...], as: UTF8.self)
            rest = rest[..<slash]
        }
        guard let uid = CalendarIdentifier.unescaped(rest) else { return nil }
        self.uid = uid
        calendarIdentifier = String(decoding: bytes[..<colon], as: UTF8.self)
    }

    /// The text form that ``init(_:)`` parses:
    /// `itemIdentifier.description // "home/studio:stand-up%40studio.example"`.
    public var description: String {
        let name = CalendarIdentifier.text(of: Array(uid.utf8), keepingSlashes: false)
        return "\(calendarIdentifier):\(name)" + (slot.map { "/RID=\($0)" } ?? "")
    }

    static func slot(of occurrence: Occurrence) -> String? { occurrence.recurrenceID.map { slot(of: $0) } }

    static func time(ofSlot text: String) -> OccurrenceTime? {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            let digits = bytes[range]
            guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1 & 15) }
        }
        guard [8, 15, 16].contains(bytes.count), let year = number(0..<4), let month = number(4..<6),
            let day = number(6..<8), let date = CivilDate(year: year, month: month, day: day)
        else { return nil }
        guard bytes.count > 8 else { return .date(date) }
        guard bytes[8] == UInt8(ascii: "T"), let hour = number(9..<11), let minute = number(11..<13),
            let second = number(13..<15), hour < 24, minute < 60, second < 60
        else { return nil }
        let civil = CivilDateTime(date, secondOfDay: hour * 3600 + minute * 60 + second)
        guard bytes.count == 16 else { return .floating(civil) }
        guard bytes[15] == UInt8(ascii: "Z") else { return nil }
        return .instant(Instant(secondsSince1970: civil.secondNumber), .utc)
    }

    static func slot(of time: OccurrenceTime) -> String {
        func text(_ civil: CivilDateTime) -> String {
            // RFC 5545 section 3.3.5 uses the basic format of ISO 8601, without separators.
            String(
                civil.description.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }.map {
                    Character(UnicodeScalar($0))
                }
            )
        }
        switch time {
        case .date(let date): return String(text(CivilDateTime(date)).prefix { $0 != "T" })
        case .floating(let civil): return text(civil)
        case .instant(let instant, _):
            return text(CivilDateTime(secondNumber: instant.secondsSince1970)) + "Z"
        }
    }

    /// Returns whether two identifiers are equal.
    ///
    /// UIDs are compared byte by byte, so UIDs that merely look alike are different.
    ///
    /// ```swift
    /// ItemIdentifier("studio:1") == ItemIdentifier("studio:2")  // false
    /// ```
    public static func == (left: ItemIdentifier, right: ItemIdentifier) -> Bool {
        left.calendarIdentifier == right.calendarIdentifier && left.slot == right.slot
            && ExactText(left.uid) == ExactText(right.uid)
    }

    /// Hashes all parts: `Set([itemIdentifier]).count // 1`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(calendarIdentifier)
        hasher.combine(ExactText(uid))
        hasher.combine(slot)
    }
}

extension EventCalendar {
    func identifier(ofItem uid: String, slot: String? = nil) -> ItemIdentifier {
        ItemIdentifier(calendarIdentifier: calendarIdentifier, uid: uid, slot: slot)
    }
}

/// The identity of a completed instance stored as a separate to-do: `20260402t160000z-plants`.
///
/// The identity is derived from the original start and the series' UID. Every program that completes the instance
/// derives the same identity, so the instance cannot be completed twice.
struct CompletedInstance: Hashable {
    let slot: String
    let series: String
}

extension CompletedInstance {
    /// Parses the slot and the series from the to-do of a completed instance.
    ///
    /// Returns `nil` for any other to-do.
    init?(_ todo: Component) {
        guard let uid = todo.text("UID"), let dash = uid.utf8.firstIndex(of: UInt8(ascii: "-")) else {
            return nil
        }
        slot = uid[..<dash].uppercased()
        series = String(uid[uid.utf8.index(after: dash)...])
        guard ItemIdentifier.time(ofSlot: slot) != nil,
            todo.all("RELATED-TO").contains(where: { $0.value == .text(series) })
        else { return nil }
    }

    func isOf(_ uid: String) -> Bool { ExactText(series) == ExactText(uid) }

    /// The to-do's UID.
    ///
    /// If possible, the UID has the same case as the series' UID so that it can serve as a file name.
    var uid: String {
        let hasSmall = series.utf8.contains { (0x61...0x7A).contains($0) }
        return "\(hasSmall ? slot.lowercased() : slot)-\(series)"
    }
}
