import Foundation
import ICalendar
import TestTraits
import Testing

/// Tests encoding and decoding with Codable.
@Suite struct CodableTests {
    private func round<Content: Codable>(_ value: Content) throws -> Content {
        try JSONDecoder().decode(Content.self, from: JSONEncoder().encode(value))
    }

    private func text<Content: Encodable>(_ value: Content) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test func `times are encoded as strings`() throws {
        let berlin = try Zone(identifier: "Europe/Berlin")
        let time = CivilDateTime(CivilDate(dayNumber: 20_541), secondOfDay: 33_300)
        let instant = Instant(secondsSince1970: 1_782_864_000)
        #expect(try text([time.date]) == #"["2026-03-29"]"#)
        #expect(try text([time]) == #"["2026-03-29T09:15:00"]"#)
        #expect(try text([instant]) == #"["2026-07-01T00:00:00Z"]"#)
        #expect(try text([berlin]) == #"["Europe/Berlin"]"#)
        #expect(try text([NominalDuration.hours(36)]) == #"["PT36H"]"#)
        let times: [EventTime] = [
            .date(time.date), .floating(time), .utc(time), .zoned(time, timeZoneID: "Europe/Berlin"),
            .zoned(time, timeZoneID: "My [own] Zone"),
        ]
        #expect(
            try text(times)
                == #"["2026-03-29","2026-03-29T09:15:00","2026-03-29T09:15:00Z","2026-03-29T09:15:00[Europe/Berlin]","2026-03-29T09:15:00[My [own] Zone]"]"#
        )
        #expect(try round(times) == times)
        #expect(try round(time) == time && round(time.date) == time.date && round(instant) == instant)
        #expect(try round(berlin) == berlin && round(NominalDuration.minutes(-90)) == .minutes(-90))
        let shown: [OccurrenceTime] = [
            .date(time.date), .floating(time), .instant(instant, berlin), .instant(instant, .utc),
        ]
        #expect(
            try text(shown)
                == #"["2026-03-29","2026-03-29T09:15:00","2026-07-01T02:00:00+02:00[Europe/Berlin]","2026-07-01T00:00:00Z"]"#
        )
        #expect(try round(shown) == shown)
    }

    @Test(arguments: [
        "", "2026", "2026-02-30", "2026-03-29T25:00:00Z", "tomorrow", "[Europe/Berlin]", "2026-03-29[UTC]",
    ])
    func `an invalid time is rejected with an error that names it`(written: String) {
        let data = Data("[\"\(written)\"]".utf8)
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([EventTime].self, from: data)
        }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription.contains("'\(written)'") || written.contains("[")
        )
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([OccurrenceTime].self, from: data) }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Instant].self, from: data) }
    }

    @Test(arguments: [
        "FREQ=WEEKLY;BYDAY=MO,FR;COUNT=10", "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;SKIP=FORWARD",
    ])
    func `rules are encoded as strings`(written: String) throws {
        let data = Data("[\"\(written)\"]".utf8)
        let rules = try JSONDecoder().decode([RecurrenceRule].self, from: data)
        #expect(try round(rules) == rules)
        let bad = Data(#"["FREQ=OFTEN"]"#.utf8)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([RecurrenceRule].self, from: bad) }
    }

    @Test func `people are encoded as objects with the keys of ics-expand`() throws {
        var guest = Attendee(email: "jane@example.com", name: "Jane, \"J\" Doe", status: .accepted)
        guest.role = .chair
        guest.type = .room
        #expect(
            try text([guest])
                == #"[{"email":"jane@example.com","name":"Jane, \"J\" Doe","role":"chair","status":"accepted","type":"room"}]"#
        )
        let back = try round(guest)
        #expect(back.name == guest.name && back.email == guest.email && back.status == guest.status)
        #expect(back.role == guest.role && back.type == guest.type)
        let nobody = try JSONDecoder().decode(Attendee.self, from: Data("{}".utf8))
        #expect(nobody.name == nil && nobody.email == nil && nobody.status == .pending)
    }

    /// Returns JSON with sorted keys, to compare the output of two encoders.
    private func sorted(_ json: Data) throws -> String {
        let object = try JSONSerialization.jsonObject(with: json)
        let data = try JSONSerialization.data(
            withJSONObject: object,
            options: [.sortedKeys, .withoutEscapingSlashes]
        )
        return String(decoding: data, as: UTF8.self)
    }

    @Test(.long) func `occurrences in all files encode as they print, and survive a round trip`() throws {
        var count = 0
        for path in CalendarFiles.paths {
            guard let file = try? CalendarFile(contentsOf: path) else { continue }
            let from = Instant(secondsSince1970: 1_767_225_600)
            let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 366 * 86_400), in: .utc)
            for occurrence in file.occurrences(in: window).prefix(40) {
                count += 1
                let encoded = try JSONEncoder().encode(occurrence)
                let printed = try sorted(Data(occurrence.json.utf8))
                #expect(try sorted(encoded) == printed)
                let back = try JSONDecoder().decode(Occurrence.self, from: encoded)
                #expect(back == occurrence && back.hashValue == occurrence.hashValue)
                #expect(try sorted(Data(back.json.utf8)) == printed, "\(path)")
            }
        }
        #expect(count > 500)
    }

    @Test func `occurrences that print alike are equal, and their identifiers are unique`() throws {
        let path = CalendarFiles.root + "/Corpus/demo/studio.ics"
        let from = Instant(secondsSince1970: 1_774_656_000)
        let window = try OccurrenceWindow(from: from, to: from.adding(seconds: 14 * 86_400), in: .utc)
        let first = Array(try CalendarFile(contentsOf: path).occurrences(in: window))
        let second = Array(try CalendarFile(contentsOf: path).occurrences(in: window))
        #expect(first == second)
        #expect(Set(first + second).count == first.count)
        #expect(Set(first.map(\.id)).count == first.count)
        #expect(first.map(\.id) == second.map(\.id))
        #expect(Set(zip(first, first.dropFirst()).map { $0 == $1 }) == [false])
    }

    @Test(arguments: [
        #"{"uid":"a"}"#, #"{"start":"2026-03-29","end":"2026-03-30"}"#, #"{"uid":"a","start":"x","end":"y"}"#,
    ])
    func `an incomplete occurrence is rejected`(json: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Occurrence.self, from: Data(json.utf8))
        }
    }
}
