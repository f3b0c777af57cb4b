import ICalendar

/// The changes from one version of an item to another, by component.
struct VersionChanges: Sendable {
    enum OfComponent: Sendable {
        case added(Component)
        case removed(Component)
        case changed(CalendarDifference.Change)
    }

    private(set) var components: [(key: ComponentKey, change: OfComponent)] = []
    private(set) var zones: [Component] = []
    /// The index of the first change for each key.
    private var places: [ComponentKey: Int] = [:]

    /// The properties that programs maintain automatically and that have no meaning for the user.
    static let stamps: Set<String> = ["LAST-MODIFIED", "PRODID", "CREATED", "DTSTAMP"]
    /// The other properties that never cause a conflict, not including those whose names begin with `X-`.
    static let bookkeeping: Set<String> = ["SEQUENCE", "REQUEST-STATUS", "ACKNOWLEDGED"]
    /// The values that a missing property has.
    ///
    /// Some servers, such as SOGo, write them.
    static let defaults = ["CLASS": "PUBLIC", "TRANSP": "OPAQUE"]

    /// Finds all changes, or only the changes that can cause a conflict.
    init(from old: ItemVersion?, to new: ItemVersion, onlySignificant: Bool = false) {
        let before = old?.file ?? CalendarFile(calendars: [])
        var ignored = Self.stamps
        if onlySignificant { ignored.formUnion(["ACKNOWLEDGED", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME"]) }
        let difference = CalendarDifference(from: before, to: new.file, ignoring: ignored)
        var (oldKeys, newKeys) = (ComponentKeys(before), ComponentKeys(new.file))
        for item in difference.removed where item.component.isItem {
            append(.removed(item.component), at: oldKeys.key(of: item.component))
        }
        for change in difference.changed {
            if change.after.name == "VTIMEZONE" {
                zones.append(change.after)
            } else if change.after.isItem {
                let matters = !onlySignificant || change.parts.contains { !Self.isBookkeeping($0) }
                if matters { append(.changed(change), at: newKeys.key(of: change.after)) }
            }
        }
        for item in difference.added where item.component.isItem {
            append(.added(item.component), at: newKeys.key(of: item.component))
        }
    }

    var isEmpty: Bool { components.isEmpty && zones.isEmpty }

    subscript(key: ComponentKey) -> OfComponent? { places[key].map { components[$0].change } }

    private mutating func append(_ change: OfComponent, at key: ComponentKey) {
        if places[key] == nil { places[key] = components.count }
        components.append((key, change))
    }

    /// Returns whether a changed part never causes a conflict.
    static func isBookkeeping(_ part: CalendarDifference.Part) -> Bool {
        let name = part.name
        if name.hasPrefix("X-") || bookkeeping.contains(name) || stamps.contains(name) { return true }
        guard let usual = defaults[name] else { return false }
        return (part.before + part.after).allSatisfy { $0.value.string?.uppercased() == usual }
    }
}

extension Component {
    /// Whether the component is an event, a to-do or a journal entry rather than another part of the calendar.
    var isItem: Bool { name != "VTIMEZONE" && name != "VCALENDAR" }
}

/// A scope within which changes on both sides conflict with each other.
enum ConflictUnit: Hashable, Sendable {
    /// All of an item's times and rules, since mixing both sides' values would produce a time that nobody chose.
    case times
    /// An attendee, by address.
    case attendee(String)
    case property(String)

    static let timeNames: Set<String> = [
        "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE",
    ]
    /// The list properties, in which both sides' additions and removals are combined.
    static let lists: Set<String> = [
        "ATTACH", "CATEGORIES", "COMMENT", "CONFERENCE", "CONTACT", "IMAGE", "RELATED-TO", "RESOURCES",
    ]
    static let dateLists: Set<String> = ["EXDATE", "RDATE"]

    static func isTime(_ name: String) -> Bool { timeNames.contains(name) }

    /// Returns a change's conflict scopes; changes to lists have none.
    static func units(of part: CalendarDifference.Part) -> Set<ConflictUnit> {
        if VersionChanges.isBookkeeping(part) || lists.contains(part.name) { return [] }
        if isTime(part.name) { return [.times] }
        guard part.name == "ATTENDEE" else { return [.property(part.name)] }
        return Set((part.before + part.after).map { .attendee($0.attendeeAddress) })
    }
}

extension Property {
    var attendeeAddress: String { (value.firstText ?? "").lowercased() }
}

extension Value {
    /// The value if it is text, or nil for any other type.
    fileprivate var firstText: String? {
        switch self {
        case .text(let text), .uri(let text), .calendarAddress(let text), .raw(let text): text
        default: nil
        }
    }
}
