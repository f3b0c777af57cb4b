import ICalendar
import TestTraits

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Inputs for the validation laws: the corpus, mutated calendars, and calendars from a folder named by an
/// environment variable.
enum CheckedInputs {
    private static let root =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")

    /// The folder with the validation test cases.
    static let folder = root + "/Corpus/checking/"

    /// The number of mutated calendars: the value of `ICALENDAR_RANDOM_CALENDARS`, or 400.
    static let seeds =
        ProcessInfo.processInfo.environment["ICALENDAR_RANDOM_CALENDARS"].flatMap(Int.init) ?? 400

    /// Returns the readable files.
    static func files() -> [CalendarFile] { read }

    /// The files, read once for all laws.
    private static let read = CalendarFiles.paths.compactMap { try? CalendarFile(contentsOf: $0, threads: 1) }

    /// The number of parts that the inputs are divided into for parallel tests.
    static let parts = 4

    /// Returns one part of the inputs: readable files and mutated calendars.
    static func all(_ part: Int) -> [CalendarFile] {
        let files = read.indices.filter { $0 % parts == part }.map { read[$0] }
        return files
            + stride(from: part, to: seeds, by: parts).compactMap { seed in
                let text = mutation(of: RandomCalendar(seed: UInt64(seed)).text, seed: UInt64(seed))
                return try? CalendarFile(text: text, name: "seed \(seed)", threads: 1)
            }
    }

    /// Returns a calendar with lines randomly repeated, removed, moved, or given a different value or parameter.
    static func mutation(of text: String, seed: UInt64) -> String {
        var generator = SeededGenerator(seed: seed)
        var lines = text.split(separator: "\r\n").map(String.init)
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let place = Int.random(in: 1..<lines.count, using: &generator)
            let line = lines[place]
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: lines.insert(line, at: place)
            case 1: lines.remove(at: place)
            case 2: lines.insert(strange.randomElement(using: &generator) ?? "", at: place)
            case 3:
                let value = values.randomElement(using: &generator) ?? ""
                lines[place] = line.prefix { $0 != ":" } + ":" + value
            case 4:
                let parameter = parameters.randomElement(using: &generator) ?? ""
                lines[place] = line.prefix { $0 != ":" && $0 != ";" } + parameter + line.drop { $0 != ":" }
            default: lines.swapAt(place, Int.random(in: 1..<lines.count, using: &generator))
            }
            if lines.count < 3 { break }
        }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static let strange = [
        "DTEND:20260102T000000", "DTEND;VALUE=DATE:20250102", "DTEND:20250601T240000Z", "DURATION:-PT1H",
        "DURATION:P1W2D", "DURATION:PT36H", "RRULE:FREQ=DAILY;COUNT=3;UNTIL=20250702",
        "DTSTAMP:20250101T000060",
        "RRULE:COUNT=5;FREQ=WEEKLY;BYMONTHDAY=3", "EXDATE:20250610,,20250611T100000", "UID:", "UID:series-0",
        "SUMMARY:a,b;c\\x", "ATTENDEE:jane@example.com", "ATTACH;ENCODING=BASE64:AAAA", "SEQUENCE:-1",
        "GEO:1,2", "PRIORITY:12", "RECURRENCE-ID:20250610", "RDATE;TZID=Europe/Berlin:20250610T100000Z",
        "DTSTART;VALUE=DATE:20250601", "DTSTART:20250601T1000", "STATUS: confirmed", "BEGIN:VALARM",
        "END:VALARM",
        "RRULE:FREQ=DAILY;UNTIL=20250699T000000", "RRULE:FREQ=YEARLY;BYWEEKNO=20;UNTIL=20260601;COUNT=2",
        "DTSTART;TZID=Nowhere:20250601T100000", "X-WR-TIMEZONE:Europe/Berlin",
        "LAST-MODIFIED:20250101T000000", "URL;ENCODING=BASE64:QQ==", "CONCEPT;ENCODING=BASE64:QQ==",
    ]
    private static let values = [
        "20250601", "20250601T100000", "20250601T100000Z", "2025-06-01T10:00:00", "20250601T100060Z", "P1D",
        "-P1D",
        "abc", "", "1", "FREQ=DAILY", "FREQ=MONTHLY;BYDAY=MO;UNTIL=20250801T000000;COUNT=9",
        "mailto:a@example.com",
        "20250601,20250602T100000", "VEVENT", "20250601T000000/PT1H",
    ]
    private static let parameters = [
        ";VALUE=DATE", ";VALUE=DATE-TIME", ";TZID=Europe/Berlin", ";TZID=Own Zone", ";VALUE=FOO", ";TZID",
        ";X=\"a",
        ";TZID=Europe/Berlin;TZID=America/New_York", ";RANGE=THISANDFUTURE", ";LANGUAGE=de;VALUE=TEXT",
        ";ENCODING=BASE64",
    ]
}
