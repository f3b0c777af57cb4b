import ICalendar
import ICalendarStore

/// The items in a feed, each with a digest that ignores the properties that publishers change with every download.
struct FeedContents: Sendable {
    struct Item: Sendable {
        let uid: String
        let title: String
        let meaning: ItemDigest
        fileprivate let calendar: CalendarFile

        /// The bytes of the item's file, created on each access because the file repeats data that the items share in
        /// memory.
        var bytes: [UInt8] { calendar.icsBytes(.asRead) }
    }

    private(set) var items: [Item] = []
    let title: String?
    let color: String?
    /// The number of seconds between downloads, as suggested by the publisher.
    let interval: Int?
    /// A description of the first sign that items are missing, or nil if the file is complete.
    let damage: String?

    private static let stamps: Set<String> = ["DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE", "UID"]

    /// The diagnostic codes that indicate possibly missing items.
    ///
    /// The last two codes do not indicate a loss by themselves, but a stray END can mean a lost BEGIN, and a missing
    /// END can mean a truncated calendar.
    private static let losses: Set<Diagnostic.Code> = [.framing, .limit, .strayEnd, .missingEnd]

    /// The standard limits, with room for diagnostics about each item in a feed, since a diagnostic beyond the limit
    /// may report a missing item.
    private static let limits: ReadingLimits = {
        var limits = ReadingLimits.standard
        limits.diagnostics = 100_000
        return limits
    }()

    /// Returns the maximum total size of a feed's items in bytes, which is 64 MiB or 32 times the size of the feed,
    /// whichever is larger.
    ///
    /// Each item includes copies of the calendar's properties and of the time zones that the item uses. For example, a
    /// 4 KB time zone makes 400-byte events eleven times as large.
    private static func mostBytes(ofFeed size: Int) -> Int { max(64 << 20, 32 * size) }

    /// Parses a feed; throws a ``FeedProblem`` if it is not a complete calendar, or if its items would be too large in
    /// total.
    init(_ bytes: [UInt8]) throws(FeedProblem) {
        let file: CalendarFile
        do throws(ItemProblem) {
            file = try ItemVersion(bytes, limits: Self.limits).file
        } catch {
            throw .incomplete(error)
        }
        let properties = file.calendars.first?.component
        title = properties?.text("NAME") ?? properties?.text("X-WR-CALNAME")
        color = properties?.text("COLOR") ?? properties?.text("X-APPLE-CALENDAR-COLOR")
        interval =
            Self.seconds(properties?.first("REFRESH-INTERVAL"))
            ?? Self.seconds(properties?.first("X-PUBLISHED-TTL"))
        damage = file.diagnostics.first(where: { Self.losses.contains($0.code) }).map { diagnostic in
            (diagnostic.line.map { "line \($0): " } ?? "") + diagnostic.message.onOneLine
        }
        let most = Self.mostBytes(ofFeed: bytes.count)
        // Without their copies of the shared data, the items are about as large as the feed.
        var room = most - bytes.count
        for calendar in file.calendars {
            add(calendar.component, &room)
            guard room >= 0 else { throw .tooLarge(most) }
        }
    }

    /// Adds a calendar's items while there is room for copies of the shared data.
    private mutating func add(_ calendar: Component, _ room: inout Int) {
        var groups: [(uid: String, components: [Component])] = []
        var places: [String: Int] = [:]
        var zones: [String: FeedZone] = [:]
        for component in calendar.components {
            if component.name == "VTIMEZONE" {
                if let id = component.text("TZID") { zones[id] = FeedZone(component) }
                continue
            }
            guard ["VEVENT", "VTODO", "VJOURNAL"].contains(component.name) else { continue }
            // An item without a UID is identified by a digest of its contents.
            let uid = component.text("UID") ?? "feed-\(Self.meaning([component], zones).text)"
            var component = component
            if component.text("UID") == nil { component.set("UID", to: Property("UID", .text(uid))) }
            if let place = places[uid] {
                groups[place].components.append(component)
            } else {
                places[uid] = groups.count
                groups.append((uid, [component]))
            }
        }
        let head = calendar.properties.filter { ["VERSION", "PRODID", "CALSCALE"].contains($0.name) }
        let headSize = CalendarFile(head, []).icsBytes(.asRead).count
        for group in groups {
            let ids = group.components.reduce(into: Set()) { $0.formUnion($1.zoneNames) }
            let used = ids.sorted().compactMap { zones[$0] }
            room -= used.reduce(headSize) { $0 + $1.size }
            guard room >= 0 else { return }
            let title = group.components.lazy.compactMap { $0.text("SUMMARY") }.first ?? group.uid
            items.append(
                Item(
                    uid: group.uid,
                    title: "\"\(String(title.prefix(60)).onOneLine)\"",
                    meaning: Self.meaning(group.components, zones),
                    calendar: CalendarFile(head, used.map(\.component) + group.components)
                )
            )
        }
    }

    /// Returns a digest of components that ignores their stamps, UIDs and nonstandard properties.
    private static func meaning(_ components: [Component], _ zones: [String: FeedZone]) -> ItemDigest {
        var bytes: [UInt8] = []
        for component in components {
            var plain = component
            plain.properties.removeAll { stamps.contains($0.name) || $0.name.hasPrefix("X-") }
            bytes += plain.contentLines
            for id in component.zoneNames.sorted() {
                if let zone = zones[id] { bytes += zone.digest.text.utf8 }
            }
        }
        return ItemDigest(bytes)
    }

    private static func seconds(_ property: Property?) -> Int? {
        guard let property else { return nil }
        var duration: NominalDuration?
        switch property.value {
        case .duration(let value): duration = value
        case .text(let text), .raw(let text): duration = NominalDuration(text: text)
        default: break
        }
        guard let duration, duration.days >= 0, duration.seconds >= 0, duration.days < 3660 else {
            return nil
        }
        let seconds = duration.days * 86_400 + min(duration.seconds, 1 << 40)
        return seconds > 0 ? seconds : nil
    }
}

/// The reason a downloaded feed is ignored.
enum FeedProblem: Error, CustomStringConvertible {
    case incomplete(ItemProblem)
    /// The items are too large; the limit is in bytes.
    case tooLarge(Int)

    var description: String {
        switch self {
        case .incomplete(let problem): "the feed is not a complete calendar (\(problem))"
        case .tooLarge(let limit):
            "limit reached: \(limit >> 20) MiB of items, each with a copy of its time zones"
        }
    }
}

/// A time zone in a feed, with its size and digest, both of which are computed once for all items that use the zone.
private struct FeedZone {
    let component: Component
    /// An upper bound for the size of an item's file, in bytes.
    let size: Int
    let digest: ItemDigest

    init(_ component: Component) {
        self.component = component
        size = CalendarFile([], [component]).icsBytes(.asRead).count
        digest = ItemDigest(component.contentLines)
    }
}

extension CalendarFile {
    /// Creates an item's file.
    fileprivate init(_ head: [Property], _ components: [Component]) {
        let calendar = Component("VCALENDAR", properties: head, components: components)
        self.init(calendars: [CalendarObject(calendar)])
    }
}
