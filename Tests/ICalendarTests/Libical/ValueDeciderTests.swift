import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct ValueDeciderTests {
    /// What libical makes of one value, or nil when it is not asked about the property or refuses.
    private func libical(_ name: String, _ text: String) -> Value? {
        let bytes = Array(text.utf8)
        let capitals = Array(name.utf8)
        guard let index = PropertyDefinition.index(of: capitals.indices, in: capitals.span) else {
            return nil
        }
        var libical = LibicalReader()
        return LibicalProperty.read(bytes.span, ofProperty: index, &libical)
    }

    /// What Swift makes of the same.
    private func swift(_ name: String, _ text: String) throws -> Value {
        let definition = try #require(PropertyDefinition.named(name))
        let reader = ValueReader(
            form: definition.form,
            definition: definition,
            declared: nil,
            hasTimeZone: false,
            limit: 100
        )
        var remarks: [ValueRemark] = []
        let bytes = Array(text.utf8)
        return reader.read(bytes.span, ByteTraits(bytes.span), &remarks)
    }

    @Test func `libical 3.0 is there`() {
        #expect(LibicalLibrary.isUsable)
    }

    @Test(arguments: PropertyDefinition.all.filter(\.isForLibical).map(\.name))
    func `libical and Swift agree on plain values`(_ name: String) throws {
        let definition = try #require(PropertyDefinition.named(name))
        let texts =
            switch definition.form {
            case .enumeration:
                ["PUBLIC", "OPAQUE", "transparent", "Display", "PUBLISH", "busy", "x-other", "FOO"]
            case .text:
                [
                    "plain", #"a\, b\; c\\d\ne\Nf"#, "Zoë \u{1F600}", "a,b;c:d", "\"quoted\"", "tab\there",
                    "a=b",
                    "BEGIN:VEVENT", String(repeating: "long ", count: 5000) + "end",
                ]
            default: ["http://example.org/a?b=c,d;e", "mailto:jane@example.org", "urn:uuid:1", "a\\b", "Zoë"]
            }
        for text in texts {
            if definition.form == .enumeration {
                // Each property knows its own words only; those of another are unknown to libical, and kept.
                let known = try #require(libical(name, text)?.string)
                #expect(try swift(name, text).string?.uppercased() == known.uppercased())
            } else {
                #expect(try libical(name, text) == swift(name, text), "\(name) \(text.prefix(40))")
            }
        }
    }

    @Test func `random text is the same for both`() throws {
        var generator = SplitMix(state: 5545)
        let alphabet =
            Array("abc ,;:=\"'^%\\n\\,\\;\\\\éß\u{1F600}").map(String.init) + [
                #"\n"#, #"\,"#, #"\\"#, #"\;"#,
            ]
        var asked = 0
        for _ in 0..<5000 {
            let count = Int.random(in: 1...30, using: &generator)
            let text = (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? "" }.joined()
            let bytes = Array(text.utf8)
            guard ValueForm.text.asksLibical(bytes.span, traits: ByteTraits(bytes.span)) else {
                continue
            }
            asked += 1
            #expect(try libical("SUMMARY", text) == swift("SUMMARY", text), "\(text)")
        }
        #expect(asked > 1000)
    }

    @Test func `values come back in their places, whatever the order of properties and components`() throws {
        let text = Sample.event(
            "SUMMARY:1",
            "BEGIN:VALARM",
            "DESCRIPTION:2",
            "BEGIN:VLOCATION",
            "COMMENT:3",
            "END:VLOCATION",
            "SUMMARY:4",
            "END:VALARM",
            "LOCATION:5",
            "BEGIN:VALARM",
            "DESCRIPTION:6",
            "END:VALARM",
            "COMMENT:7"
        )
        let event = try CalendarFile(text: text).calendars[0].component.components[0]
        #expect(event.properties.map(\.value.string) == ["1", "5", "7"])
        #expect(event.components[0].properties.map(\.value.string) == ["2", "4"])
        #expect(event.components[0].components[0].properties.map(\.value.string) == ["3"])
        #expect(event.components[1].properties.map(\.value.string) == ["6"])
    }

    @Test(arguments: [
        "", " a", "a ", #"\x"#, #"a\"#, "a\u{7}", "a\u{7F}", String(repeating: "a", count: 65_537),
    ])
    func `what libical would change is not handed to it`(_ text: String) {
        let bytes = Array(text.utf8)
        let isAllowed = ValueForm.text.asksLibical(bytes.span, traits: ByteTraits(bytes.span))
        #expect(!isAllowed)
    }

    @Test func `what counting needs never wakes libical`() {
        for name in [
            "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RDATE", "EXDATE", "EXRULE", "RECURRENCE-ID",
            "SEQUENCE",
            "DTSTAMP", "STATUS", "TZID", "TZNAME", "TZOFFSETFROM", "TZOFFSETTO",
        ] {
            #expect(PropertyDefinition.named(name)?.isForLibical == false, "\(name)")
        }
    }

    @Test func `names are found in any case, and others are not`() {
        for (index, definition) in PropertyDefinition.all.enumerated() {
            let name = Array(definition.name.lowercased().utf8)
            let found = PropertyDefinition.index(of: name.indices, in: name.span)
            #expect(found == index)
            // Inside a line, where eight bytes are read at once, and with any byte another.
            let line = Array("x\(definition.name.lowercased()):y;1234567890".utf8)
            #expect(PropertyDefinition.index(of: 1..<1 + name.count, in: line.span) == index)
            for place in name.indices {
                var other = line
                other[1 + place] = UInt8(ascii: "_")
                #expect(PropertyDefinition.index(of: 1..<1 + name.count, in: other.span) == nil)
                #expect(PropertyDefinition.index(of: 1..<1 + place, in: line.span) != index)
            }
        }
        #expect(PropertyDefinition.named("SUMMARYX") == nil)
        #expect(PropertyDefinition.named("") == nil)
    }

    @Test func `decoding may be limited to some properties`() throws {
        let text = Sample.event(
            "UID:1",
            "SUMMARY:a",
            "DTSTART:20260101T000000",
            "X-A:b",
            "STATUS:CONFIRMED",
            "no colon"
        )
        var reader = try CalendarReader(
            ByteSource(bytes: Array(text.utf8), name: nil),
            limits: ReadingLimits()
        )
        var slices: [ComponentSlice] = []
        loop: while true {
            switch try reader.next() {
            case .slice:
                let names = reader.withPendingBytes { name, lines, bytes in (name, lines.count, bytes.count) }
                slices.append(reader.takeSlice())
                #expect(names.0.capitals == slices.last?.name)
                #expect(names.2 == slices.last?.store.bytes.count)
            case .end: break loop
            default: continue
            }
        }
        #expect(slices.map(\.name) == ["VCALENDAR", "VEVENT"])
        let decoder = ComponentDecoder(limits: ReadingLimits(), file: "f.ics")
        let (event, diagnostics) = decoder.decode(slices[1], wanting: .scheduling)
        #expect(event.properties.map(\.name) == ["UID", "DTSTART", "STATUS"])
        #expect(
            diagnostics.map(\.description) == [
                "f.ics:9: warning: 'no colon' has no colon; line skipped"
            ]
        )
        let (chosen, _) = decoder.decode(slices[1], wanting: PropertySelection(["X-A", "SUMMARY"]))
        #expect(chosen.properties.map(\.name) == ["SUMMARY", "X-A"])
    }
}

/// A small generator of random numbers with a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

extension PropertyDefinition {
    /// The definition of a name in capitals, or nil when no RFC defines it.
    static func named(_ name: String) -> PropertyDefinition? {
        let bytes = Array(name.utf8)
        return index(of: bytes.indices, in: bytes.span).map { all[$0] }
    }
}
