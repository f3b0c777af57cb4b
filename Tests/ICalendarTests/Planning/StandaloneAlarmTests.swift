import ICalendar
import Testing
import TestTraits

/// Tests the alarms of occurrences that are converted to standalone events.
struct StandaloneAlarmTests {
    /// Returns the trigger and repetition lines of each alarm, in order.
    private func lines(_ text: String, from: String, to: String, zone: String = "UTC") throws -> [[String]] {
        let example = try PlanningCase(text, from: from, to: to, in: zone)
        return example.file.occurrences(in: example.window).standaloneEvents.map { event in
            event.alarms.flatMap { alarm in
                alarm.component.properties.filter { ["TRIGGER", "REPEAT", "DURATION"].contains($0.name) }
                    .map { property in
                        let parameters = property.parameters.map { ";\($0.name)=\($0.value)" }.joined()
                        return "\(property.name)\(parameters):\(property.value.durationText)"
                    }
            }
        }
    }

    private func alarm(_ lines: String) -> String {
        "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n\(lines)\nEND:VALARM"
    }

    /// Noon on three consecutive days in Berlin.
    ///
    /// Daylight saving time starts on the second day.
    private static let spring =
        "DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3"

    @Test(arguments: [
        ("TRIGGER:-P1D", ["TRIGGER:-P1D", "TRIGGER:-PT23H", "TRIGGER:-P1D"]),
        ("TRIGGER:-P1W", ["TRIGGER:-P1W", "TRIGGER:-PT167H", "TRIGGER:-PT167H"]),
        ("TRIGGER:P1D", ["TRIGGER:PT23H", "TRIGGER:P1D", "TRIGGER:P1D"]),
        ("TRIGGER:-P1DT1H", ["TRIGGER:-P1DT1H", "TRIGGER:-PT24H", "TRIGGER:-P1DT1H"]),
        ("TRIGGER:-PT24H", ["TRIGGER:-PT24H", "TRIGGER:-PT24H", "TRIGGER:-PT24H"]),
        (
            "TRIGGER;RELATED=END:-P1D",
            ["TRIGGER;RELATED=END:-P1D", "TRIGGER;RELATED=END:-PT23H", "TRIGGER;RELATED=END:-P1D"]
        ),
        ("TRIGGER:-PT15M", ["TRIGGER:-PT15M", "TRIGGER:-PT15M", "TRIGGER:-PT15M"]),
    ])
    func `a trigger in days refers to the same instant across a clock change`(
        trigger: String,
        expected: [String]
    )
        throws
    {
        let text = calendar(Self.spring + "\n" + alarm(trigger))
        #expect(try lines(text, from: "2026-03-28", to: "2026-04-01") == expected.map { [$0] })
    }

    @Test func `a day with an autumn clock change has 25 hours`() throws {
        let text = calendar(
            "DTSTART;TZID=Europe/Berlin:20261025T120000\n" + alarm("TRIGGER:-P1D") + "\n"
                + alarm("TRIGGER:-P2D")
        )
        #expect(
            try lines(text, from: "2026-10-25", to: "2026-10-26") == [["TRIGGER:-PT25H", "TRIGGER:-PT49H"]]
        )
    }

    @Test(arguments: [
        "DTSTART;VALUE=DATE:20260330", "DTSTART:20260330T120000", "DTSTART:20260330T120000Z",
        "DTSTART;TZID=Asia/Tokyo:20260330T120000",
    ])
    func `a trigger without clock changes is unchanged`(start: String) throws {
        let text = calendar(start + "\n" + alarm("TRIGGER:-P2D"))
        #expect(
            try lines(text, from: "2026-03-29", to: "2026-04-01", zone: "Europe/Berlin") == [["TRIGGER:-P2D"]]
        )
    }

    @Test func `repetitions of a trigger in days become separate alarms`() throws {
        let text = calendar(
            "DTSTART;TZID=Europe/Berlin:20260328T120000\n"
                + alarm("UID:u\nTRIGGER:-PT1H\nREPEAT:2\nDURATION:P1D")
        )
        #expect(
            try lines(text, from: "2026-03-28", to: "2026-04-01") == [
                ["TRIGGER:-PT1H", "TRIGGER:PT22H", "TRIGGER:PT46H"]
            ]
        )
        let example = try PlanningCase(text, from: "2026-03-28", to: "2026-04-01")
        let events = example.file.occurrences(in: example.window).standaloneEvents
        #expect(events.flatMap(\.alarms).map(\.uid) == ["u", nil, nil])
    }

    @Test func `at most a hundred repetitions become separate alarms`() throws {
        let alarms = [50, 50, 1, 1_000_000_000].map { alarm("TRIGGER:-PT1H\nREPEAT:\($0)\nDURATION:P1D") }
        let text = calendar(
            "DTSTART;TZID=Europe/Berlin:20260328T120000\n" + alarms.joined(separator: "\n")
        )
        let found = try #require(try lines(text, from: "2026-03-28", to: "2026-04-01").first)
        #expect(found.count == 2 * 51 + 2 * 3)
        #expect(found.filter { $0.hasPrefix("REPEAT") } == ["REPEAT:1", "REPEAT:1000000000"])
    }

    @Test(arguments: [
        "TRIGGER;VALUE=DATE-TIME;TZID=Europe/Berlin:20260601T100000",
        "TRIGGER;VALUE=DATE-TIME:20260601T080000",
        "TRIGGER;VALUE=DATE-TIME;TZID=Own:20260601T130000",
    ])
    func `a trigger time in another zone is converted to UTC`(trigger: String) throws {
        let text = calendar(
            "DTSTART;TZID=Own:20260601T120000\n" + alarm(trigger),
            zones: fixedZone("Own", "+0500")
        )
        let example = try PlanningCase(text, from: "2026-06-01", to: "2026-06-02")
        let event = try #require(Array(example.file.occurrences(in: example.window).standaloneEvents).first)
        let written = String(
            decoding: CalendarFile(calendars: [
                CalendarObject(Component("VCALENDAR", components: [event.component]))
            ]).icsBytes(),
            as: UTF8.self
        )
        #expect(written.contains("TRIGGER;VALUE=DATE-TIME:20260601T080000Z"))
    }

    private static let triggers = [
        "TRIGGER:-P1D", "TRIGGER:-P3DT2H", "TRIGGER;RELATED=END:-P2D", "TRIGGER:P1W",
        "TRIGGER;RELATED=END:-P1D\nREPEAT:1\nDURATION:P2D", "TRIGGER:-P4D\nREPEAT:5\nDURATION:P1DT1H",
        "TRIGGER:-PT30M\nREPEAT:3\nDURATION:PT10M", "TRIGGER:-PT15M", "TRIGGER;RELATED=END:PT30M",
    ]

    @Test(arguments: 0..<60)
    func `alarms in random calendars keep their instants in a round trip`(seed: Int)
        throws
    {
        var generator = SeededGenerator(seed: UInt64(seed))
        let text =
            RandomCalendar(seed: UInt64(seed)).text.split(separator: "\r\n").map { line in
                guard line == "END:VEVENT" else { return String(line) }
                let trigger = Self.triggers.randomElement(using: &generator) ?? ""
                return crlf(
                    "BEGIN:VALARM\nACTION:DISPLAY\nDESCRIPTION:x\n\(trigger)\nEND:VALARM\nEND:VEVENT\n"
                )
            }.joined(separator: "\r\n") + "\r\n"
        let example = try PlanningCase(text, from: "2025-10-01", to: "2025-11-20", in: "Europe/Berlin")
        let occurrences = example.file.occurrences(in: example.window)
        let events = occurrences.standaloneEvents.map(\.component)
        let made = CalendarFile(calendars: [CalendarObject(Component("VCALENDAR", components: events))])
        let read = try CalendarFile(bytes: made.icsBytes())
        func times(_ occurrences: Occurrences) -> [Instant] {
            occurrences.flatMap { $0.alarmTimes() }.map(\.instant).sorted()
        }
        #expect(times(read.occurrences(in: example.window)) == times(occurrences), "\(text)")
    }
}

extension Value {
    /// The description of a duration or an integer.
    fileprivate var durationText: String {
        switch self {
        case .duration(let duration): duration.description
        case .integer(let number): "\(number)"
        default: "\(self)"
        }
    }
}
