import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Compares random sequences of edits with a model without rules.
@Suite struct SeriesModelTests {
    @Test(.long) func `random edits have the same result as a list of occurrences`() throws {
        try check(share: 0)
    }

    @Test(.long, arguments: 1..<8)
    func `many more random edits have the same result as a list of occurrences`(share: Int) throws {
        try check(share: share)
    }

    private func check(share: Int) throws {
        for seed in 0..<125 {
            var series = try EditedSeries(seed: UInt64(share * 125 + seed))
            try series.run()
        }
    }
}

/// A random series with random edits, and its model.
private struct EditedSeries {
    private var random: SeededGenerator
    private let seed: UInt64
    private let zone: Zone
    private var items: [String: CalendarObject] = [:]
    private var model: SeriesModel
    /// The series in the model by UID.
    private var series = ["first": 0]
    private let window: OccurrenceWindow
    private let wide: OccurrenceWindow
    private var log: [String] = []
    /// The other components in the file: a reminder with the same UID, and possibly a second complete event.
    private var others: [Component] = []
    private static let day = 86_400
    /// Monday, 5 January 2026, in days since 1970-01-01.
    private static let monday = 20_458

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        let name = ["Europe/Berlin", "America/New_York", "UTC"][random.next(3)]
        zone = try Zone(identifier: name)
        let kind = random.next(4)
        let start = CivilDateTime(
            secondNumber: (Self.monday + random.next(5)) * Self.day + (9 + random.next(6)) * 3600
        )
        var event = Event(Component("VEVENT", properties: [Property("UID", .text("first"))]))
        event.stamp = Instant(secondsSince1970: 1_700_000_000)
        event.summary = "a"
        var length = 3600
        switch kind {
        case 0:
            event.start = .date(start.date)
            length = Self.day
            if random.next(2) == 0 { event.end = .date(start.date.adding(days: 1)) }
        case 1:
            event.start = .floating(start)
            event.component.properties.append(Property("DURATION", .duration(NominalDuration(seconds: 3600))))
        default:
            event.start = name == "UTC" ? .utc(start) : .zoned(start, timeZoneID: name)
            event.end =
                name == "UTC"
                ? .utc(start.adding(seconds: 3600)) : .zoned(start.adding(seconds: 3600), timeZoneID: name)
        }
        event.recurrenceRules = [Self.rule(&random, start)]
        if random.next(3) == 0 {
            event.recurrenceRules[0].count = 3 + random.next(30)
        } else if random.next(3) == 0 {
            let until = start.adding(seconds: random.next(500) * Self.day)
            event.recurrenceRules[0].until =
                kind == 0 ? .date(until.date) : kind == 1 ? .floating(until) : .utc(until)
        }
        if random.next(4) == 0 {
            // A date that does not match the rule, within the first weeks.
            let extra = start.adding(seconds: (8 + random.next(20)) * Self.day)
            if let form = event.start { event.recurrenceDates = [.time(form.with(extra))] }
        }
        let origin = Instant(secondsSince1970: (Self.monday - 60) * Self.day)
        wide = try OccurrenceWindow(from: origin, to: origin.adding(seconds: 900 * Self.day), in: zone)
        let inner = origin.adding(seconds: 30 * Self.day)
        window = try OccurrenceWindow(from: inner, to: inner.adding(seconds: 800 * Self.day), in: zone)
        items["first"] = CalendarObject(Component("VCALENDAR", components: [event.component]))
        model = SeriesModel(entries: [], masters: [(length, "a")])
        let zone = zone
        model.entries = occurrences(in: wide).map { occurrence in
            let slot = Self.second(occurrence.start, zone)
            return SeriesModel.Entry(series: 0, slot: slot, start: slot, length: length, title: "a")
        }
        addOthers(&event, start)
        log.append(event.component.properties.map { "\($0.name):\($0.value)" }.joined(separator: " "))
    }

    /// Excludes a day by its date, and adds components that no edit to the series may change.
    private mutating func addOthers(_ event: inout Event, _ start: CivilDateTime) {
        if random.next(3) == 0, model.entries.count > 4 {
            let gone = model.entries.remove(at: 1 + random.next(3))
            let date = CivilDateTime(secondNumber: gone.slot).date
            model.entries.removeAll { CivilDateTime(secondNumber: $0.slot).date == date }
            event.component.properties.append(Property("EXDATE", at: .date(date)))
        }
        others = [Component("VTODO", properties: [Property("UID", .text("first"))])]
        if random.next(3) == 0 {
            var twin = Event(Component("VEVENT", properties: [Property("UID", .text("first"))]))
            twin.stamp = Instant(secondsSince1970: 1_700_000_000)
            twin.start = event.start?.with(start.adding(seconds: -3 * Self.day))
            twin.summary = "twin"
            others.append(twin.component)
        }
        items["first"] = CalendarObject(Component("VCALENDAR", components: others + [event.component]))
    }

    /// Returns a rule that can be moved as a whole by a number of days.
    private static func rule(_ random: inout SeededGenerator, _ start: CivilDateTime) -> RecurrenceRule {
        var rule: RecurrenceRule
        switch random.next(5) {
        case 0: rule = RecurrenceRule(.daily, interval: 1 + random.next(4))
        case 1: rule = RecurrenceRule(.weekly, interval: 1 + random.next(3))
        case 2:
            rule = RecurrenceRule(.weekly, interval: 1 + random.next(3))
            let days = Set([start.date.weekday, .monday, .friday].shuffled(using: &random).prefix(2)).union([
                start.date.weekday
            ])
            rule.byDay = days.sorted { $0.rawValue < $1.rawValue }.map { .init($0) }
        case 3:
            rule = RecurrenceRule(.monthly)
            rule.byMonthDay = [start.date.day]
        default:
            rule = RecurrenceRule(.monthly, interval: 1 + random.next(2))
            rule.byDay = [.init(start.date.weekday, ordinal: (start.date.day - 1) / 7 + 1)]
        }
        return rule
    }

    private static func second(_ time: OccurrenceTime, _ zone: Zone) -> Int { time.civil.secondNumber }

    private func occurrences(in window: OccurrenceWindow) -> [Occurrence] {
        items.sorted { $0.key < $1.key }.flatMap { _, calendar in
            CalendarFile(calendars: [calendar]).occurrences(in: window).filter { $0.summary != "twin" }
        }
    }

    mutating func run() throws {
        for step in 0..<8 {
            // Half of the window, so that no occurrence outside the model moves into it.
            let all = occurrences(in: window)
            guard !all.isEmpty else { break }
            let occurrence = all[random.next(min(all.count, 40))]
            try edit(occurrence, step)
            check(step)
        }
    }

    private mutating func edit(_ occurrence: Occurrence, _ step: Int) throws {
        guard let calendar = items[occurrence.uid] else { return }
        let editor = StoredItem(
            calendar: calendar,
            uid: occurrence.uid,
            knownAs: occurrence.event.component,
            displayZone: zone,
            now: Instant(secondsSince1970: 1_800_000_000 + step)
        )
        let start = Self.second(occurrence.start, zone)
        let title = occurrence.summary
        let slot = occurrence.recurrenceID.map { Self.second($0, zone) }
        let index = model.entries.firstIndex {
            $0.series == series[occurrence.uid] && $0.start == start && $0.title == title
                && (slot == nil || $0.slot == slot)
        }
        guard let index else {
            Issue.record("seed \(seed): \(occurrence.start) is not in the model: \(log)")
            return
        }
        let span = EventSpan.allCases[[0, 0, 0, 1, 1, 2][random.next(6)]]
        guard let outcome = try? change(occurrence, editor, span, index, step) else {
            log.append("refused")
            return
        }
        items[occurrence.uid] = outcome.calendar
        if occurrence.uid == "first" {
            let left = outcome.calendar?.component.components.filter(others.contains)
            #expect(left == others, "seed \(seed), step \(step): \(log.joined(separator: "; "))")
        }
        if let continuation = outcome.continuation {
            items["new \(step)"] = continuation
            series["new \(step)"] = model.masters.count - 1
        }
    }

    private mutating func change(
        _ occurrence: Occurrence,
        _ editor: StoredItem,
        _ span: EventSpan,
        _ index: Int,
        _ step: Int
    ) throws(StoreError) -> StoredItem.Outcome {
        guard random.next(3) == 0 else { return try save(occurrence, editor, span, index, step) }
        log.append("remove \(span) \(occurrence.start)")
        let outcome = try editor.remove(slot: occurrence.recurrenceID, span: span)
        model.remove(index, span)
        return outcome
    }

    private mutating func save(
        _ occurrence: Occurrence,
        _ editor: StoredItem,
        _ span: EventSpan,
        _ index: Int,
        _ step: Int
    ) throws(StoreError) -> StoredItem.Outcome {
        let base = editor.instance(of: occurrence)
        var event = Event(base)
        var moved = 0
        var length: Int?
        var title: String?
        if random.next(2) == 0 {
            title = "t\(step)"
            event.summary = title
        }
        if random.next(2) == 0, let start = event.start {
            let isDay = start.isDate
            // Monthly rules are moved only within the day.
            let days =
                event.recurrenceRules.first?.frequency == .monthly && span != .thisEvent
                ? 0 : random.next(5) - 2
            moved = days * Self.day + (isDay ? 0 : [0, 1800, -1800, 900][random.next(4)])
            event.component[moving: "DTSTART"] = start.with(start.civil.adding(seconds: moved))
            if let end = event.end {
                event.component[moving: "DTEND"] = end.with(end.civil.adding(seconds: moved))
            }
        }
        if random.next(4) == 0, let start = event.start {
            length = start.isDate ? Self.day * (1 + random.next(3)) : 1800 * (1 + random.next(4))
            event.component.remove(["DTEND", "DURATION"])
            event.component[moving: "DTEND"] = start.with(start.civil.adding(seconds: length ?? 0))
        }
        log.append(
            "save \(span) \(occurrence.start) moved \(moved) length \(length ?? -1) title \(title ?? "-")"
        )
        let outcome = try editor.save(
            event.component,
            insteadOf: base,
            slot: occurrence.recurrenceID,
            span: span,
            newUID: "new \(step)"
        )
        model.save(index, span, moved: moved, length: length, title: title)
        return outcome
    }

    private func check(_ step: Int) {
        let found = occurrences(in: window).map { occurrence in
            let start = Self.second(occurrence.start, zone)
            return "\(start) \(Self.second(occurrence.end, zone) - start) \(occurrence.summary ?? "")"
        }
        let from = window.searchedRange.lowerBound
        let to = window.searchedRange.upperBound
        let expected = model.entries.filter { entry in
            let start = zone.instant(of: CivilDateTime(secondNumber: entry.start))
            let end = zone.instant(of: CivilDateTime(secondNumber: entry.start + entry.length))
            return start < to && end > from
        }.map { "\($0.start) \($0.length) \($0.title)" }
        let missing = Set(expected).subtracting(found).sorted()
        let surplus = Set(found).subtracting(expected).sorted()
        #expect(
            missing.isEmpty && surplus.isEmpty && found.count == expected.count,
            "seed \(seed), step \(step): missing \(missing.prefix(3)), surplus \(surplus.prefix(3)), \(found.count) for \(expected.count): \(log.joined(separator: "; "))"
        )
    }
}
