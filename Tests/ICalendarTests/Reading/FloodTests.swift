import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests that thousands of similar diagnostics are summarized and shortened.
struct FloodTests {
    @Test(.long) func `a letter with thousands of accents is processed quickly`() throws {
        let accents = "e" + String(repeating: "\u{301}\u{323}", count: 8_000)
        let text = calendar(
            "UID:\(accents)\nDTSTART;TZID=\(accents):20260101T100000\nSUMMARY:\(accents)\\n\nCATEGORIES:\(accents),b\n"
                + "X-\(accents);X-\(accents)=\(accents):\(accents)\nSTATUS:\(accents)\nATTENDEE;CN=\(accents):mailto:a"
        )
        let file = try CalendarFile(text: text)
        let event = try #require(file.calendars[0].component.components.first)
        let summary = try #require(event.text("SUMMARY"))
        #expect(summary.unicodeScalars.filter { $0 != "\u{34F}" }.count == 16_002)
        #expect(file.diagnostics.contains { $0.code == .encoding })
        #expect(Set([event, event]).count == 1)
        #expect(file.occurrences(in: try window("2026-01-01", "2026-01-02")).count() == 1)
        // Shortened text survives a round trip.
        let again = try CalendarFile(text: file.calendars[0].icsText)
        #expect(again.calendars[0].component == file.calendars[0].component)
        let json = try CalendarFile(jCal: file.jCalBytes())
        #expect(json.calendars[0].component.components[0].text("SUMMARY") == summary)
    }

    @Test func `thirty accents on a letter, and text in any language, are unchanged`() throws {
        for word in [
            "e" + String(repeating: "\u{301}", count: 30), "ไทยน้ำกว่า", "הַשָּׁלוֹם",
            "がぎぐげご" + String(repeating: "が", count: 50),
        ] {
            let (value, codes) = try Sample.value("SUMMARY:\(word)")
            #expect(value?.string?.unicodeScalars.elementsEqual(word.unicodeScalars) == true)
            #expect(codes.isEmpty)
        }
        let (value, codes) = try Sample.value("SUMMARY:e" + String(repeating: "\u{301}", count: 31))
        #expect(value?.string?.unicodeScalars.count == 33)
        #expect(codes == ["encoding"])
    }

    @Test func `only the first of many malformed parameters are reported, with a count of the rest`() throws {
        let (property, diagnostics) = try Sample.property(
            "SUMMARY" + String(repeating: ";X", count: 300) + ":a"
        )
        #expect(property?.value == .text("a"))
        #expect(diagnostics.count == 21)
        #expect(Set(diagnostics.map(\.code)) == [.badParameter])
        #expect(
            diagnostics.last?.message == "SUMMARY: 280 more parameters repaired or ignored"
        )
    }

    @Test func `up to the limit, each malformed parameter is reported and none is merely counted`() throws {
        let (_, diagnostics) = try Sample.property("SUMMARY" + String(repeating: ";X", count: 20) + ":a")
        #expect(diagnostics.count == 20)
        #expect(!diagnostics.contains { $0.message.contains("more parameters") })
    }

    @Test(arguments: [
        #"SUMMARY;X-LONG="a"b,"a"b,"a"b:c"#, #"SUMMARY;X-LONG="a;B="a:c"#, "SUMMARY;X-LONG:c",
        #"SUMMARY;X-LONG=a"b:c"#, #"X-LONG;A="b;B;C:c"#, "X-LONG_;A:b",
    ])
    func `a long name is shortened in diagnostics`(_ line: String) throws {
        let name = "X-" + String(repeating: "A", count: 5000)
        let (property, diagnostics) = try Sample.property(line.replacing("X-LONG", with: name))
        #expect(!diagnostics.isEmpty)
        for diagnostic in diagnostics { #expect(diagnostic.message.utf8.count < 200) }
        #expect(property?.name == "SUMMARY" || property?.name.hasPrefix(name) == true)
    }

    @Test(.long, .timeLimit(.minutes(30)), arguments: [";", #";A="b"#, ";=", ";A", #";A="b"c"#])
    func `a line with hundreds of thousands of separators is read in linear time`(_ part: String) throws {
        let line = "SUMMARY" + String(repeating: part, count: 200_000) + ":a"
        let file = try CalendarFile(text: Sample.event(line))
        #expect(file.calendars[0].component.components[0].properties.map(\.name) == ["SUMMARY"])
        #expect(file.validate().count { $0.code == .parameterForm } == RemarkFlood.most + 1)
    }

    @Test func `only the first of many malformed rule parts are reported, with a count of the rest`() {
        let parts = String(repeating: ";X-A=1", count: 100)
        let (rule, remarks) = RuleText.parse("FREQ=DAILY" + parts)
        #expect(rule?.frequency == .daily)
        #expect(remarks.count == 21)
        #expect(remarks.last?.message == "80 more rule parts ignored or repaired")
    }

    @Test func `the reason for rejecting a rule is reported even after many other diagnostics`() {
        let parts = String(repeating: ";X-A=1", count: 100)
        let (rule, remarks) = RuleText.parse("FREQ=DAILY" + parts + ";BYMONTH=99")
        #expect(rule == nil)
        #expect(remarks.count == 22)
        #expect(remarks.last?.severity == .error)
    }

    @Test(arguments: [
        ("short", "short"), (String(repeating: "a", count: 60), String(repeating: "a", count: 60)),
        (String(repeating: "a", count: 61), String(repeating: "a", count: 57) + "..."),
        (String(repeating: "é", count: 60), String(repeating: "é", count: 60)),
        (
            "e" + String(repeating: "\u{301}", count: 100),
            "e" + String(repeating: "\u{301}", count: 56) + "..."
        ),
    ])
    func `long values are shortened in diagnostics`(_ text: String, _ short: String) {
        #expect(Array(Words.short(text).unicodeScalars) == Array(short.unicodeScalars))
    }
}
