import Foundation
import ICSPages
import ICalendar
import Testing

/// Tests of the cells and rows of CSV files.
@Suite struct CSVTests {
    private func written(_ text: String) -> String {
        var bytes: [UInt8] = []
        CSVCell.append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Stand-up", "Stand-up"), ("", ""), ("Lunch, late", "\"Lunch, late\""),
        ("the \"big\" one", "\"the \"\"big\"\" one\""), ("two\nlines", "\"two\nlines\""),
        ("two\r\nlines", "\"two\nlines\""), (" a", "\" a\""), ("a;b", "\"a;b\""), ("田中", "田中"),
    ])
    func `a cell is quoted only if necessary`(text: String, cell: String) {
        #expect(written(text) == cell)
    }

    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+49 30 1234", "'+49 30 1234"), ("-2", "'-2"), ("@SUM(A1)", "'@SUM(A1)"),
        ("  =1", "'  =1"), ("\t=1", "'\t'=1"), ("\r=1", "'\n'=1"), ("\u{200B}=1", "'\u{200B}=1"),
        ("＝1", "'＝1"), ("\u{1B}=1", "'=1"), ("\u{202E}@x", "'@x"), ("a;=1", "a;'=1"), ("a\n@b", "a\n'@b"),
        ("a\t +b", "a\t' +b"), ("x=1", "x=1"), ("a - b", "a - b"), ("\t", "'\t"),
    ])
    func `a formula gets a leading apostrophe`(text: String, cell: String) {
        #expect(CSVCell.cell(of: text) == cell)
    }

    @Test func `control characters and direction controls are removed`() {
        #expect(CSVCell.cell(of: "a\u{1B}[31mb\u{07}\u{9B}c\u{202E}d\u{2066}e\u{FEFF}\u{0}") == "a[31mbcde")
    }

    @Test func `a long cell is shortened and marked`() {
        let cell = CSVCell.cell(of: String(repeating: "=😀;", count: 300_000))
        #expect(cell.utf16.count <= CSVCell.mostUnits)
        #expect(cell.hasPrefix("'=😀;'="))
        #expect(cell.hasSuffix(PageText.mark))
    }

    @Test func `a row has the same columns as the header`() throws {
        var event = try Event("Stand-up", start: EventTime("2026-03-30 09:15", in: "Europe/Berlin"))
        event.location = "Room 4, left"
        event.categories = ["clients", "weekly"]
        event.attendees = [
            Attendee(email: "nora@studio.example", name: "Nora Lind"), Attendee(email: "sam@a.example"),
        ]
        var bytes = Array("2026-03-30 09:15,2026-03-30 09:30".utf8)
        CSVRow.appendDetails(of: event, isAllDay: false, calendar: "Studio", uid: "a@b", to: &bytes)
        let rows = CSVReader.rows(CSVRow.header + String(decoding: bytes, as: UTF8.self))
        #expect(rows.count == 2)
        #expect(rows.first?.count == 12)
        #expect(
            rows.last == [
                "2026-03-30 09:15", "2026-03-30 09:30", "false", "Stand-up", "Room 4, left", "Studio", "",
                "clients; weekly", "Nora Lind <nora@studio.example>; sam@a.example", "", "", "a@b",
            ]
        )
    }

    @Test func `cells survive a round trip`() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["a", ",", "\"", "\n", "\r", "\t", ";", "=", "-", "é", "😀", " ", "'", "\u{7F}"]
        for _ in 0..<2000 {
            let texts = (0..<4).map { _ in
                (0..<Int.random(in: 0...8, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }
                .joined()
            }
            var bytes: [UInt8] = []
            for (number, text) in texts.enumerated() {
                if number > 0 { bytes.append(UInt8(ascii: ",")) }
                CSVCell.append(text, to: &bytes)
            }
            let read = CSVReader.rows(String(decoding: bytes, as: UTF8.self) + "\r\n")
            if read != [texts.map { CSVCell.cell(of: $0) }] { Issue.record("\(texts) is read as \(read)") }
        }
    }
}

/// A CSV reader that follows RFC 4180.
enum CSVReader {
    static func rows(_ text: String) -> [[String]] {
        var (rows, row, cell): ([[String]], [String], [UInt8]) = ([], [], [])
        var isQuoted = false
        let bytes = Array(text.utf8)
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            let next = place + 1 < bytes.count ? bytes[place + 1] : nil
            place += 1
            if isQuoted {
                if byte != UInt8(ascii: "\"") {
                    cell.append(byte)
                } else if next == UInt8(ascii: "\"") {
                    cell.append(byte)
                    place += 1
                } else {
                    isQuoted = false
                }
            } else if byte == UInt8(ascii: "\""), cell.isEmpty {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") || byte == 0x0D && next == 0x0A {
                row.append(String(decoding: cell, as: UTF8.self))
                cell = []
                guard byte == 0x0D else { continue }
                rows.append(row)
                (row, place) = ([], place + 1)
            } else {
                cell.append(byte)
            }
        }
        return rows
    }
}
