import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Laws of jCal, which hold for every calendar: properties and components survive a round trip.
@Suite struct JCalLawTests {
    /// Writes a calendar as jCal and reads it back.
    private func again(_ file: CalendarFile, indented: Bool = false) throws -> CalendarFile {
        try CalendarFile(jCal: file.jCalBytes(indented: indented))
    }

    @Test func `the corpus is not empty`() {
        #expect(CalendarFiles.paths.count >= 60)
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `the contents of a file survive a round trip through jCal`(_ path: String) throws {
        guard let file = try ExchangeSample.file(path) else { return }
        for indented in [false, true] {
            let again = try again(file, indented: indented)
            #expect(again.calendars.map(\.component) == file.calendars.map(\.component.heldByJCal))
        }
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `rewriting parsed jCal produces the same JSON`(_ path: String) throws {
        guard let file = try ExchangeSample.file(path) else { return }
        let written = file.jCalBytes()
        #expect(try CalendarFile(jCal: written).jCalBytes() == written)
    }

    @Test(arguments: [
        #"["exrule",{},"text","FREQ=13t",[["uid",{},"text","x"],["rrule",{},"recur","FREQ=DAILY;INTERVAL=5"]]]"#,
        #"["rrule",{},"recur",[{"freq":"DAILY"}]]"#, #"["dtstart",{},"date",["2026-01-05"]]"#,
        #"["dtstart",{},"date-time",["20260105T100000Z"]]"#, #"["dtstart",{},"date",{"a":"b"}]"#,
        #"["duration",{},"duration",["PT1H"]]"#, #"["priority",{},"integer",["5"]]"#,
        #"["geo",{},"float",{"a":1}]"#, #"["exrule",{},"recur",["FREQ=DAILY","x"],"FREQ=DAILY;COUNT=2"]"#,
    ])
    func `rewriting unusual jCal produces the same JSON`(property: String) throws {
        let json = #"["vcalendar",[],[["vevent",[["uid",{},"text","a"],"# + property + "],[]]]]"
        let once = try CalendarFile(jCal: Array(json.utf8)).jCalBytes()
        let again = try CalendarFile(jCal: once).jCalBytes()
        #expect(
            again == once,
            "\(String(decoding: once, as: UTF8.self)) \(String(decoding: again, as: UTF8.self))"
        )
    }

    @Test(arguments: [
        "DTSTART;VALUE=PERIOD;TZID=/x/Mars:20260401T100000/PT1H", "DTSTART;VALUE=DURATION:PT1H",
        "DUE;VALUE=PERIOD:20260401T100000Z/20260401T110000Z", "PRIORITY;VALUE=DURATION:PT1H",
        "DURATION;VALUE=DATE:20260401", "TRIGGER;VALUE=DATE:20260401T100000Z",
        "GEO;VALUE=DATE-TIME:20260401T100000Z",
    ])
    func `a value with a type that its property does not allow survives a round trip`(line: String) throws {
        let file = try CalendarFile(text: "BEGIN:VCALENDAR\nBEGIN:VTODO\n\(line)\nEND:VTODO\nEND:VCALENDAR")
        let again = try again(file)
        #expect(again.calendars.map(\.component) == file.calendars.map(\.component.heldByJCal))
    }

    @Test(.long) func `nearly all properties in the files survive a round trip`() throws {
        var same = 0
        var all = 0
        for path in CalendarFiles.paths {
            guard let file = try ExchangeSample.file(path) else { continue }
            var components = file.calendars.map(\.component)
            while let component = components.popLast() {
                components += component.components
                all += component.properties.count
                same += zip(component.properties, component.heldByJCal.properties).count { $0 == $1 }
            }
        }
        #expect(same * 100 >= all * 90, "\(same) of \(all)")
    }

    @Test(arguments: 0..<40)
    func `random series survive a round trip`(_ seed: Int) throws {
        let file = try CalendarFile(text: RandomCalendar(seed: UInt64(seed)).text)
        let again = try again(file)
        #expect(again.calendars.map(\.component) == file.calendars.map(\.component.heldByJCal))
        #expect(again.diagnostics == [])
    }

    @Test(arguments: 0..<200)
    func `random components with values of all types survive a round trip`(_ seed: Int) throws {
        var random = RandomComponent(seed: UInt64(seed))
        let calendar = Component("VCALENDAR", components: [random.component(depth: 0)])
        let again = try again(CalendarFile(calendars: [CalendarObject(calendar)]))
        #expect(again.calendars.count == 1)
        var pairs = [(again.calendars[0].component, calendar.heldByJCal)]
        while let (left, right) = pairs.popLast() {
            #expect(left.name == right.name)
            try #require(left.properties.count == right.properties.count)
            for (one, other) in zip(left.properties, right.properties) where one != other {
                let texts = [one, other].map(ExchangeSample.text(of:))
                Issue.record("\(texts[1]) comes back as \(texts[0])")
            }
            try #require(left.components.count == right.components.count)
            pairs += zip(left.components, right.components)
        }
    }

    @Test(arguments: 0..<60)
    func `broken jCal is rejected, or is stable after one rewrite`(_ seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let path = CalendarFiles.paths[seed % CalendarFiles.paths.count]
        guard let file = try ExchangeSample.file(path), file.calendars.count > 0 else { return }
        let written = Array(file.jCalBytes().prefix(20_000))
        let pieces = Array("[]{}\",:\\0-9.eEtfn".utf8) + [0x00, 0x0A, 0x80, 0xFF]
        for _ in 0..<20 {
            var bytes = written
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                let piece = pieces[Int.random(in: pieces.indices, using: &generator)]
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = piece
                case 1: bytes.insert(piece, at: place)
                case 2: bytes.remove(at: place)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
                    bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
                }
            }
            guard let mended = try? CalendarFile(jCal: bytes) else { continue }
            let once = mended.jCalBytes()
            #expect(try CalendarFile(jCal: once).jCalBytes() == once)
        }
    }

    @Test func `the later of two revisions on the same line applies, and all components stay distinct`()
        throws
    {
        let events = [
            ["DTSTART:20260105T100000Z", "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:old"],
            ["DTSTART:20260105T100000Z", "RRULE:FREQ=DAILY;COUNT=4", "SUMMARY:new"],
            ["RECURRENCE-ID:20260106T100000Z", "DTSTART:20260106T110000Z", "SUMMARY:first"],
            ["RECURRENCE-ID:20260106T100000Z", "DTSTART:20260106T120000Z", "SUMMARY:second"],
        ]
        let file = try CalendarFile(text: calendar(events: events.map { $0.joined(separator: "\n") }))
        let again = try again(file)
        let window = try OccurrenceWindow(
            from: instant("2026-01-01", in: .utc),
            to: instant("2026-02-01", in: .utc),
            in: .utc
        )
        func rows(_ file: CalendarFile) -> [String] {
            file.occurrences(in: window).map { "\($0.start) \($0.summary ?? "")" }
        }
        #expect(rows(again) == rows(file))
        #expect(rows(again).count == 4)
        let explained = try [file, again].map { try #require(Explanation(of: "a", in: [$0], window: window)) }
        let roles = explained.map { $0.series[0].components.map { "\($0.role)" } }
        #expect(roles[1] == roles[0])
        #expect(Set(roles[0]).count == 3)
    }
}
