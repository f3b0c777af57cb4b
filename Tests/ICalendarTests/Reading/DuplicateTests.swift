import ICalendar
import Testing

/// Tests duplicates of properties that are allowed once: the first is used, and a diagnostic reports the
/// others.
@Suite struct DuplicateTests {
    /// A component with its enclosing components.
    private static let frames: [String: (begin: String, end: String)] = [
        "VCALENDAR": ("", ""),
        "VEVENT": ("BEGIN:VEVENT\nUID:a\nDTSTART:20260401T090000Z\n", "END:VEVENT\n"),
        "VTODO": ("BEGIN:VTODO\nUID:a\n", "END:VTODO\n"),
        "VJOURNAL": ("BEGIN:VJOURNAL\nUID:a\n", "END:VJOURNAL\n"),
        "VFREEBUSY": ("BEGIN:VFREEBUSY\nUID:a\n", "END:VFREEBUSY\n"),
        "VALARM": (
            "BEGIN:VEVENT\nUID:a\nDTSTART:20260401T090000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\n",
            "END:VALARM\nEND:VEVENT\n"
        ),
        "VTODO's VALARM": (
            "BEGIN:VTODO\nUID:a\nDUE:20260401T090000Z\nBEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:PT0S\n",
            "END:VALARM\nEND:VTODO\n"
        ),
        "VTIMEZONE": (
            "BEGIN:VTIMEZONE\nTZID:Own\n",
            "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\nEND:VTIMEZONE\n"
        ),
    ]

    private func file(_ component: String, _ lines: String) throws -> CalendarFile {
        let frame = Self.frames[component] ?? ("", "")
        return try CalendarFile(
            text: crlf("BEGIN:VCALENDAR\nVERSION:2.0\n\(frame.begin)\(lines)\(frame.end)END:VCALENDAR\n")
        )
    }

    private static let twice: [(component: String, first: String, second: String)] = [
        ("VEVENT", "SUMMARY:one", "SUMMARY:two"), ("VEVENT", "SUMMARY:one", "SUMMARY:one"),
        ("VEVENT", "DESCRIPTION:one", "DESCRIPTION;LANGUAGE=de:zwei"),
        ("VEVENT", "LOCATION:one", "location:two"),
        ("VEVENT", "CLASS:PUBLIC", "CLASS:PRIVATE"), ("VEVENT", "TRANSP:OPAQUE", "TRANSP:TRANSPARENT"),
        ("VEVENT", "ORGANIZER:mailto:a@x.org", "ORGANIZER:mailto:b@x.org"), ("VEVENT", "GEO:1;2", "GEO:3;4"),
        ("VEVENT", "PRIORITY:1", "PRIORITY:2"), ("VEVENT", "URL:https://a.org", "URL:https://b.org"),
        ("VEVENT", "CREATED:20260101T000000Z", "CREATED:20260102T000000Z"),
        ("VEVENT", "COLOR:red", "COLOR:blue"),
        ("VEVENT", "LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260102T000000Z"),
        ("VTODO", "SUMMARY:one", "SUMMARY:two"), ("VTODO", "DUE:20260401T090000Z", "DUE:20260402T090000Z"),
        ("VTODO", "STATUS:COMPLETED", "STATUS:CANCELLED"),
        ("VTODO", "PERCENT-COMPLETE:1", "PERCENT-COMPLETE:2"),
        ("VTODO", "COMPLETED:20260401T090000Z", "COMPLETED:20260402T090000Z"),
        ("VTODO", "SEQUENCE:1", "SEQUENCE:2"),
        ("VTODO", "DTSTAMP:20260401T090000Z", "DTSTAMP:20260402T090000Z"),
        ("VTODO", "CLASS:PUBLIC", "CLASS:PRIVATE"),
        ("VJOURNAL", "SUMMARY:one", "SUMMARY:two"),
        ("VJOURNAL", "DTSTART:20260401T090000Z", "DTSTART:20260402T090000Z"),
        ("VFREEBUSY", "CONTACT:one", "CONTACT:two"),
        ("VFREEBUSY", "DTEND:20260401T090000Z", "DTEND:20260402T090000Z"),
        ("VALARM", "DESCRIPTION:one", "DESCRIPTION:two"), ("VALARM", "REPEAT:1", "REPEAT:2"),
        ("VTODO's VALARM", "DURATION:PT1M", "DURATION:PT2M"),
        ("VTODO's VALARM", "SUMMARY:one", "SUMMARY:two"),
        ("VCALENDAR", "METHOD:PUBLISH", "METHOD:REQUEST"), ("VCALENDAR", "PRODID:one", "PRODID:two"),
        ("VCALENDAR", "CALSCALE:GREGORIAN", "CALSCALE:GREGORIAN"), ("VCALENDAR", "UID:one", "UID:two"),
        ("VTIMEZONE", "LAST-MODIFIED:20260101T000000Z", "LAST-MODIFIED:20260102T000000Z"),
    ]

    @Test(arguments: twice)
    func `a duplicate property produces a warning, regardless of its spelling and the lines in between`(
        _ row: (component: String, first: String, second: String)
    ) throws {
        let name = String(row.first.prefix { $0 != ":" && $0 != ";" })
        let folded = row.second.prefix(3) + "\n " + row.second.dropFirst(3)
        for second in [
            row.second, row.second.prefix { $0 != ":" }.lowercased() + row.second.drop { $0 != ":" },
            String(folded),
        ] {
            for between in ["", "X-BETWEEN:1\n"] {
                let file = try file(row.component, "\(row.first)\n\(between)\(second)\n")
                let found = file.diagnostics.filter { $0.message.contains("duplicate") }
                #expect(found.map(\.message) == ["duplicate \(name); using the first"], "\(second)")
                #expect(found.first?.line == line(of: second, in: file, row.component, between), "\(second)")
                #expect(found.first?.severity == .warning && found.first?.code == .badValue)
                #expect(file.validate().contains { $0.code == .repeatedProperty && $0.property == name })
            }
        }
    }

    private func line(of second: String, in file: CalendarFile, _ component: String, _ between: String) -> Int
    {
        let frame = Self.frames[component] ?? ("", "")
        return 4 + frame.begin.count { $0 == "\n" } + between.count { $0 == "\n" }
    }

    @Test(arguments: ["VEVENT", "VTODO", "VJOURNAL", "VALARM"])
    func `each duplicate property produces a warning, but lists do not`(component: String) throws {
        let several = "ATTENDEE:mailto:a@x.org\nATTENDEE:mailto:b@x.org\nX-A:1\nX-A:2\n"
        #expect(try file(component, several).diagnostics.map(\.message) == [])
        let three = try file(component, "SUMMARY:1\nSUMMARY:2\nSUMMARY:3\n")
        #expect(three.diagnostics.count == 2)
    }

    @Test func `all repeatable text properties are read`() throws {
        let lines = "DESCRIPTION:one\nDESCRIPTION:two\n"
        #expect(try file("VJOURNAL", lines).diagnostics.isEmpty)
        #expect(try file("VCALENDAR", lines + "NAME:one\nNAME;LANGUAGE=de:eins\n").diagnostics.isEmpty)
    }

    @Test func `duplicate calendar properties far apart are found with any number of parts`() throws {
        let event = "BEGIN:VEVENT\nUID:a\nDTSTART:20260401T090000Z\nEND:VEVENT\n"
        let text = crlf(
            "BEGIN:VCALENDAR\nVERSION:2.0\nMETHOD:PUBLISH\n\(event)METHOD:CANCEL\nEND:VCALENDAR\n"
        )
        let said = ["duplicate METHOD; using the first"]
        #expect(try CalendarFile(text: text).diagnostics.map(\.message) == said)
        var search = OccurrenceSearch(in: try window("2026-01-01", "2027-01-01"))
        #expect(try search.read(bytes: Array(text.utf8)).map(\.message) == said)
    }

    @Test func `a search warns once, and only about events in the window`() throws {
        let text = calendar("DTSTART:20260401T090000Z\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:one\nSUMMARY:two")
        var search = OccurrenceSearch(in: try window("2026-01-01", "2027-01-01"))
        #expect(try search.read(bytes: Array(text.utf8)).isEmpty)
        let occurrences = search.occurrences()
        let first = try #require(occurrences.first { _ in true })
        #expect(first.decodedEvent().diagnostics.map(\.message) == ["duplicate SUMMARY; using the first"])
        #expect(first.summary == "one")
        let odd = text.replacing("DTSTART:", with: "DTSTART;X-A=1:")
        var other = OccurrenceSearch(in: try window("2026-01-01", "2027-01-01"))
        _ = try other.read(bytes: Array(odd.utf8))
        let again = try #require(other.occurrences().first { _ in true })
        #expect(again.decodedEvent().diagnostics.map(\.message) == ["duplicate SUMMARY; using the first"])
    }

    @Test func `jCal produces the same warnings as iCalendar`() throws {
        let event =
            #"["vevent",[["uid",{},"text","a"],["summary",{},"text","one"],["summary",{},"text","two"]],[]]"#
        let json =
            #"["vcalendar",[["version",{},"text","2.0"],["method",{},"text","x"],["method",{},"text","PUBLISH"]],["#
        let file = try CalendarFile(jCal: Array((json + event + "]]").utf8))
        let said = file.diagnostics.map(\.message)
        #expect(said.contains("duplicate SUMMARY; using the first"))
        #expect(said.contains("duplicate METHOD; using the first"))
        #expect(said.contains("METHOD: unknown word 'x'; ignored"))
    }

    @Test func `a hundred thousand duplicates respect the diagnostic limit`() throws {
        let lines = String(repeating: "SUMMARY:x\n", count: 100_000)
        var limits = ReadingLimits()
        limits.properties = .max
        let file = try CalendarFile(
            text: "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\n\(lines)END:VEVENT\nEND:VCALENDAR\n",
            limits: limits
        )
        #expect(file.diagnostics.count <= limits.diagnostics + 1)
    }
}
