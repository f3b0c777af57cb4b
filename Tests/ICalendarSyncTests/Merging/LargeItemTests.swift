import ICalendar
import ICalendarSync
import Testing

/// Tests items with many changed parts.
///
/// `make complexity` counts the instructions needed to merge them.
@Suite struct LargeItemTests {
    /// Counts how often keys are hashed or compared.
    private final class KeyCounter {
        var count = 0
    }

    private struct CountedKey: Hashable {
        let number: Int
        let counter: KeyCounter

        static func == (one: CountedKey, other: CountedKey) -> Bool {
            one.counter.count += 1
            return one.number == other.number
        }

        func hash(into hasher: inout Hasher) {
            counter.count += 1
            hasher.combine(number)
        }
    }

    /// Changes, removes and appends `size` elements, and returns how often keys are used per element.
    private func keyUses(_ size: Int, key: (Int) -> Int) -> Int {
        let counter = KeyCounter()
        func counted(_ number: Int) -> CountedKey { CountedKey(number: key(number), counter: counter) }
        var list = KeyedList(Array(0..<size), by: counted)
        for number in 0..<size { list.update(counted(number)) { $0 + 1 } }
        for number in 0..<size { list.remove(counted(number)) }
        for number in 0..<size where !list.update(counted(number), { $0 }) {
            list.append(number, at: [counted(number)])
        }
        return counter.count / size
    }

    @Test(arguments: [100, 1_000, 10_000])
    func `finding an element by key takes the same number of steps in a list of any size`(size: Int) {
        let (apart, alike) = (keyUses(size) { $0 }, keyUses(size) { _ in 1 })
        #expect(apart < 60)
        #expect(alike < 60)
    }

    @Test func `if several elements have the same key, the first remaining one is found`() {
        var list = KeyedList(["a1", "b1", "a2", "a3"]) { String($0.prefix(1)) }
        list.update("a") { _ in "A1" }
        #expect(list.elements == ["A1", "b1", "a2", "a3"])
        list.remove("a")
        list.update("a") { _ in nil }
        #expect(list.elements == ["b1", "a3"])
        list.append("c1", at: ["c", "b"])
        let removed = ["b", "b", "c"].map { list.remove($0) }
        #expect(removed == ["b1", "c1", nil])
        #expect(list.elements == ["a3"])
    }

    // MARK: - Items

    private let numbers = Array(0..<300)

    /// Merges two versions without conflicting changes.
    ///
    /// Returns the components: the series, then its instances.
    private func merged(_ base: String, _ ours: String, _ theirs: String) throws -> [Component] {
        let bytes = [base, ours, theirs].map { Array($0.utf8) }
        let plan = ItemPlan(
            base: ItemBase(ours: bytes[0], theirs: bytes[0]),
            ours: .contents(bytes[1]),
            theirs: .contents(bytes[2])
        )
        guard case .merge(let merged) = plan else {
            Issue.record("no merge: \(plan.outcome)")
            return []
        }
        return try ItemVersion(merged).file.calendars.flatMap(\.component.components)
    }

    /// Returns the item with a changed instance for each number.
    private func instances(_ numbers: [Int], _ lines: (Int) -> [String]) -> String {
        let instances = numbers.map { number in
            let id = "RECURRENCE-ID:20260303T\(10 + number / 50)\(10 + number % 50)00Z"
            return (["BEGIN:VEVENT", "UID:1", id] + lines(number) + ["END:VEVENT", ""]).joined(
                separator: "\r\n"
            )
        }
        return ItemEdit.base.replacing("END:VCALENDAR", with: instances.joined() + "END:VCALENDAR")
    }

    @Test func `changes to the same instances on both sides are merged in place`() throws {
        let merged = try merged(
            instances(numbers) { ["SUMMARY:\($0)", "LOCATION:\($0)"] },
            instances(numbers) { ["SUMMARY:ours \($0)", "LOCATION:\($0)"] },
            instances(numbers) { ["SUMMARY:\($0)", "LOCATION:theirs \($0)"] }
        )
        #expect(merged.dropFirst().compactMap { $0.text("SUMMARY") } == numbers.map { "ours \($0)" })
        #expect(merged.dropFirst().compactMap { $0.text("LOCATION") } == numbers.map { "theirs \($0)" })
    }

    @Test func `instances added on one side are appended, and instances removed on one side are removed`()
        throws
    {
        let (old, new) = (Array(numbers.prefix(200)), Array(numbers.dropFirst(100)))
        let base = instances(old) { ["SUMMARY:\($0)"] }
        let merged = try merged(
            base,
            base.replacing("Stand-up", with: "A"),
            instances(new) { ["SUMMARY:\($0)"] }
        )
        #expect(merged.compactMap { $0.text("SUMMARY") } == ["A"] + new.map { "\($0)" })
    }

    /// Merges versions of an event with lines for each number, and returns the event.
    private func event(
        _ base: @escaping (Int) -> String,
        _ ours: @escaping (Int) -> String,
        _ theirs: @escaping (Int) -> String
    ) throws -> Component {
        let texts = [base, ours, theirs].map { ItemEdit.text(extra: numbers.map($0).filter { !$0.isEmpty }) }
        return try #require(try merged(texts[0], texts[1], texts[2]).first)
    }

    @Test func `replies from different attendees are merged in place`() throws {
        func line(_ number: Int, _ answer: String) -> String {
            "ATTENDEE;PARTSTAT=\(answer):mailto:\(number)@example.com"
        }
        let event = try event(
            { line($0, "NEEDS-ACTION") },
            { line($0, $0 % 2 == 0 ? "ACCEPTED" : "NEEDS-ACTION") },
            { line($0, $0 % 2 == 1 ? "DECLINED" : "NEEDS-ACTION") }
        )
        let answers = event.all("ATTENDEE").dropFirst(2).compactMap { $0.parameters["PARTSTAT"] }
        #expect(answers == numbers.map { $0 % 2 == 0 ? "ACCEPTED" : "DECLINED" })
    }

    @Test func `values added to or removed from a list on both sides are merged`() throws {
        let event = try event(
            { "CATEGORIES:\($0)" },
            { $0 % 3 == 0 ? "" : "CATEGORIES:\($0)" },
            { $0 % 3 == 1 ? "CATEGORIES:\($0) new" : "CATEGORIES:\($0)" }
        )
        let kept = numbers.filter { $0 % 3 == 2 }.map { "\($0)" }
        let added = numbers.filter { $0 % 3 == 1 }.map { "\($0) new" }
        let merged = event.all("CATEGORIES").flatMap(\.value.elements).compactMap(\.string)
        #expect(merged == kept + added)
    }

    @Test func `properties changed on only one side keep their positions`() throws {
        let event = try event(
            { "X-P\($0):base\r\nIANA\($0):base" },
            { "X-P\($0):\($0 % 2 == 0 ? "ours" : "base")\r\nIANA\($0):base" },
            { "X-P\($0):\($0 % 2 == 1 ? "theirs" : "base")\r\nIANA\($0):\($0)" }
        )
        let properties = event.properties.filter { $0.name.hasPrefix("X-P") || $0.name.hasPrefix("IANA") }
        #expect(properties.map(\.name) == numbers.flatMap { ["X-P\($0)", "IANA\($0)"] })
        let values = numbers.flatMap { [$0 % 2 == 0 ? "ours" : "theirs", "\($0)"] }
        #expect(properties.compactMap(\.value.string) == values)
    }

    @Test(arguments: [true, false])
    func `alarms from one side are used, even if they differ only in parameters`(hasUID: Bool) throws {
        func alarm(_ number: Int, _ text: String) -> String {
            let id = hasUID ? "UID:\(number)\r\n" : ""
            return "BEGIN:VALARM\r\n\(id)ACTION:DISPLAY\r\nTRIGGER;X-P=\(number)\(text):-PT5M\r\nEND:VALARM"
        }
        let event = try event(
            { ($0 == 0 ? "CATEGORIES:A\r\n" : "") + alarm($0, "base") },
            { ($0 == 0 ? "CATEGORIES:B\r\n" : "") + alarm($0, "base") },
            { ($0 == 0 ? "CATEGORIES:A\r\n" : "") + alarm($0, $0 % 2 == 0 ? "base" : "theirs") }
        )
        let parameters = event.components.compactMap { $0.first("TRIGGER")?.parameters["X-P"] }
        #expect(parameters == numbers.map { "\($0)\($0 % 2 == 0 ? "base" : "theirs")" })
    }
}
