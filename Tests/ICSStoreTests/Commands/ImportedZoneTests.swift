import Foundation
import TestTraits
import Testing

/// Tests which time zone definitions an import keeps.
struct ImportedZoneTests {
    /// Returns a definition with approximately the given size in bytes.
    private static func zone(_ id: String, bytes: Int = 0) -> String {
        let note = bytes > 0 ? "COMMENT:\(String(repeating: "x", count: bytes))\n" : ""
        return """
            BEGIN:VTIMEZONE
            TZID:\(id)
            \(note)BEGIN:STANDARD
            DTSTART:19700101T000000
            TZOFFSETFROM:+0500
            TZOFFSETTO:+0500
            END:STANDARD
            END:VTIMEZONE

            """
    }

    private static func event(_ uid: String, in zone: String) -> String {
        """
        BEGIN:VEVENT
        UID:\(uid)
        DTSTAMP:20260101T000000Z
        DTSTART;TZID=\(zone):20260401T090000
        END:VEVENT

        """
    }

    /// Imports the given calendar contents.
    private static func imported(_ body: String, into store: StoreProgram) throws -> StoreProgram.Result {
        let file = try store.write(
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\n\(body)END:VCALENDAR\n",
            to: "in.ics"
        )
        return try store.run("import", file, "--to", "home")
    }

    @Test func `an item keeps the definitions of the time zones that it names, and no others`() throws {
        let store = try StoreProgram()
        let zones = (1...30).map { Self.zone("Zone \($0)") }.joined()
        let events =
            Self.event("a", in: "Zone 7") + Self.event("b", in: "zone 8") + Self.event("c", in: "Mars")
        let result = try Self.imported(zones + events, into: store)
        #expect(result.output == "added 3, skipped 0, to home\n", "\(result.errors)")
        let files = try store.contents().mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(files["home/a.ics"]?.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
        #expect(files["home/a.ics"]?.contains("TZID:Zone 7") == true)
        #expect(files["home/b.ics"]?.contains("TZID:Zone 8") == true)
        #expect(files["home/c.ics"]?.contains("BEGIN:VTIMEZONE") == false)
    }

    @Test(.long) func `a long definition is repeated only as long as the size limit allows`()
        throws
    {
        let store = try StoreProgram()
        let events = (1...20).map { Self.event("e\($0)", in: "Long") }.joined() + Self.event("z", in: "Short")
        let result = try Self.imported(
            Self.zone("Long", bytes: 5_000_000) + Self.zone("Short") + events,
            into: store
        )
        #expect(result.output == "added 4, skipped 17, to home\n")
        #expect(result.errors.contains("e20: its time zone definitions are too long"))
        #expect(try store.contents()["home/z.ics"] != nil)
    }

    @Test(.long) func `copies of a long definition stay within a limit`()
        throws
    {
        let store = try StoreProgram()
        let events = (1...1000).map { Self.event("e\($0)", in: "Long") }.joined()
        let result = try Self.imported(Self.zone("Long", bytes: 500_000) + events, into: store)
        #expect(result.output == "added 32, skipped 968, to home\n")
    }

    @Test(.long)
    func `a long definition of a known time zone is replaced with a short one if it exceeds the limit`()
        throws
    {
        let store = try StoreProgram()
        let names = ["Europe/Berlin", "europe/berlin", "W. Europe Standard Time"]
        let zones = names.map { Self.zone($0, bytes: 5_000_000) }.joined()
        let events = (1...5).flatMap { number in
            names.map { Self.event("\($0) \(number)", in: $0) }
        }.joined()
        let result = try Self.imported(zones + events, into: store)
        // The file defines the Windows name, so its definition cannot be removed.
        #expect(result.output == "added 11, skipped 4, to home\n", "\(result.errors)")
        let files = try store.contents().values.map { String(decoding: $0, as: UTF8.self) }
        let short = files.filter { $0.contains("TZID=Europe/Berlin") && $0.utf8.count < 5000 }
        #expect(short.count == 4)
        #expect(short.allSatisfy { $0.contains("BEGIN:VTIMEZONE") && $0.contains("TZID:Europe/Berlin") })
    }
}
