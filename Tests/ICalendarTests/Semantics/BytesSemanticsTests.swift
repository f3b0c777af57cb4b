import ICalendar
import Testing

/// Tests line endings, folds, encodings and truncated files.
struct BytesSemanticsTests {
    private let plain = calendar("SUMMARY:Café\nDTSTART:20260110T100000Z")

    private func read(_ bytes: [UInt8]) throws -> Expanded {
        try expand(bytes: bytes, from: "2026-01-01", to: "2026-02-01")
    }

    private func read(_ text: String) throws -> Expanded {
        try read(Array(text.utf8))
    }

    @Test func `files with a byte order mark, bare LF or bare CR are read`() throws {
        let texts = [
            plain, "\u{FEFF}" + plain, plain.replacing("\r\n", with: "\n"),
            plain.replacing("\r\n", with: "\r"),
        ]
        for text in texts {
            let found = try read(text)
            #expect(found.occurrences.map(\.summary) == ["Café"])
            #expect(found.diagnostics == [])
        }
    }

    @Test func `blank lines are skipped`() throws {
        let found = try read("\r\n" + plain.replacing("\r\n", with: "\r\n\r\n") + "\r\n\r\n")
        #expect(found.occurrences.map(\.summary) == ["Café"])
        #expect(found.diagnostics == [])
    }

    @Test func `invalid UTF-8 is read as Windows-1252, one value at a time, and its bytes are kept`() throws {
        let text = calendar("SUMMARY:Caf~ |10\nLOCATION:Köln\nDTSTART:20260110T100000Z")
        let bytes = text.utf8.map { $0 == 0x7E ? UInt8(0xE9) : $0 == 0x7C ? 0x80 : $0 }
        let found = try read(bytes)
        let event = try #require(found.occurrences.first?.event)
        #expect(event.summary == "Café €10")
        #expect(event.component.text("LOCATION") == "Köln")
        #expect(found.remarks.map(\.code) == [.encoding])
        #expect(found.remarks.first?.line == 7)
        let source = try #require(event.component.first("SUMMARY")?.sourceBytes)
        #expect(source.starts(with: Array("SUMMARY:Caf".utf8) + [0xE9, 0x20, 0x80]))
    }

    @Test func `VERSION:1.0 is read according to RFC 5545`() throws {
        let found = try read(plain.replacing("VERSION:2.0", with: "VERSION:1.0"))
        #expect(found.starts == ["2026-01-10T10:00:00Z"])
        #expect(found.warns(at: "VERSION", saying: "1.0"))
    }

    @Test func `a fold can split a multibyte character`() throws {
        // Two folds, one before and one within the two bytes of "é".
        var bytes: [UInt8] = []
        for byte in plain.utf8 {
            if byte == 0xC3 || byte == 0xA9 { bytes += Array("\r\n ".utf8) }
            bytes.append(byte)
        }
        let found = try read(bytes)
        #expect(found.occurrences.map(\.summary) == ["Café"])
        #expect(found.diagnostics == [])
    }

    @Test func `folds that use a tab or split a name are removed`() throws {
        let found = try read(plain.replacing("SUMMARY:Ca", with: "SUM\r\n\tMARY:C\r\n a"))
        #expect(found.occurrences.map(\.summary) == ["Café"])
        #expect(found.diagnostics == [])
    }

    @Test func `several VCALENDARs in one stream are all read`() throws {
        let found = try read(plain + calendar("UID:b\nDTSTART:20260111T100000Z"))
        #expect(found.occurrences.map(\.uid) == ["a", "b"])
        #expect(found.diagnostics == [])
    }

    @Test func `a truncated file keeps its complete components`() throws {
        let whole = calendar("DTSTART:20260110T100000Z", "UID:b\nDTSTART:20260111T100000Z\nSUMMARY:Lost")
        let cut = String(whole[..<(try #require(whole.firstRange(of: "Lost")).lowerBound)])
        let found = try read(cut)
        #expect(found.occurrences.map(\.uid) == ["a"])
        #expect(found.remarks.contains { $0.code == .framing })
        let unclosed = try read(plain.replacing("END:VCALENDAR\r\n", with: ""))
        #expect(unclosed.occurrences.map(\.uid) == ["a"])
        #expect(unclosed.remarks.contains { $0.code == .missingEnd })
    }

    @Test func `BEGIN:VEVENT inside an unclosed VEVENT drops the outer event`() throws {
        let both = calendar("DTSTART:20260110T100000Z", "UID:b\nDTSTART:20260111T100000Z")
        let end = try #require(both.firstRange(of: "END:VEVENT\r\n"))
        var broken = both
        broken.removeSubrange(end)
        let found = try read(broken)
        #expect(found.occurrences.map(\.uid) == ["b"])
        #expect(found.warns(at: "BEGIN:VEVENT", saying: "VEVENT"))
    }

    @Test func `components outside any VCALENDAR are read`() throws {
        let lone = crlf(
            "BEGIN:VEVENT\nUID:b\nDTSTAMP:20260101T000000Z\nDTSTART:20260111T100000Z\nEND:VEVENT\n"
        )
        let found = try read(plain + lone)
        #expect(found.occurrences.map(\.uid) == ["a", "b"])
        #expect(found.warns(at: "BEGIN:VEVENT", saying: "VCALENDAR"))
        let alone = try read(lone)
        #expect(alone.occurrences.map(\.uid) == ["b"])
        #expect(alone.warns(at: "BEGIN:VEVENT", saying: "VCALENDAR"))
    }

    @Test func `text values, including UIDs, are unescaped but not trimmed`() throws {
        let found = try read(
            calendar(
                #"UID: a\, b\;c "# + "\n" + #"SUMMARY: One\nTwo\\ \, three\; "# + "\nDTSTART:20260110T100000Z"
            )
        )
        #expect(found.occurrences.map(\.uid) == [" a, b;c "])
        #expect(found.occurrences.map(\.summary) == [" One\nTwo\\ , three; "])
        #expect(found.diagnostics == [])
    }

    @Test func `input without a calendar is an error`() {
        for text in ["", "hello\r\n", "<html></html>"] {
            let error = #expect(throws: CalendarError.self) { try CalendarFile(text: text, name: "x.ics") }
            #expect(error?.code == .notACalendar)
            #expect(error?.description.hasPrefix("x.ics") == true)
        }
    }
}
