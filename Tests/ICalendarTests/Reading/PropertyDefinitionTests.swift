import ICalendar
import Testing

@testable import ICalendarCore

struct PropertyDefinitionTests {
    @Test func `values in nested components keep their positions`() throws {
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

    @Test func `property names are found regardless of case, but similar names are not`() {
        for (index, definition) in PropertyDefinition.all.enumerated() {
            let name = Array(definition.name.lowercased().utf8)
            let found = PropertyDefinition.index(of: name.indices, in: name.span)
            #expect(found == index)
            // Also finds names inside a line, where eight bytes are read at once, and rejects names with a
            // changed byte.
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

    @Test func `decoding can be limited to certain properties`() throws {
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
                "f.ics:9: error: line skipped: 'no colon' has no colon"
            ]
        )
        let (chosen, _) = decoder.decode(slices[1], wanting: PropertySelection(["X-A", "SUMMARY"]))
        #expect(chosen.properties.map(\.name) == ["SUMMARY", "X-A"])
    }
}

extension PropertyDefinition {
    /// Returns the definition for an upper-case name, or nil if no RFC defines it.
    static func named(_ name: String) -> PropertyDefinition? {
        let bytes = Array(name.utf8)
        return index(of: bytes.indices, in: bytes.span).map { all[$0] }
    }
}
