import Foundation
import ICalendar
import Testing

/// Tests the queries that files, calendars and arrays of files share.
@Suite struct CalendarContentsTests {
    private let file: CalendarFile
    private let range: OccurrenceWindow

    init() throws {
        file = try CalendarFile(
            text: calendar(
                """
                UID:a
                DTSTART:20260330T080000Z
                DURATION:PT1H
                RRULE:FREQ=DAILY;COUNT=3
                EXDATE:20260331T080000Z
                BEGIN:VALARM
                ACTION:DISPLAY
                TRIGGER:-PT5M
                END:VALARM
                """
            )
        )
        range = try window("2026-03-01", "2026-05-01")
    }

    @Test func `a file, its calendar and an array of files produce the same occurrences`() {
        func told(_ contents: some CalendarContents) -> [String] {
            contents.occurrences(in: range).map(\.description)
                + contents.alarms(in: range).map(\.instant.description)
                + contents.freeBusy(in: range).periods.map { "\($0)" }
                + contents.validate().map { $0.code.rawValue }
                + [contents.icsText, "\(contents.jCalData())", "\(contents.xCalData())"]
                + Explanation.uids(in: contents)
                + OccurrenceIndex(of: contents, in: range.zone).occurrences(in: range).map(\.description)
        }
        #expect(told(file).count > 10)
        #expect(told(file) == told(file.calendars[0]) && told(file) == told([file]))
        #expect([file, file].conflicts(in: range).isEmpty)
        #expect(CalendarDifference(from: file, to: file.calendars[0]).isEmpty)
    }

    @Test func `an explanation lists the instances and the reason for each`() throws {
        let explanation = try #require(Explanation(of: "a", in: file, window: range))
        #expect(explanation.instances.map(\.isShown) == [true, false, true])
        #expect(explanation.instances[1].reason.hasPrefix("RRULE 1: dropped by EXDATE"))
    }

    @Test func `a rule can be expanded without an event`() throws {
        let start = try EventTime("2026-03-28 09:00").civil
        let berlin = try Zone(identifier: "Europe/Berlin")
        let days = RecurrenceRule.daily().count(3)
        let instants = try days.instants(
            startingAt: start,
            in: berlin,
            during: range.searchedRange
        )
        #expect(
            instants.map(\.description)
                == ["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"]
        )
    }

    @Test func `the limits for uploads do not exceed the default limits`() {
        let (standard, untrusted) = (ReadingLimits.standard, ReadingLimits.untrusted)
        let parts: [KeyPath<ReadingLimits, Int>] = [
            \.inputSize, \.lineLength, \.componentSize, \.decodedBytes, \.nesting, \.properties, \.parameters,
            \.values, \.rules, \.zoneRules, \.diagnostics, \.occurrences, \.work, \.visits, \.zoneChanges,
        ]
        for part in parts { #expect(untrusted[keyPath: part] <= standard[keyPath: part]) }
        #expect(untrusted.inputSize == 16 << 20)
        #expect(IsolationLimits.untrusted.time < IsolationLimits.standard.time)
    }

    @Test func `each FREEBUSY line contains periods of a single type`() throws {
        let first = try instant("2026-03-30", in: .utc)
        var busy = try FreeBusy(from: first, to: first.adding(seconds: 86_400))
        busy.periods = (0..<60).map {
            BusyPeriod(
                from: first.adding(seconds: $0 * 600),
                to: first.adding(seconds: $0 * 600 + 60),
                kind: $0 < 55 ? .busy : .tentative
            )
        }
        #expect(busy.component.all("FREEBUSY").map(\.value.elements.count) == [50, 5, 5])
        #expect(busy.periods.count == 60 && busy.periods.last?.kind == .tentative)
    }

    @Test func `a property's view exposes the property's members`() {
        var link = Link(uri: "https://example.com", relation: "SOURCE")
        link.language = "de-AT"
        #expect(link.property.parameters["LANGUAGE"] == "de-AT" && link.uri == "https://example.com")
    }
}
