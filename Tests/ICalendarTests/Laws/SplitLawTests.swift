import Foundation
import ICalendar
import ICalendarCore
import TestTraits
import Testing

/// Tests that the parts of a split calendar have the same occurrences and diagnostics as the whole calendar.
@Suite struct SplitLawTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")

    /// The corpus files: all of them under `make test-all`, otherwise every third.
    private static let paths: [String] = ["calendars", "broken", "demo", "checking", "zones", "explain"]
        .flatMap {
            folder in
            let folder = "\(root)/Corpus/\(folder)"
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasSuffix(".ics") }.sorted().map { "\(folder)/\($0)" }
        }
        .enumerated().filter { TestRun.isComplete || $0.offset.isMultiple(of: 3) }.map(\.element)

    private struct Answer: Equatable {
        var rows: [String] = []
        var messages: Set<String> = []
    }

    private static func answer(_ bytes: [UInt8]) throws -> Answer {
        let zone = try Zone(identifier: "Europe/Berlin")
        let from = Instant(secondsSince1970: 1_735_689_600)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 800 * 86_400), in: zone)
        var options = ExpansionOptions()
        options.usesCalendarTimeZone = true
        let file = try CalendarFile(bytes: bytes)
        let occurrences = file.occurrences(in: window, options: options)
        var answer = Answer()
        answer.rows = occurrences.prefix(3000).map { occurrence in
            var bytes: [UInt8] = []
            JSONText.append(occurrence, occurrence.event, to: &bytes)
            return String(decoding: bytes, as: UTF8.self)
                .replacing(#/,"line":[0-9]+\}$/#, with: "}")
        }
        answer.messages = Set(
            (file.diagnostics + occurrences.diagnostics).map { "\($0.severity) \(plain($0.message))" }
        )
        return answer
    }

    /// Returns a message without line numbers, which differ between the whole and its parts.
    private static func plain(_ message: String) -> String {
        message.replacing(#/on line [0-9]+/#, with: "on line N")
    }

    @Test(arguments: ["Foo", " Foo", "Foo ", "\"Foo\""])
    func `each part has the zones that its events name`(identifier: String) throws {
        let events = (1...4).map {
            "BEGIN:VEVENT\nUID:\($0)\nDTSTART;TZID=Foo:2026030\($0)T100000\nEND:VEVENT\n"
        }
        let zone =
            "BEGIN:VTIMEZONE\nTZID:\(identifier)\nBEGIN:STANDARD\nDTSTART:19700101T000000\n"
            + "TZOFFSETFROM:+0700\nTZOFFSETTO:+0700\nEND:STANDARD\nEND:VTIMEZONE\n"
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(zone)\(events.joined())END:VCALENDAR\n"
        let parts = try Self.parts(Array(text.utf8), into: 2).parts
        let rows = try parts.flatMap { try Self.answer($0).rows }
        #expect(rows.count == 4)
        #expect(rows.allSatisfy { $0.contains("T10:00:00+07:00") })
    }

    private static func parts(_ bytes: [UInt8], into count: Int) throws -> (
        parts: [[UInt8]], splitter: CalendarSplitter
    ) {
        var parts: [[UInt8]] = Array(repeating: [], count: count)
        var splitter = CalendarSplitter(into: count, file: nil)
        try splitter.split(ByteSource(bytes: bytes, name: nil)) { part, bytes throws(CalendarError) in
            parts[part] += bytes
        }
        return (parts.filter { !$0.isEmpty }, splitter)
    }

    @Test(arguments: paths) func `the joined parts equal the whole calendar`(path: String) throws {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        guard let whole = try? Self.answer(bytes) else {
            #expect(throws: CalendarError.self) { _ = try Self.parts(bytes, into: 3) }
            return
        }
        for count in TestRun.isComplete ? [1, 3, 16] : [3] {
            let (parts, splitter) = try Self.parts(bytes, into: count)
            var joined = Answer()
            joined.messages = Set(splitter.diagnostics.map { "\($0.severity) \(Self.plain($0.message))" })
            for part in parts {
                let answer = try Self.answer(part)
                joined.rows += answer.rows
                joined.messages.formUnion(answer.messages)
            }
            if whole.rows.count < 3000 { #expect(joined.rows.sorted() == whole.rows.sorted()) }
            #expect(joined.messages.subtracting(whole.messages) == [])
            #expect(whole.messages.subtracting(joined.messages) == [])
        }
    }

    private static let calendar = """
        BEGIN:VCALENDAR
        VERSION:2.0
        METHOD:PUBLISH
        X-WR-CALNAME:Club
        BEGIN:VTIMEZONE
        TZID:Club Time
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0300
        TZOFFSETTO:+0300
        END:STANDARD
        END:VTIMEZONE
        BEGIN:VTIMEZONE
        TZID:Unused Time
        BEGIN:STANDARD
        DTSTART:19700101T000000
        TZOFFSETFROM:+0400
        TZOFFSETTO:+0400
        END:STANDARD
        END:VTIMEZONE
        EVENTS
        END:VCALENDAR
        BEGIN:VCALENDAR
        X-WR-CALNAME:Other
        BEGIN:VTODO
        UID:todo
        END:VTODO
        END:VCALENDAR

        """

    @Test func `a series stays in one part, with the zones that it uses`() throws {
        let events = (0..<40).map { number in
            let zone = number % 4 == 0 ? ";TZ\n ID=Club\n  Time" : ""
            return """
                BEGIN:VEVENT
                UID:series\(number)
                DTSTART\(zone):20260401T120000
                RRULE:FREQ=DAILY;COUNT=5
                END:VEVENT
                """
        }
        let overrides = (0..<40).map { number in
            """
            BEGIN:VEVENT
            UID:series\(number)
            RECURRENCE-ID\(number % 4 == 0 ? ";TZID=Club Time" : ""):20260402T120000
            DTSTART:20260402T150000
            END:VEVENT
            """
        }
        let nameless = (0..<8).map {
            "BEGIN:VEVENT\nSUMMARY:No UID \($0)\nDTSTART:20260403T120000Z\nEND:VEVENT"
        }
        let text = Self.calendar.replacing(
            "EVENTS",
            with: (events + overrides + nameless).joined(separator: "\n")
        )
        let (parts, splitter) = try Self.parts(Array(text.utf8), into: 8)
        #expect(parts.count == 8 && splitter.components == 89 && splitter.sizes.reduce(0, +) == 89)
        #expect(splitter.sizes.allSatisfy { $0 < 30 })
        var owners: [String: Int] = [:]
        for (number, part) in parts.enumerated() {
            let part = String(decoding: part, as: UTF8.self)
            #expect(part.contains("METHOD:PUBLISH") && part.contains("X-WR-CALNAME:Club"))
            #expect(part.contains("TZID:Club Time\n") == part.contains(#/Club\n?\s+Time:/#))
            for match in part.matches(of: #/UID:(\w+)/#) {
                #expect(owners.updateValue(number, forKey: String(match.output.1)) ?? number == number)
            }
        }
        #expect(owners.count == 41)
        // An unused zone is read once, for its diagnostics.
        #expect(parts.filter { String(decoding: $0, as: UTF8.self).contains("Unused Time") }.count == 1)
        #expect(try Self.parts(Array(text.utf8), into: 8).parts == parts)
    }

    @Test func `records are split at their separators`() throws {
        for chunk in [1, 3, 7, 1000] {
            var rest = Array("one\ntwo\n\n\(String(repeating: "x", count: 200_000))\nthree".utf8)[...]
            let source = ByteSource(name: nil) {
                defer { rest = rest.dropFirst(chunk == 1 ? 5 : chunk * 100) }
                return rest.isEmpty ? nil : Array(rest.prefix(chunk == 1 ? 5 : chunk * 100))
            }
            let blocks = RecordBlocks(source, separator: 0x0A, limit: 100_000)
            var found: [(Int, String, Bool)] = []
            while let batch = try blocks.next() {
                for place in 0..<batch.count {
                    let (bytes, isCut) = batch[place]
                    found.append((batch.firstNumber + place, String(decoding: bytes, as: UTF8.self), isCut))
                }
            }
            #expect(found.map(\.0) == [1, 2, 3, 4, 5])
            #expect(found.map(\.2) == [false, false, false, true, false])
            #expect([0, 1, 2, 4].map { found[$0].1 } == ["one", "two", "", "three"])
            #expect(found[3].1.allSatisfy { $0 == "x" })
        }
    }
}
