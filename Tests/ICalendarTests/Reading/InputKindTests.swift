import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct InputKindTests {
    @Test(arguments: [
        ("", "empty"),
        ("<!DOCTYPE html><html></html>", "HTML"),
        ("  <html>", "HTML"),
        ("<?xml version='1.0'?>", "XML"),
        ("{\"a\": 1}", "JSON"),
        ("BEGIN:VCARD\nFN:x\nEND:VCARD\n", "vCard"),
        ("hello world\n", "BEGIN:VCALENDAR"),
        ("%PDF-1.7", "PDF"),
        ("PK\u{3}\u{4}abc", "ZIP"),
        ("GIF89a", "GIF"),
        ("\n\n\n", "BEGIN:VCALENDAR"),
    ])
    func `input that is not a calendar is rejected, and the error describes it`(
        _ text: String,
        _ word: String
    ) {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(text: text, name: "x.ics") }
        #expect(error?.code == .notACalendar)
        #expect(error?.description.contains(word) == true)
        #expect(error?.description.hasPrefix("x.ics: ") == true)
    }

    @Test(arguments: [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "PNG"),
        ([0x1F, 0x8B, 8], "gzip"),
        ([0xFF, 0xFE, 0x42, 0], "UTF-16"),
        ([0xFE, 0xFF, 0, 0x42], "UTF-16"),
        ([0x42, 0, 0x45, 0], "UTF-16"),
        ([0, 0x42, 0, 0x45], "UTF-16"),
        ([0xFF, 0xD8, 0xFF, 0xE0], "JPEG"),
        ([0, 0, 0, 0], "BEGIN:VCALENDAR"),
    ])
    func `binary input is rejected, and the error names its format`(_ bytes: [UInt8], _ word: String) {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(bytes: bytes) }
        #expect(error?.code == .notACalendar)
        #expect(error?.detail.contains(word) == true)
    }

    @Test func `a folder is rejected as not a calendar`() {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(contentsOf: "/") }
        #expect(error?.code == .notACalendar)
    }

    @Test func `a missing file is reported as unreadable`() {
        let error = #expect(throws: CalendarError.self) { try CalendarFile(contentsOf: "/no/such/file.ics") }
        #expect(error?.code == .unreadable)
        #expect(error?.detail.contains("No such file") == true)
    }

    @Test func `a calendar that follows a web page is read`() throws {
        let file = try CalendarFile(text: "<html>\n" + Sample.event("SUMMARY:a"))
        #expect(file.calendars.count == 1)
    }
}
