import ICalendar
import Testing
import TestTraits

/// Laws of calendar differences, which hold for every calendar.
struct CalendarDifferenceLawTests {
    /// Returns the component with its properties and nested components shuffled.
    ///
    /// Entries with the same name stay in order, because sometimes only the first is used.
    private func shuffled(_ component: Component, _ generator: inout SeededGenerator) -> Component {
        var ordered = Dictionary(grouping: component.properties.reversed(), by: \.name)
        return Component(
            component.name,
            properties: component.properties.shuffled(using: &generator)
                .compactMap { ordered[$0.name]?.popLast() },
            components: component.components.map { shuffled($0, &generator) }.shuffled(using: &generator)
        )
    }

    private func corpus() throws -> [CalendarFile] {
        let files = try CorpusCase.names.map { try CalendarFile(bytes: CorpusCase($0).bytes) }
        return try files + (0..<20).map { try CalendarFile(text: RandomCalendar(seed: UInt64($0)).text) }
    }

    @Test func `reordering a calendar does not make it different`() throws {
        var generator = SeededGenerator(seed: 7)
        for file in try corpus() {
            #expect(CalendarDifference(from: file, to: file).isEmpty)
            let other = CalendarFile(
                calendars: file.calendars.map { CalendarObject(shuffled($0.component, &generator)) }
            )
            let difference = CalendarDifference(from: file, to: other)
            #expect(difference.isEmpty, "\(difference)")
        }
    }

    @Test func `removed events are reported, and reported as added when the files are swapped`() throws {
        for file in try corpus() {
            var less = file
            for place in less.calendars.indices {
                less.calendars[place].component.components.removeAll {
                    $0.name == "VEVENT" && $0.text("UID") != nil
                }
            }
            let gone = CalendarDifference(from: file, to: less)
            let back = CalendarDifference(from: less, to: file)
            let count = file.calendars.flatMap(\.events).count { $0.uid != nil }
            #expect(gone.removed.count == count && gone.added.isEmpty && gone.changed.isEmpty)
            #expect(back.added.count == count && back.removed.isEmpty && back.changed.isEmpty)
            #expect(gone.removed.map(\.uid) == back.added.map(\.uid))
        }
    }

    @Test func `the order of the differences does not depend on the order of the files`() throws {
        var generator = SeededGenerator(seed: 9)
        func told(_ difference: CalendarDifference) -> [String] {
            difference.added.map { "+\($0.uid)" } + difference.removed.map { "-\($0.uid)" }
                + difference.changed.map { "~\($0.uid ?? "") \($0.parts.map(\.name))" }
        }
        let files = try corpus()
        for (old, new) in zip(files, files.dropFirst()) {
            let other = CalendarFile(
                calendars: new.calendars.map { CalendarObject(shuffled($0.component, &generator)) }
            )
            #expect(
                told(CalendarDifference(from: old, to: new)) == told(CalendarDifference(from: old, to: other))
            )
        }
    }
}
