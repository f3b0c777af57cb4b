import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct DecodedZonesTests {
    private func slice(_ text: String, line: Int = 1) throws -> ComponentSlice {
        let source = ByteSource(bytes: Array(text.utf8), name: nil)
        var reader = try CalendarReader(source, limits: ReadingLimits())
        while true {
            switch try reader.next() {
            case .slice: return reader.takeSlice()
            case .end: throw CalendarError(.notACalendar, "no component")
            default: break
            }
        }
    }

    private func text(_ more: String = "") -> String {
        "BEGIN:VCALENDAR\nBEGIN:VTIMEZONE\nTZID:Nowhere\n\(more)END:VTIMEZONE\nEND:VCALENDAR\n"
    }

    @Test func `the same definition on the same lines is decoded once`() throws {
        let zones = DecodedZones()
        var remarks = DiagnosticList(file: nil, limit: 10)
        let decoder = ComponentDecoder(limits: ReadingLimits(), file: nil)
        let first = zones.component(try slice(text()), decoder, &remarks)
        let second = zones.component(try slice(text()), decoder, &remarks)
        #expect(first == second)
        #expect(zones.count == 1)
        let later = zones.component(try slice("\n\n" + text()), decoder, &remarks)
        // The empty lines shift the line numbers.
        #expect(later.line == (first.line ?? 0) + 2)
        #expect(zones.count == 2)
        #expect(remarks.isEmpty)
    }

    @Test func `errors in a zone definition are reported each time it is read`() throws {
        let zones = DecodedZones()
        var remarks = DiagnosticList(file: nil, limit: 10)
        let decoder = ComponentDecoder(limits: ReadingLimits(), file: nil)
        for _ in 0..<2 { _ = zones.component(try slice(text("LAST-MODIFIED:soon\n")), decoder, &remarks) }
        #expect(remarks.all.count == 2)
        #expect(zones.count == 0)
    }
}
