import ICalendar
import TestTraits
import Testing

/// Laws of validation and repair, which hold for every calendar.
@Suite struct RepairLawTests {
    @Test(.long, arguments: 1..<CheckedInputs.parts)
    func `repair fixes all repairable violations in the extended set of calendars`(part: Int) {
        `repair fixes all repairable violations and leaves the others unchanged`(part: part)
    }

    @Test(.long, arguments: 0..<1)
    func `repair fixes all repairable violations and leaves the others unchanged`(part: Int) {
        for file in CheckedInputs.all(part) { check(file) }
    }

    private func check(_ file: CalendarFile) {
        // Rewriting a line fixes its length and its line ending.
        let before = file.validate().filter { $0.code != .longLine && $0.code != .lineEnd }
        let (mended, repairs) = file.repaired()
        let after = mended.validate().filter { $0.code != .longLine && $0.code != .lineEnd }
        #expect(after.filter(\.isRepairable).map(\.description) == [], "\(file.name ?? "")")
        // The violations of a removed component disappear with it.
        let gone = zip(file.calendars, mended.calendars).reduce(into: Set<Int>()) { lines, pair in
            lines.formUnion(self.gone(from: pair.0.component, in: pair.1.component))
        }
        let others = others(than: repairs)
        let settled = before.filter { violation in
            !violation.isRepairable && !others.contains(violation.code)
                && !(violation.isOfLine && violation.line.map { gone.contains($0) } == true)
        }.map(\.text).sorted()
        let left = after.filter { !others.contains($0.code) }
        #expect(left.map(\.text).sorted() == settled, "\(file.name ?? "")")
        #expect(repairs.isEmpty == !before.contains(where: \.isRepairable), "\(file.name ?? "")")
        #expect(mended.repaired().repairs.isEmpty, "\(file.name ?? "")")
    }

    /// Returns the violations that can change because repairs remove other components or a time's zone.
    private func others(than repairs: [Repair]) -> Set<Violation.Code> {
        var others: Set<Violation.Code> = []
        if repairs.contains(where: \.isLoss) {
            others.formUnion([
                .orphanOverride, .sameUID, .instanceType, .method, .methodForbids, .undefinedZone,
            ])
        }
        if repairs.contains(where: { $0.violation.property == "DTSTART" && $0.after == nil }) {
            others.formUnion([.methodNeeds, .requiredTogether])
        }
        // A removed rule no longer repeats another one.
        if repairs.contains(where: { $0.violation.property == "RRULE" && $0.after == nil }) {
            others.insert(.severalRules)
        }
        // A date in EXDATE can be converted once it is in a property of its own, and once the rules and dates of its
        // series have been repaired.
        let series: Set<String?> = ["RRULE", "RDATE", "DTSTART"]
        if repairs.contains(where: {
            $0.violation.code == .mixedTypes || series.contains($0.violation.property)
        }) {
            others.insert(.instanceType)
        }
        // A RECURRENCE-ID can lose a zone that is unused elsewhere.
        if repairs.contains(where: { $0.violation.code == .instanceType }) { others.insert(.undefinedZone) }
        // A time converted to UTC loses its zone.
        if repairs.contains(where: { $0.violation.code == .notUTC }) {
            others.formUnion([.misplacedParameter, .undefinedZone])
        }
        if repairs.contains(where: { $0.violation.code == .undefinedZone }) {
            others.formUnion([.endType, .untilType, .instanceType, .notUTC, .endNotAfterStart, .mixedTypes])
        }
        return others
    }

    /// Returns the lines of the components removed by repairs.
    private func gone(from old: Component, in new: Component) -> Set<Int> {
        var lines: Set<Int> = []
        for inner in old.components {
            if let kept = new.components.first(where: { $0.line == inner.line }) {
                lines.formUnion(gone(from: inner, in: kept))
                continue
            }
            var pending = [inner]
            while let component = pending.popLast() {
                if let line = component.line { lines.insert(line) }
                lines.formUnion(component.properties.compactMap(\.line))
                pending += component.components
            }
        }
        return lines
    }

    @Test(arguments: [
        "URL;ENCODING=BASE64:QQ==", "CONCEPT;ENCODING=BASE64:QQ==", "ATTACH;ENCODING=BASE64:QQ==",
        "DTEND;T\u{0}ZID=Europe/Berlin:20260401T120000",
    ])
    func `no repair undoes another repair`(line: String) throws {
        check(try CalendarFile(text: calendar("DTSTART;TZID=Europe/Berlin:20260401T090000\n\(line)")))
    }

    @Test(.long) func `the search for a redundant UNTIL or COUNT ends when it becomes expensive`() throws {
        let rule = "RRULE:FREQ=MONTHLY;BYMONTH=2;BYDAY=5FR;COUNT=999;UNTIL=99991231"
        let events = (0..<600).map { "UID:e\($0)\nDTSTART;VALUE=DATE:00010101\n\(rule)" }
        let found = try CalendarFile(text: calendar(events: events)).validate().filter {
            $0.code == .countAndUntil
        }
        #expect(found.count == 600)
        let mendable = found.prefix(while: \.isRepairable)
        #expect(mendable.count > 400 && mendable.count < 600)
        #expect(found.count { $0.isRepairable } == mendable.count)
    }

    @Test(.long) func `a repaired, written and reread calendar needs no repairs`() throws {
        for file in CheckedInputs.files() {
            let (mended, _) = file.repaired()
            let again = try CalendarFile(bytes: Array(mended.icsData()), name: file.name, threads: 1)
            let left = again.validate().filter(\.isRepairable)
            #expect(left.map(\.description) == [])
        }
    }

    @Test(.long, arguments: 1..<CheckedInputs.parts)
    func `repairs keep all occurrences in the extended set of calendars`(part: Int) throws {
        try `a repair keeps all occurrences`(part: part)
    }

    @Test(.long, arguments: 0..<1) func `a repair keeps all occurrences`(part: Int) throws {
        for file in CheckedInputs.all(part) { try expectSame(file) }
    }

    private func expectSame(_ file: CalendarFile) throws {
        let (mended, repairs) = file.repaired()
        // Without repairs, there is nothing to compare.
        guard !repairs.isEmpty else { return }
        for (from, to) in [("2025-01-01", "2027-01-01"), ("1996-01-01", "1999-12-01")] {
            let before = try expand([file], from: from, to: to, in: "Europe/Paris").lines
            let after = try expand([mended], from: from, to: to, in: "Europe/Paris").lines
            #expect(before == after, "\(file.name ?? "")")
        }
    }

    @Test(.long) func `properties without violations keep their bytes`() {
        for file in CheckedInputs.files() {
            let (mended, repairs) = file.repaired()
            let lines = Set(repairs.compactMap(\.violation.line))
            for (old, new) in zip(file.calendars, mended.calendars) {
                expectKept(old.component, new.component, lines, mayLose: !repairs.isEmpty)
            }
        }
    }

    private func expectKept(_ old: Component, _ new: Component, _ lines: Set<Int>, mayLose: Bool) {
        let kept = old.properties.filter { $0.line.map { !lines.contains($0) } ?? true }
        let present = new.properties.filter { $0.line.map { !lines.contains($0) } ?? false }
        #expect(kept.map(\.sourceBytes) == present.map(\.sourceBytes))
        #expect(old.line == new.line)
        let places = Set(new.components.map(\.line))
        let inside = old.components.filter { !mayLose || places.contains($0.line) }
        // An emptied calendar gets a new component, which has no line number.
        let others = new.components.filter { !mayLose || $0.line != nil }
        #expect(inside.count == others.count)
        for (inner, other) in zip(inside, others) { expectKept(inner, other, lines, mayLose: mayLose) }
    }

    @Test(.long) func `every repair changes the text`() {
        for file in CheckedInputs.files() {
            for repair in file.repaired().repairs {
                #expect(repair.violation.isRepairable)
                #expect(repair.before != repair.after || repair.violation.code == .framing, "\(repair)")
            }
        }
    }

    @Test(.long) func `deep nesting and ten thousand components with one UID are checked`() {
        var component = Component("VEVENT")
        for _ in 0..<2000 { component = Component("VEVENT", components: [component]) }
        let deep = CalendarObject(Component("VCALENDAR", components: [component]))
        #expect(deep.validate().count > 2000)
        #expect(!deep.repaired().repairs.isEmpty)

        let event = Component("VEVENT", properties: [Property("UID", .text("a"))])
        let many = CalendarObject(
            Component("VCALENDAR", components: Array(repeating: event, count: 10_000))
        )
        #expect(many.validate().count { $0.code == .sameUID } == 9999)
    }
}

extension Violation {
    /// A violation's text without its location.
    ///
    /// A zone violation is reported at the first line that uses the zone, which a repair can change.
    /// Components with the same UID are reported relative to the first one, which a repair can remove as a
    /// duplicate.
    fileprivate var text: String {
        switch code {
        case .undefinedZone: message
        case .sameUID: "\(component ?? "") \(code)"
        default: "\(line ?? 0) \(description)"
        }
    }

    /// Whether the violation belongs to a line and disappears with it, unlike data lost during reading.
    fileprivate var isOfLine: Bool {
        switch code {
        case .framing, .limit, .sameUID, .undefinedZone: false
        default: true
        }
    }
}
