import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarStore

/// Compares random sequences of reminder edits with a plain list of instances.
@Suite struct ReminderModelTests {
    @Test(.long) func `random edits and completions have the same result as a list of instances`() throws {
        try check(share: 0)
    }

    @Test(.long, arguments: 1..<8)
    func `many more random edits and completions have the same result as a list`(share: Int) throws {
        try check(share: share)
    }

    private func check(share: Int) throws {
        for seed in 0..<125 {
            var reminders = try EditedReminders(seed: UInt64(10_000 + share * 125 + seed))
            try reminders.run()
        }
    }
}

/// A random series of reminders with random edits and completions, and its model.
private struct EditedReminders {
    private var random: SeededGenerator
    private let seed: UInt64
    private let zone: Zone
    private var items: [String: CalendarObject] = [:]
    private var model: SeriesModel
    /// The series in the model by UID.
    private var series = ["first": 0]
    /// The completed instances in the files and in the model.
    private var done: (found: [String], expected: [String]) = ([], [])
    private var log: [String] = []
    private static let day = 86_400

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededGenerator(seed: seed)
        zone = try Zone(identifier: "Europe/Berlin")
        // The clocks go forward on 29 March 2026 and back on 25 October.
        let start = CivilDateTime(
            secondNumber: (20_537 + 204 * random.next(2) + random.next(6)) * Self.day
                + [1, 9, 18][random.next(3)] * 3600 + 1800
        )
        let form: EventTime =
            [.date(start.date), .floating(start), .utc(start), .zoned(start, timeZoneID: "Europe/Berlin")][
                random.next(4)
            ]
        var todo = Todo(Component(Todo.componentName, properties: [Property("UID", .text("first"))]))
        todo.stamp = Instant(secondsSince1970: 1_700_000_000)
        todo.summary = "a"
        let length = form.isDate ? Self.day : 7200
        switch random.next(4) {
        case 0: todo.due = form
        case 1:
            todo.start = form
            todo.due = form
        case 2:
            todo.start = form
            todo.due = form.with(start.adding(seconds: length))
        default:
            todo.start = form
            todo.component.properties.append(
                Property(
                    "DURATION",
                    .duration(NominalDuration(days: length / Self.day, seconds: length % Self.day))
                )
            )
        }
        todo.recurrenceRules = [Self.rule(&random, start)]
        todo.recurrenceRules[0].count = 2 + random.next(12)
        items["first"] = CalendarObject(Component("VCALENDAR", components: [todo.component]))
        model = SeriesModel(entries: [], masters: [(0, "a")])
        model.entries = instances().map {
            SeriesModel.Entry(series: 0, slot: $0.slot, start: $0.slot, length: 0, title: "a")
        }
        log.append(todo.component.properties.map { "\($0.name):\($0.value)" }.joined(separator: " "))
    }

    private static func rule(_ random: inout SeededGenerator, _ start: CivilDateTime) -> RecurrenceRule {
        switch random.next(4) {
        case 0: return RecurrenceRule(.daily, interval: 1 + random.next(4))
        case 1: return RecurrenceRule(.weekly, interval: 1 + random.next(3))
        case 2:
            var rule = RecurrenceRule(.weekly, interval: 1 + random.next(2))
            let days = Set([start.date.weekday, .monday, .friday])
            rule.byDay = days.sorted { $0.rawValue < $1.rawValue }.map { .init($0) }
            return rule
        default:
            var rule = RecurrenceRule(.monthly)
            rule.byMonthDay = [start.date.day]
            return rule
        }
    }

    private func editor(_ uid: String, _ calendar: CalendarObject, _ step: Int = 0) -> StoredItem {
        StoredItem(
            calendar: calendar,
            uid: uid,
            kind: Todo.componentName,
            displayZone: zone,
            now: Instant(secondsSince1970: 1_800_000_000 + step)
        )
    }

    /// An open instance.
    private struct Found {
        let uid: String
        let slot: Int
        let instance: ReminderInstance
        var start: Int { Self.start(of: instance.component) }

        static func start(of component: Component) -> Int {
            (Event(component).start ?? Todo(component).due)?.civil.secondNumber ?? 0
        }
    }

    /// Returns all open instances, including those that are not due yet.
    private func instances() -> [Found] {
        items.sorted { $0.key < $1.key }.flatMap { uid, calendar -> [Found] in
            let editor = editor(uid, calendar)
            guard let parts = SeriesParts(editor) else { return [] }
            let kept = parts.slots.kept(from: -SeriesParts.farAway, most: 200).map(\.key)
            return Set(kept + parts.overrides.map(\.key)).sorted().compactMap { key in
                let slot = parts.slots.time(ofKey: key, like: parts.start, in: zone)
                return editor.reminderInstance(at: slot).map {
                    Found(uid: uid, slot: parts.civil(of: key).secondNumber, instance: $0)
                }
            }
        }
    }

    mutating func run() throws {
        for step in 0..<8 {
            let all = instances()
            guard !all.isEmpty else { break }
            let found = all[random.next(all.count)]
            if random.next(3) == 0 { try checkNext(of: found.uid, step) }
            try edit(found, step)
            check(step)
        }
    }

    /// Expects the next instance of each series to be due first.
    private func checkNext(of uid: String, _ step: Int) throws {
        let own = model.entries.filter { $0.series == series[uid] }
        let next = own.min { ($0.start, $0.slot) < ($1.start, $1.slot) }
        let shown = items[uid].flatMap { editor(uid, $0).reminderInstances.last }
        #expect(
            shown.map { Found.start(of: $0.component) } == next?.start,
            "seed \(seed), step \(step): \(log.joined(separator: "; "))"
        )
        // No earlier open instance is hidden.
        let count = items[uid].map { editor(uid, $0).reminderInstances.count }
        let isSeries = own.count > 1 || own.contains { $0.slot != $0.start }
        if isSeries, let next { #expect((count ?? 0) <= 1 + own.count { $0.slot < next.slot }) }
    }

    private mutating func edit(_ found: Found, _ step: Int) throws {
        let index = model.entries.firstIndex { $0.series == series[found.uid] && $0.slot == found.slot }
        guard let index, let calendar = items[found.uid] else {
            Issue.record("seed \(seed): \(found.slot) is not in the model: \(log)")
            return
        }
        let editor = editor(found.uid, calendar, step)
        let span = EventSpan.allCases[[0, 0, 0, 1, 1, 2][random.next(6)]]
        let outcome: StoredItem.Outcome?
        switch random.next(4) {
        case 0, 1: outcome = try complete(found, editor, index)
        case 2 where random.next(3) == 0:
            log.append("remove \(span) \(found.slot)")
            outcome = try editor.remove(slot: found.instance.slot, span: span)
            model.remove(index, span)
        default: outcome = try? save(found, editor, span, index, step)
        }
        guard let outcome else { return log.append("refused") }
        items[found.uid] = outcome.calendar
        if let continuation = outcome.continuation {
            items["new \(step)"] = continuation
            series["new \(step)"] = model.masters.count - 1
        }
    }

    private mutating func complete(_ found: Found, _ editor: StoredItem, _ index: Int) throws -> StoredItem
        .Outcome?
    {
        log.append("complete \(found.slot)")
        var todo = Todo(found.instance.component)
        todo.complete()
        let entry = model.entries[index]
        done.expected.append("\(entry.start) \(entry.title)")
        model.remove(index, .thisEvent)
        guard let slot = found.instance.slot else {
            // A reminder that does not recur is completed as a whole.
            done.found.append("\(found.start) \(todo.summary ?? "")")
            return StoredItem.Outcome(calendar: nil)
        }
        var outcome = try #require(try editor.takingApart(todo.component, at: slot, as: "done"))
        let isLast = outcome.done == nil
        let calendar = try #require(outcome.done ?? outcome.calendar)
        let single = try #require(calendar.component.components.last)
        #expect(Todo(single).isDone && !StoredItem.recurs(single) && single.first("RECURRENCE-ID") == nil)
        done.found.append("\(Found.start(of: single)) \(single.text("SUMMARY") ?? "")")
        if isLast { outcome.calendar = nil }
        if let rest = outcome.calendar, rest.component.components.count == 1,
            let parts = SeriesParts(self.editor(editor.uid, rest)), let start = parts.start
        {
            // A program that reads only the main component sees the next instance due.
            let first = parts.slots.firstKept(from: -SeriesParts.farAway, before: SeriesParts.farAway)
            #expect(first?.key == parts.slots.key(of: start), "seed \(seed): \(log.joined(separator: "; "))")
        }
        return outcome
    }

    private mutating func save(
        _ found: Found,
        _ editor: StoredItem,
        _ span: EventSpan,
        _ index: Int,
        _ step: Int
    ) throws(StoreError) -> StoredItem.Outcome {
        let base = found.instance.component
        var component = base
        let title = random.next(2) == 0 ? "t\(step)" : nil
        if let title { component.replace("SUMMARY", with: [Property("SUMMARY", .text(title))]) }
        var moved = 0
        if random.next(2) == 0 {
            let isMonthly = Todo(base).recurrenceRules.first?.frequency == .monthly
            let days = isMonthly && span != .thisEvent ? 0 : random.next(5) - 2
            let isDay = (Event(base).start ?? Todo(base).due)?.isDate ?? false
            moved = days * Self.day + (isDay ? 0 : [0, 1800, -1800, 900][random.next(4)])
            component.moveToDo(by: moved)
        }
        log.append("save \(span) \(found.slot) moved \(moved) title \(title ?? "-")")
        let outcome = try editor.save(
            component,
            insteadOf: base,
            slot: found.instance.slot,
            span: span,
            newUID: "new \(step)"
        )
        model.save(index, span, moved: moved, length: nil, title: title)
        return outcome
    }

    private func check(_ step: Int) {
        let found = instances().map { "\($0.start) \($0.instance.component.text("SUMMARY") ?? "")" }.sorted()
        let expected = model.entries.map { "\($0.start) \($0.title)" }.sorted()
        #expect(
            found == expected && done.found.sorted() == done.expected.sorted(),
            "seed \(seed), step \(step): \(found) for \(expected), done \(done): \(log.joined(separator: "; "))"
        )
    }
}

extension Component {
    /// Moves the start and the due time of a to-do in local time, as a user would.
    fileprivate mutating func moveToDo(by seconds: Int) {
        for name in ["DTSTART", "DUE"] {
            guard let time = self[moving: name] else { continue }
            self[moving: name] = time.with(time.civil.adding(seconds: seconds))
        }
    }
}
