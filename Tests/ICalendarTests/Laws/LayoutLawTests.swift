import ICalendar
import Testing

@testable import ICalendarCore

/// Tests calendars with an unusual layout when they are read whole, in a search, in parts and on several
/// threads.
@Suite struct LayoutLawTests {
    private static let events = (0..<40).map { number in
        "BEGIN:VEVENT\nUID:\(number)\nDTSTART:202601\(10 + number % 18)T100000Z\nSUMMARY:a\(number)\nEND:VEVENT"
    }

    /// Functions that deform a calendar's layout but keep its events.
    private static let breaks: [@Sendable (String) -> String] = [
        { $0.replacing("END:VEVENT\nBEGIN:VEVENT\nUID:7\n", with: "END:VEVENTBEGIN:VEVENT\nUID:7\n") },
        {
            $0.replacing("END:VEVENT\nBEGIN:VEVENT\nUID:7\n", with: "END:VEVENT\u{FEFF}BEGIN:VEVENT\nUID:7\n")
        },
        { $0.replacing("UID:9\n", with: "UID:9\nDESCRIPTION:one\ntwo\nDTSTART of three\nhttp://four\n") },
        { $0.replacing("UID:9\n", with: "DESCRIPTION:one\nRRULE\n  folded\nBegin: at five\nUID:9\n") },
        { $0.replacing("UID:9\n", with: "UID:9\nCOMMENT;ENCODING=QUOTED-PRINTABLE:one=\ntwo=\nUrl: x\n") },
        { $0.replacing("\n", with: "\n  ") },
        { "From: a\nContent-Type: text/calendar\n\n" + $0 },
        { "From: a\nContent-Type: text/calendar\nContent-Transfer-Encoding: quoted-printable\n\n" + $0 },
    ]

    @Test(arguments: breaks.indices)
    func `every way of reading produces the same result`(number: Int) throws {
        let text = Self.breaks[number](
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(Self.events.joined(separator: "\n"))\nEND:VCALENDAR\n"
        )
        let file = try CalendarFile(text: text)
        #expect(file.calendars.flatMap(\.events).count == 40)
        #expect(!file.diagnostics.isEmpty)
        let source = { ByteSource(bytes: Array(text.utf8), name: nil) }
        for size in [200, 1000, 5000] {
            let batched = try CalendarFile(source(), .init(), threads: 2, batchSize: size)
            #expect(batched.calendars == file.calendars)
            #expect(batched.diagnostics == file.diagnostics)
        }
        for (from, to) in [
            ("2026-01-01", "2026-02-01"), ("2026-01-12", "2026-01-14"), ("2026-01-15", "2026-01-16"),
        ] {
            let window = try window(from, to)
            let expected = file.occurrences(in: window).map(Self.described)
            let range = window.searchedRange
            let screen = ComponentScreen(
                searched: range.lowerBound.secondsSince1970..<range.upperBound.secondsSince1970
            )
            for (threads, size) in [(1, 1 << 18), (2, 300), (2, 2000)] {
                let screened = try ScreenedFile(
                    source(),
                    screen: screen,
                    limits: .init(),
                    threads: threads,
                    partSize: size
                )
                let found = Occurrences(of: [screened], in: window, options: .init(), threads: threads)
                #expect(found.map(Self.described) == expected)
            }
            let index = OccurrenceIndex(of: [file], in: .utc)
            #expect(index.occurrences(in: window).map(Self.described) == expected)
        }
    }

    @Test(arguments: breaks.indices)
    func `a written calendar reads back unchanged, and a repaired one without diagnostics`(number: Int)
        throws
    {
        let text = Self.breaks[number](
            "BEGIN:VCALENDAR\nVERSION:2.0\n\(Self.events.joined(separator: "\n"))\nEND:VCALENDAR\n"
        )
        let file = try CalendarFile(text: text)
        for options in [WritingOptions(), .plain] {
            let again = try CalendarFile(bytes: file.icsBytes(options))
            #expect(
                again.calendars.flatMap(\.component.components)
                    == file.calendars.flatMap(\.component.components)
            )
        }
        let mended = try CalendarFile(bytes: file.repaired().file.icsBytes())
        func texts(_ file: CalendarFile) -> [[String?]] {
            file.calendars.flatMap(\.events).map { event in
                ["UID", "SUMMARY", "DESCRIPTION", "COMMENT"].map { event.component.text($0) }
            }
        }
        #expect(texts(mended) == texts(file))
        #expect(mended.diagnostics.isEmpty)
    }

    private static func described(_ occurrence: Occurrence) -> String {
        let component = occurrence.event.component
        let texts = ["SUMMARY", "DESCRIPTION", "COMMENT"].map { component.text($0) ?? "-" }
        return "\(occurrence.line) \(texts) \(component.line ?? 0)"
    }
}
