import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Laws of writing, which hold for every file.
@Suite struct WritingLawTests {
    private static let batchSize: UInt64 = 500

    @Test(.long, arguments: 1..<20)
    func `calendars from the extended random set survive a round trip`(_ batch: Int) throws {
        try `random calendars survive a round trip`(batch)
    }

    @Test(arguments: 0..<1)
    func `random calendars survive a round trip`(_ batch: Int) throws {
        for seed in UInt64(batch) * Self.batchSize..<UInt64(batch + 1) * Self.batchSize {
            var random = RandomText(seed: seed)
            let bytes = random.bytes()
            let file = try CalendarFile(bytes: bytes, threads: 1)
            let written = file.icsBytes(.plain)
            let lines = logicalLines(written)
            // Text with stray continuation lines is written in standard RFC 5545 form.
            let isLaidOut = !file.diagnostics.contains { $0.code == .layout }
            if isLaidOut, lines != random.lines.map({ Array($0.utf8) }) {
                Issue.record("seed \(seed): lines differ\n\(String(decoding: written, as: UTF8.self))")
            }
            if try CalendarFile(bytes: written, threads: 1).calendars != file.calendars {
                Issue.record("seed \(seed): reads differently")
            }
            if let fault = Self.fault(written) { Issue.record("seed \(seed): \(fault)") }
            let rebuilt = CalendarFile(calendars: file.calendars.map { CalendarObject($0.component.rebuilt) })
            let again = try CalendarFile(bytes: rebuilt.icsBytes(.plain), threads: 1)
            if let difference = again.calendars[0].component.difference(from: file.calendars[0].component) {
                Issue.record("seed \(seed): values differ: \(difference)")
            }
        }
    }

    /// Returns a description of a flaw in the lines, or nil if there is none.
    private static func fault(_ bytes: [UInt8]) -> String? {
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
            if line.last != 0x0D { return "a line does not end in CRLF" }
            if line.count > 76 { return "a line is longer than 75 octets" }
            if String(validating: line, as: UTF8.self) == nil { return "a character is split" }
        }
        return bytes.last == 0x0A ? nil : "the last line has no end"
    }

    @Test func `changing one property changes exactly one line`() throws {
        for seed in 0..<UInt64(200) {
            var random = RandomText(seed: seed)
            var file = try CalendarFile(bytes: random.bytes(), threads: 1)
            let before = logicalLines(file.icsBytes(.plain))
            for place in file.calendars[0].component.components.indices {
                guard let index = file.calendars[0].component.components[place].properties.indices.last else {
                    continue
                }
                var changed = file
                changed.calendars[0].component.components[place].properties[index].value = .raw(
                    "changed by seed \(seed)"
                )
                let after = logicalLines(changed.icsBytes(.plain))
                #expect(after.count == before.count, "seed \(seed)")
                #expect(zip(after, before).filter { $0 != $1 }.count == 1, "seed \(seed)")
            }
            // Adding and removing a property restores the original.
            file.calendars[0].component.properties.append(Property("X-NEW", .raw("1")))
            #expect(logicalLines(file.icsBytes(.plain)).count == before.count + 1)
            file.calendars[0].component.properties.removeLast()
            #expect(logicalLines(file.icsBytes(.plain)) == before)
        }
    }

    @Test func `lines of any length and script are folded between characters`() throws {
        for character in ["a", "é", "語", "😀", "e\u{301}", "\u{200D}"] {
            for count in [1, 20, 64, 65, 66, 67, 68, 74, 75, 76, 139, 140, 141, 500] {
                let text = String(repeating: character, count: count)
                let event = Component("VEVENT", properties: [Property("SUMMARY", .text(text))])
                let written = CalendarObject(Component("VCALENDAR", components: [event])).icsBytes()
                #expect(Self.fault(written) == nil, "\(count) times \(character)")
                let read = try CalendarFile(bytes: written).calendars[0].events[0]
                #expect(read.component.text("SUMMARY").map { Array($0.utf8) } == Array(text.utf8))
            }
        }
    }

    // MARK: - Hostile input

    @Test func `ten thousand nested components do not exhaust the stack`() throws {
        var component = Component("X-INNERMOST", properties: [Property("X-A", .raw("1"))])
        for _ in 0..<10_000 { component = Component("X-OUTER", components: [component]) }
        let calendar = CalendarObject(Component("VCALENDAR", components: [component]))
        #expect(calendar.icsBytes().split(separator: 0x0A).count == 20_007)
    }

    @Test func `no value set by a program can end its line early`() throws {
        let evil = "a\r\nEND:VEVENT\nBEGIN:VEVENT\rUID:evil\u{0}\u{1B}[2J"
        let values: [Value] = [
            .text(evil), .uri(evil), .calendarAddress(evil), .raw(evil), .binary(base64: evil),
            .requestStatus(.init(code: evil, description: evil, data: evil)),
            .list([.text(evil), .raw(evil)]),
        ]
        var event = Component("VEVENT")
        for value in values {
            event.properties.append(
                Property("X-A", value, parameters: [Parameter("X-P", evil), Parameter(evil, "1")])
            )
            event.properties.append(Property("SUMMARY", value))
            event.properties.append(Property(evil, value))
        }
        event.components = [Component(evil)]
        let file = CalendarFile(calendars: [CalendarObject(Component("VCALENDAR", components: [event]))])
        let read = try CalendarFile(bytes: file.icsBytes())
        #expect(read.calendars.count == 1)
        #expect(read.calendars[0].component.components.count == 1)
        #expect(read.calendars[0].component.components[0].properties.count == values.count * 3)
        #expect(!file.icsBytes().contains { $0 < 0x20 && $0 != 0x0D && $0 != 0x0A })
    }

    @Test(.timeLimit(.minutes(30))) func `forty thousand individual changes are all written`() throws {
        let lines = (0..<20_000).map { "X-\($0):1\r\nBEGIN:X-C\r\nX-A:\($0)\r\nEND:X-C\r\n" }.joined()
        let text = "BEGIN:VCALENDAR\r\n\(lines)BEGIN:X-D\r\n\(lines)END:X-D\r\nEND:VCALENDAR\r\n"
        var limits = ReadingLimits()
        limits.properties = .max
        var file = try CalendarFile(text: text, limits: limits)
        for index in 0..<20_000 {
            file.calendars[0].component.properties[index].value = .raw("2")
            file.calendars[0].component.components[20_000].properties[index].value = .raw("2")
        }
        let written = file.icsBytes(.plain)
        #expect(
            logicalLines(written).filter { $0.last == 0x32 && $0.dropLast().last == 0x3A }.count >= 40_000
        )
        #expect(written.count == text.utf8.count)
    }
}
