import ICalendar
import Testing

/// What must hold of validation and repair, whatever the calendar.
@Suite struct RepairLawTests {
    @Test(arguments: 0..<CheckedInputs.parts)
    func `repair leaves no mendable violation, and the others as they were`(
        part: Int
    ) {
        for file in CheckedInputs.all(part) { check(file) }
    }

    private func check(_ file: CalendarFile) {
        // Lines that were written anew are no longer long, and end in nothing.
        let before = file.validate().filter { $0.code != .longLine && $0.code != .lineEnd }
        let (mended, repairs) = file.repaired()
        let after = mended.validate().filter { $0.code != .longLine && $0.code != .lineEnd }
        #expect(after.filter(\.isMendable).map(\.description) == [], "\(file.name ?? "")")
        // What was wrong with a component that says the same as a later one goes with it.
        let gone = linesOfCopies(leftOutOf: file, in: mended)
        let settled = before.filter { violation in
            !violation.isMendable && !(violation.isOfLine && violation.line.map { gone.contains($0) } == true)
        }.map(\.text).sorted()
        #expect(after.map(\.text).sorted() == settled, "\(file.name ?? "")")
        #expect(repairs.isEmpty == !before.contains(where: \.isMendable), "\(file.name ?? "")")
        #expect(mended.repaired().repairs.isEmpty, "\(file.name ?? "")")
    }

    /// The lines of the components directly inside the calendars that repairs left out.
    private func linesOfCopies(leftOutOf file: CalendarFile, in mended: CalendarFile) -> Set<Int> {
        var lines: Set<Int> = []
        for (old, new) in zip(file.calendars, mended.calendars) {
            let kept = Set(new.component.components.map(\.line))
            var pending = old.component.components.filter { !kept.contains($0.line) }
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
    func `no mend takes back what another one did`(line: String) throws {
        check(try CalendarFile(text: calendar("DTSTART;TZID=Europe/Berlin:20260401T090000\n\(line)")))
    }

    @Test func `which of COUNT and UNTIL ends a rule is looked for as long as it costs little`() throws {
        let rule = "RRULE:FREQ=MONTHLY;BYMONTH=2;BYDAY=5FR;COUNT=999;UNTIL=99991231"
        let events = (0..<600).map { "UID:e\($0)\nDTSTART;VALUE=DATE:00010101\n\(rule)" }
        let found = try CalendarFile(text: calendar(events: events)).validate().filter {
            $0.code == .countAndUntil
        }
        #expect(found.count == 600)
        let mendable = found.prefix(while: \.isMendable)
        #expect(mendable.count > 400 && mendable.count < 600)
        #expect(found.count { $0.isMendable } == mendable.count)
    }

    @Test func `what was repaired, written and read again has nothing left to mend`() throws {
        for file in CheckedInputs.files() {
            let (mended, _) = file.repaired()
            let again = try CalendarFile(bytes: Array(mended.icsData()), name: file.name, threads: 1)
            let left = again.validate().filter(\.isMendable)
            #expect(left.map(\.description) == [])
        }
    }

    @Test(arguments: 0..<CheckedInputs.parts) func `a calendar happens when it did before it was repaired`(
        part: Int
    ) throws {
        for file in CheckedInputs.all(part) { try expectSame(file) }
    }

    private func expectSame(_ file: CalendarFile) throws {
        let (mended, repairs) = file.repaired()
        // What nobody changed happens when it did.
        guard !repairs.isEmpty else { return }
        for (from, to) in [("2025-01-01", "2027-01-01"), ("1996-01-01", "1999-12-01")] {
            let before = try expand([file], from: from, to: to, in: "Europe/Paris").lines
            let after = try expand([mended], from: from, to: to, in: "Europe/Paris").lines
            #expect(before == after, "\(file.name ?? "")")
        }
    }

    @Test func `what no violation is about keeps its bytes`() {
        for file in CheckedInputs.files() {
            let (mended, repairs) = file.repaired()
            let lines = Set(repairs.compactMap(\.violation.line))
            let areCopies = repairs.contains { [.sameUID, .repeatedZone].contains($0.violation.code) }
            for (old, new) in zip(file.calendars, mended.calendars) {
                var old = old.component
                let kept = Set(new.component.components.map(\.line))
                // What says the same as another one goes as a whole.
                if areCopies { old.components.removeAll { !kept.contains($0.line) } }
                expectKept(old, new.component, lines)
            }
        }
    }

    private func expectKept(_ old: Component, _ new: Component, _ lines: Set<Int>) {
        let kept = old.properties.filter { $0.line.map { !lines.contains($0) } ?? true }
        let present = new.properties.filter { $0.line.map { !lines.contains($0) } ?? false }
        #expect(kept.map(\.sourceBytes) == present.map(\.sourceBytes))
        #expect(old.line == new.line)
        #expect(old.components.count == new.components.count)
        for (inner, other) in zip(old.components, new.components) { expectKept(inner, other, lines) }
    }

    @Test func `every repair says what changed`() {
        for file in CheckedInputs.files() {
            for repair in file.repaired().repairs {
                #expect(repair.violation.isMendable)
                #expect(repair.before != repair.after || repair.violation.code == .framing, "\(repair)")
            }
        }
    }

    @Test func `deep nesting and ten thousand components of one UID are checked`() {
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
    /// What a violation says, without where it stands.
    ///
    /// What is said once of a zone is said of another line when the first that names it has changed. Of several
    /// components of one UID each but the first is named with the first, and the first may be left out as a copy.
    fileprivate var text: String {
        switch code {
        case .undefinedZone: message
        case .sameUID: "\(component ?? "") \(code)"
        default: "\(line ?? 0) \(description)"
        }
    }

    /// Whether it is of what stands in its line, and goes with it; what reading lost there stays lost.
    fileprivate var isOfLine: Bool {
        switch code {
        case .framing, .limit, .sameUID, .undefinedZone: false
        default: true
        }
    }
}
