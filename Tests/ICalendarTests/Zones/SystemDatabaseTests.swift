import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarCore

struct SystemDatabaseTests {
    @Test(.long) func `every fourth zone has the offsets that zdump lists from 1900 to 2100`() throws {
        try compareWithDump(every: 4)
    }

    @Test(.long) func `every zone has the offsets that zdump lists from 1900 to 2100`() throws {
        try compareWithDump(every: 1)
    }

    private func compareWithDump(every step: Int) throws {
        let database = TimeZoneDatabase.system
        let directory = try #require(database.directory, "no time zone database: install tzdata")

        // zdump is slow because it searches in half-day steps, so it runs only once for each table, and once
        // for each footer for later years.
        var representatives: [TransitionTable: String] = [:]
        var footers: [ArraySlice<UInt8>: String] = [:]
        for name in database.names.sorted() {
            let zone = try #require(try database.zone(name), "\(name)")
            #expect(zone.identifier == name)
            if representatives[zone.table] == nil { representatives[zone.table] = name }
            let bytes = try #require(SmallFile.bytes(at: "\(directory)/\(name)"))
            footers[try #require(bytes.dropLast().split(separator: 0x0A).last)] = name
        }
        #expect(representatives.count > 300)
        let names = representatives.values.sorted().enumerated().filter { $0.offset % step == 0 }.map(
            \.element
        )
        let half = names.count / 2
        let dumps = [
            try ZoneDump(names[..<half], years: "1900,2037", directory: directory),
            try ZoneDump(names[half...], years: "1900,2037", directory: directory),
            try ZoneDump(Array(footers.values)[...], years: "2037,2100", directory: directory),
        ]

        var checked = 0
        for dump in dumps {
            for (name, samples) in try dump.samples() {
                let zone = try #require(try database.zone(name))
                let table = zone.table
                var cursor = zone.cursor()
                for (instant, offset) in samples {
                    checked += 1
                    let shown = table.span(atInstant: instant).offset
                    if shown != offset {
                        Issue.record("\(name) at \(instant): \(shown) instead of \(offset)")
                    }
                    // An instant's local time converts back to the instant, or to the earlier of two.
                    let back = cursor.instant(ofCivil: instant + offset)
                    if back > instant || back + table.span(atInstant: back).offset != instant + offset {
                        Issue.record("\(name): the local time at \(instant) converts back to \(back)")
                    }
                }
            }
        }
        #expect(checked * step > 40_000)
    }

    @Test(arguments: [
        // A gap and an overlap of one hour each.
        ("Europe/Berlin", "2026-03-29T02:30:00", "2026-03-29T01:30:00"),
        ("Europe/Berlin", "2026-10-25T02:30:00", "2026-10-25T00:30:00"),
        ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:30:00"),
        ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00"),
        // A half-hour change on Lord Howe Island.
        ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:45:00"),
        ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00"),
        ("Australia/Lord_Howe", "2026-04-05T02:00:00", "2026-04-04T15:30:00"),
        // Ireland defines winter time as the exception to standard time.
        ("Europe/Dublin", "2026-01-15T12:00:00", "2026-01-15T12:00:00"),
        ("Europe/Dublin", "2026-07-15T12:00:00", "2026-07-15T11:00:00"),
        ("Europe/Dublin", "2026-03-29T01:30:00", "2026-03-29T01:30:00"),
        ("Europe/Dublin", "2026-10-25T01:30:00", "2026-10-25T00:30:00"),
        // Morocco suspends summer time during Ramadan.
        ("Africa/Casablanca", "2024-03-11T12:00:00", "2024-03-11T12:00:00"),
        ("Africa/Casablanca", "2024-04-15T12:00:00", "2024-04-15T11:00:00"),
        // Samoa skipped 30 December 2011.
        ("Pacific/Apia", "2011-12-29T23:59:59", "2011-12-30T09:59:59"),
        ("Pacific/Apia", "2011-12-30T00:00:00", "2011-12-30T10:00:00"),
        ("Pacific/Apia", "2011-12-30T23:59:59", "2011-12-31T09:59:59"),
        ("Pacific/Apia", "2011-12-31T00:00:00", "2011-12-30T10:00:00"),
        // Local mean time includes seconds.
        ("Europe/Berlin", "1601-01-01T00:00:00", "1600-12-31T23:06:32"),
        ("Europe/Amsterdam", "1850-06-01T12:00:00", "1850-06-01T11:40:28"),
        ("Africa/Monrovia", "1971-01-01T00:00:00", "1971-01-01T00:44:30"),
        // Long after the last transition listed in the file.
        ("Europe/Berlin", "2500-07-01T12:00:00", "2500-07-01T10:00:00"),
        ("Europe/Berlin", "9999-07-01T12:00:00", "9999-07-01T10:00:00"),
        ("Europe/Berlin", "9999-12-31T23:59:59", "9999-12-31T22:59:59"),
        ("Australia/Sydney", "9999-12-31T23:59:59", "9999-12-31T12:59:59"),
        ("Asia/Kolkata", "9999-12-31T23:59:59", "9999-12-31T18:29:59"),
    ])
    func `local times in special zones are converted`(name: String, local: String, utc: String) throws {
        #expect(try Zone(identifier: name).utc(local) == utc)
    }

    @Test func `a skipped day counts as one gap`() throws {
        let table = try Zone(identifier: "Pacific/Apia").table
        #expect(table.largestGap == 86_400)
        let gaps = table.gaps(between: wallSecond("2011-12-01")..<wallSecond("2012-01-15"))
        #expect(gaps.map(\.civilStart) == [wallSecond("2011-12-30")])
        #expect(gaps.map(\.civilEnd) == [wallSecond("2011-12-31")])
    }

    @Test func `for a directory without zones, the error names the tzdata package`() throws {
        let database = TimeZoneDatabase(variable: "/nowhere")
        #expect(database.directory == nil)
        let error = #expect(throws: CalendarError.self) { try database.zone("Europe/Berlin") }
        #expect(error?.code == .unknownTimeZone)
        #expect(error?.detail.contains("tzdata") == true)
        #expect(error?.detail.contains("/nowhere") == true)
    }

    @Test(arguments: [
        "../../etc/passwd", "/etc/localtime", "Europe/../Europe/Berlin", "Europe//Berlin", "Europe/Berlin/",
        "posix/Europe/Berlin", "right/Europe/Berlin", "posixrules", "localtime", "tzdata.zi", "zone.tab",
        "Europe",
        "", ".", "Europe/Berlin\u{0}", "Europe/Bérlin", String(repeating: "A", count: 5000),
    ])
    func `names of other files in the database are not zones`(name: String) throws {
        #expect(try TimeZoneDatabase.system.zone(name) == nil)
    }

    @Test func `for a damaged file, the error names the file`() throws {
        let (folder, directory) = try databaseFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let utc = try #require(SmallFile.bytes(at: "\(directory)/Etc/UTC"))
        try Data(utc).write(to: folder.appendingPathComponent("UTC"))
        try Data(utc.prefix(60)).write(to: folder.appendingPathComponent("Broken"))
        let database = TimeZoneDatabase(variable: folder.path)
        #expect(database.names.sorted() == ["Broken", "UTC"])
        #expect(try database.zone("utc")?.identifier == "UTC")
        let error = #expect(throws: CalendarError.self) { try database.zone("broken") }
        #expect(error?.file == folder.path + "/Broken")
    }

    @Test func `an unreadable file is an error, not an unknown zone`() throws {
        let (folder, directory) = try databaseFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let utc = try #require(SmallFile.bytes(at: "\(directory)/Etc/UTC"))
        try Data(utc).write(to: folder.appendingPathComponent("UTC"))
        // A link to itself is always unreadable.
        let loop = folder.appendingPathComponent("Loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let database = TimeZoneDatabase(variable: folder.path)
        let error = #expect(throws: CalendarError.self) { try database.zone("Loop") }
        #expect(error?.detail == "cannot be read: \(PlatformError(number: ELOOP))")
        #expect(try database.zone("Nowhere") == nil)
        // An unreadable database is an error too, because it can become readable.
        try FileManager.default.removeItem(atPath: folder.path + "/UTC")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/UTC", withDestinationPath: loop)
        let unreadable = TimeZoneDatabase(variable: folder.path)
        #expect(throws: CalendarError.self) { try unreadable.zone("UTC") }
        try FileManager.default.removeItem(atPath: folder.path + "/UTC")
        try Data(utc).write(to: folder.appendingPathComponent("UTC"))
        #expect(try unreadable.zone("UTC")?.identifier == "UTC")
    }

    @Test func `an old name without its own file is found in the list of names`() throws {
        let (folder, directory) = try databaseFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["UTC", "EST"] {
            let bytes = try #require(SmallFile.bytes(at: "\(directory)/\(name)"))
            try Data(bytes).write(to: folder.appendingPathComponent(name))
        }
        try Data("# version x\nZ EST -5 - EST\nL EST Old/Name\n".utf8)
            .write(to: folder.appendingPathComponent("tzdata.zi"))
        let zone = try #require(try TimeZoneDatabase(variable: folder.path).zone("old/name"))
        #expect(zone.identifier == "Old/Name")
        #expect(zone.offset(atUTC: "2026-01-01") == -18_000)
    }

    /// Creates a folder for a time zone database.
    ///
    /// Returns it with the system's database folder.
    private func databaseFolder() throws -> (folder: URL, system: String) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "zones-\(UUID().uuidString)"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return (folder, try #require(TimeZoneDatabase.system.directory))
    }
}
