import Foundation
import ICalendar
import SystemIO
import Testing

@testable import ICalendarCore

struct SystemZoneTests {
    private func zone(_ variable: String) throws -> Zone {
        try SystemZone(variable: variable).zone()
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), (":Europe/Berlin", "Europe/Berlin"),
        ("america/new_york", "America/New_York"),
        ("", "UTC"), (":", "UTC"), ("UTC", "UTC"), ("EST5EDT", "EST5EDT"), ("UTC0", "UTC0"),
        ("<+03>-3", "<+03>-3"),
    ])
    func `TZ can name a zone`(value: String, name: String) throws {
        #expect(try zone(value).identifier == name)
    }

    @Test func `TZ can contain a rule`() throws {
        let zone = try zone("CET-1CEST,M3.5.0,M10.5.0/3")
        #expect(zone.utc("2026-07-01T12:00:00") == "2026-07-01T10:00:00")
        #expect(try self.zone("<-0330>3:30").utc("2026-07-01T12:00:00") == "2026-07-01T15:30:00")
    }

    @Test func `TZ can be a path`() throws {
        let directory = try #require(TimeZoneDatabase.system.directory)
        #expect(try zone("\(directory)/Asia/Tokyo") == Zone(identifier: "Asia/Tokyo"))
        #expect(try zone(":\(directory)/Asia/Tokyo").identifier == "Asia/Tokyo")
        let copy = FileManager.default.temporaryDirectory.appendingPathComponent("zone-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: copy) }
        try Data(try #require(SmallFile.bytes(at: "\(directory)/Asia/Tokyo"))).write(to: copy)
        #expect(try zone(copy.path).identifier == copy.path)
        #expect(try zone(copy.path).offset(atUTC: "2026-01-01") == 32_400)
    }

    @Test(arguments: [
        "Nowhere/City", "/nowhere", "/etc", "/etc/passwd", "../UTC", "CET-1CEST,M3", "\u{0}", ":::", "/",
        "12345",
        String(repeating: "x", count: 100_000), "/dev/zero", "/dev/null",
    ])
    func `invalid values of TZ are errors`(value: String) {
        let error = #expect(throws: CalendarError.self) { try zone(value) }
        #expect(error?.code == .unknownTimeZone)
    }

    @Test func `a zone defined by a rule needs no database`() throws {
        let database = TimeZoneDatabase(variable: "/nowhere")
        let rule = SystemZone(variable: "CET-1CEST,M3.5.0,M10.5.0/3", database: database)
        #expect(try rule.zone().offset(atUTC: "2026-07-01") == 7200)
        #expect(throws: CalendarError.self) {
            try SystemZone(variable: "Europe/Berlin", database: database).zone()
        }
    }

    /// Creates a folder for `localtime`, which exists while `body` runs.
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "system-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func `without TZ, the target of the localtime link names the zone`() throws {
        let directory = try #require(TimeZoneDatabase.system.directory)
        try withFolder { folder in
            let link = folder.appendingPathComponent("localtime").path
            let alternative = folder.appendingPathComponent("alternative").path
            try FileManager.default.createSymbolicLink(
                atPath: alternative,
                withDestinationPath: "\(directory)/Europe/Madrid"
            )
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "alternative")
            let zone = try SystemZone(localTime: link, nameFile: folder.path + "/timezone").zone()
            #expect(zone.identifier == "Europe/Madrid")
        }
    }

    @Test func `without TZ, a name file names the zone of a plain localtime file that matches it`() throws {
        let directory = try #require(TimeZoneDatabase.system.directory)
        try withFolder { folder in
            let file = folder.path + "/localtime"
            let name = folder.path + "/timezone"
            let madrid = try #require(SmallFile.bytes(at: "\(directory)/Europe/Madrid"))
            try Data(madrid).write(to: URL(fileURLWithPath: file))
            #expect(try SystemZone(localTime: file, nameFile: name).zone().identifier == "localtime")
            try Data("Europe/Madrid\n".utf8).write(to: URL(fileURLWithPath: name))
            #expect(try SystemZone(localTime: file, nameFile: name).zone().identifier == "Europe/Madrid")
            try Data("Asia/Tokyo\n".utf8).write(to: URL(fileURLWithPath: name))
            let zone = try SystemZone(localTime: file, nameFile: name).zone()
            #expect(zone.identifier == "localtime")
            #expect(zone.offset(atUTC: "2026-07-01") == 7200)
            try FileManager.default.removeItem(atPath: file)
            #expect(try SystemZone(localTime: file, nameFile: name).zone().identifier == "Asia/Tokyo")
        }
    }

    @Test func `a system without a zone setting uses UTC, and a dangling link is an error`() throws {
        try withFolder { folder in
            let link = folder.path + "/localtime"
            #expect(try SystemZone(localTime: link, nameFile: folder.path + "/none").zone() == .utc)
            try FileManager.default.createSymbolicLink(
                atPath: link,
                withDestinationPath: "/usr/share/zoneinfo/Nowhere/City"
            )
            #expect(throws: CalendarError.self) {
                try SystemZone(localTime: link, nameFile: folder.path + "/none").zone()
            }
        }
    }
}
