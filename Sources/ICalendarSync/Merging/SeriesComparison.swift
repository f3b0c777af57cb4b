import ICalendar
import ICalendarStore

/// A comparison of the merged series with the original series on the side that changed individual instances or dates.
struct SeriesComparison {
    /// The state of an original start in a series, ordered from absent to present.
    private enum Presence: Comparable {
        case missing, excluded, kept
    }

    /// The maximum number of rule lookups; real series need only a few.
    private static let mostQuestions = 10_000
    /// The maximum number of rules in a series, since finding a hostile rule's end can take millions of steps.
    private static let mostRules = 4

    /// The series as a whole, from the side that changed individual instances.
    let series: Component
    private let own: SeriesSlots
    private let merged: SeriesSlots
    /// Whether the merged series starts at a different time than the original.
    ///
    /// The instances of a moved series have new original starts.
    let isMoved: Bool
    /// The maximum number of instances to look up.
    let mostInstances: Int

    /// Compares a series, or returns nil if the comparison would take too long or a file does not contain the series
    /// exactly once.
    init?(_ key: ComponentKey, own: SeriesIndex, merged: SeriesIndex) {
        guard let (mine, myCalendar) = own[key], let (new, calendar) = merged[key],
            mine.ruleCount <= Self.mostRules, new.ruleCount <= Self.mostRules,
            let before = SeriesSlots(ofSeries: mine, in: myCalendar, displayZone: .utc),
            let after = SeriesSlots(ofSeries: new, in: calendar, displayZone: .utc)
        else { return nil }
        (series, self.own, self.merged) = (mine, before, after)
        let starts = (mine.seriesStart.map(before.key(of:)), new.seriesStart.map(after.key(of:)))
        isMoved = before.isWall != after.isWall || before.isAllDay != after.isAllDay || starts.0 != starts.1
        mostInstances = Self.mostQuestions / max(1, mine.ruleCount + new.ruleCount)
    }

    /// Returns whether the merged series lacks or excludes an instance that the original series includes.
    func loses(_ id: EventTime) -> Bool { Self.presence(of: id, in: merged) < Self.presence(of: id, in: own) }

    /// Returns whether both series or neither series has an instance at the given time.
    func agree(at time: EventTime) -> Bool {
        (Self.presence(of: time, in: merged) == .kept) == (Self.presence(of: time, in: own) == .kept)
    }

    /// Returns the position of an instance in the merged series; later instances have higher positions.
    func position(of id: EventTime) -> Int { merged.key(ofSlotNamed: id) }

    private static func presence(of id: EventTime, in slots: SeriesSlots) -> Presence {
        let key = slots.key(ofSlotNamed: id)
        guard slots.slot(withKey: key) != nil else { return .missing }
        return slots.firstKept(from: key, before: key + 1) == nil ? .excluded : .kept
    }
}

/// The components in a file that describe a series as a whole, by key.
struct SeriesIndex {
    private var found: [ComponentKey: [(component: Component, calendar: CalendarObject)]] = [:]

    init(_ file: CalendarFile) {
        for calendar in file.calendars {
            for component in calendar.component.components {
                guard let key = ComponentKey(series: component) else { continue }
                found[key, default: []].append((component, calendar))
            }
        }
    }

    /// The series with the given key, or nil unless the file contains exactly one.
    subscript(key: ComponentKey) -> (component: Component, calendar: CalendarObject)? {
        guard let found = found[key], found.count == 1 else { return nil }
        return found[0]
    }
}

extension Component {
    fileprivate var seriesStart: EventTime? { self[time: "DTSTART"] ?? self[time: "DUE"] }

    fileprivate var ruleCount: Int { all("RRULE").count + all("EXRULE").count }
}
