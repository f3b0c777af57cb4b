import Foundation
import Testing

/// Tests imports whose time zones have the same name as a zone in the stored item, but different offsets.
@Suite struct ImportZoneTests {
    private static func zone(_ offset: String, _ name: String = "Custom") -> String {
        "BEGIN:VTIMEZONE\nTZID:\(name)\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:\(offset)\n"
            + "TZOFFSETTO:\(offset)\nEND:STANDARD\nEND:VTIMEZONE"
    }

    private static func event(_ stamp: String, _ lines: String) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:2026\(stamp)T000000Z\nSUMMARY:A\nORGANIZER:mailto:o@x.example\n\(lines)\nEND:VEVENT"
    }

    private static let series = event(
        "0301",
        "DTSTART;TZID=Custom:20260603T100000\nRRULE:FREQ=WEEKLY;COUNT=3"
    )

    private let store: StoreProgram

    init() throws {
        store = try StoreProgram()
        try store.write(calendarText(Self.zone("+0300"), Self.series), to: "calendars/home/u.ics")
    }

    private func starts(after event: String, method: String? = nil, zone: String) throws -> [String] {
        let method = method.map { "METHOD:\($0)\n" } ?? ""
        let file = try store.write(calendarText(method + Self.zone(zone), event), to: "in.ics")
        let result = try store.run("import", file, "--to", "home")
        #expect(result.output.contains("updated"), "\(result.output) \(result.errors)")
        return try store.events().compactMap { $0["start"] as? String }
    }

    @Test(arguments: [nil, "REQUEST"], [":20260610T070000Z", ";TZID=Custom:20260610T120000"])
    func `an occurrence in a zone with different offsets does not move the others`(
        method: String?,
        id: String
    ) throws {
        let override = Self.event("0401", "RECURRENCE-ID\(id)\nDTSTART;TZID=Custom:20260610T140000")
        let found = try starts(after: override, method: method, zone: "+0500")
        #expect(
            found == ["2026-06-03T10:00:00+03:00", "2026-06-10T14:00:00+05:00", "2026-06-17T10:00:00+03:00"]
        )
    }

    @Test(arguments: [(true, "14:00:00+07:00"), (false, "14:00:00+05:00")])
    func `a numbered zone uses its own definition or, without one, that of the zone without the number`(
        isDefined: Bool,
        time: String
    ) throws {
        let override = Self.event(
            "0401",
            "RECURRENCE-ID;TZID=Custom:20260610T120000\nDTSTART;TZID=Custom 1:20260610T140000"
        )
        let zone = isDefined ? Self.zone("+0700", "Custom 1") + "\n" : ""
        let found = try starts(after: zone + override, zone: "+0500")
        #expect(
            found == ["2026-06-03T10:00:00+03:00", "2026-06-10T\(time)", "2026-06-17T10:00:00+03:00"]
        )
    }

    @Test(arguments: [nil, "REQUEST"], ["DTSTART", "RECURRENCE-ID"])
    func `an unknown zone is also reported for an occurrence of a stored series`(
        method: String?,
        name: String
    ) throws {
        let times = ["RECURRENCE-ID": "20260610T100000", "DTSTART": "20260610T140000"].map { key, time in
            "\(key);TZID=\(key == name ? "Nowhere" : "Custom"):\(time)"
        }
        let method = method.map { "METHOD:\($0)\n" } ?? ""
        let override = Self.event("0401", times.sorted().joined(separator: "\n"))
        let file = try store.write(calendarText(method + Self.zone("+0300"), override), to: "in.ics")
        let result = try store.run("import", file, "--to", "home")
        let warnings = result.errors.split(separator: "\n").filter { $0.contains("Nowhere") }
        #expect(warnings.count == 1 && warnings[0].contains("read as floating"), "\(result.errors)")
    }

    @Test(arguments: ["Nowhere", nil])
    func `a local time that identifies an instance is written in the series' format`(zone: String?) throws {
        let parameter = zone.map { ";TZID=\($0)" } ?? ""
        let override = Self.event(
            "0401",
            "RECURRENCE-ID\(parameter):20260610T100000\nDTSTART;TZID=Custom:20260610T140000"
        )
        _ = try starts(after: override, zone: "+0300")
        let path = store.calendars.appending(path: "home/u.ics")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.contains("\nRECURRENCE-ID;TZID=Custom:20260610T100000"), "\(text)")
    }

    @Test func `an added occurrence keeps its time zone`() throws {
        let added = Self.event("0401", "SEQUENCE:1\nDTSTART;TZID=Custom:20260605T120000")
        let found = try starts(after: added, method: "ADD", zone: "+0500")
        #expect(found.contains("2026-06-05T12:00:00+05:00") && found.contains("2026-06-17T10:00:00+03:00"))
        #expect(found.count == 4)
    }

    @Test func `an occurrence in a zone with identical offsets needs no new zone name`() throws {
        let override = Self.event(
            "0401",
            "RECURRENCE-ID:20260610T070000Z\nDTSTART;TZID=Custom:20260610T140000"
        )
        let zone = Self.zone("+0300").replacing("TZID:Custom", with: "TZID:Custom\nX-LIC-LOCATION:Elsewhere")
        let file = try store.write(calendarText(zone, override), to: "in.ics")
        _ = try store.run("import", file, "--to", "home")
        #expect(try store.events().map { $0["timeZone"] as? String } == ["Custom", "Custom", "Custom"])
    }

    @Test func `a later revision can change only its zone definition`() throws {
        let later = Self.series.replacing("20260301", with: "20260401")
        let found = try starts(after: later, zone: "+0500")
        #expect(found.map { $0.suffix(6) } == ["+05:00", "+05:00", "+05:00"])
        // Importing the message again changes nothing.
        let again = try store.run("import", store.folder.appending(path: "in.ics").path(), "--to", "home")
        #expect(again.output.contains("skipped 1"), "\(again.output)")
    }
}
