import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests replacing files.
@Suite struct FileReplacementTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "writing-\(UUID().uuidString)"
    )
    private let event =
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    }
    private func contents(_ name: String) -> String? {
        FileManager.default.contents(atPath: path(name)).map { String(decoding: $0, as: UTF8.self) }
    }
    private func permissions(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path(name))
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
    private func remove() { try? FileManager.default.removeItem(at: folder) }

    @Test func `a new or replaced file has the written contents, and no temporary file remains`() throws {
        defer { remove() }
        let file = try CalendarFile(text: event)
        try file.write(to: path("a.ics"))
        #expect(contents("a.ics") == event)
        #expect(try permissions("a.ics") & 0o600 == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("a.ics"))
        var calendar = file.calendars[0]
        calendar.component.set("PRODID", to: Property("PRODID", .text("y")))
        try calendar.write(to: CalendarPath(path("a.ics")))
        #expect(contents("a.ics") == event.replacingOccurrences(of: "PRODID:x", with: "PRODID:y"))
        #expect(try permissions("a.ics") == 0o640)
        #expect(names == ["a.ics"])
    }

    @Test func `a symbolic link is kept, and its target is replaced`() throws {
        defer { remove() }
        try FileManager.default.createDirectory(atPath: path("inner"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: path("link.ics"),
            withDestinationPath: "inner/real.ics"
        )
        try FileManager.default.createSymbolicLink(
            atPath: path("second.ics"),
            withDestinationPath: path("link.ics")
        )
        let file = try CalendarFile(text: event)
        // Both links work although their target does not exist yet.
        try file.write(to: path("link.ics"))
        #expect(contents("inner/real.ics") == event)
        try file.write(to: path("second.ics"), options: .asRead)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: path("link.ics")) == "inner/real.ics"
        )
        #expect(names == ["inner", "link.ics", "second.ics"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path("inner")) == ["real.ics"])
    }

    @Test(arguments: ["", ".", "missing/a.ics", "round.ics", "a.ics/b.ics"])
    func `a failed write names the file and leaves no files behind`(_ name: String)
        throws
    {
        defer { remove() }
        try "before".write(toFile: path("a.ics"), atomically: false, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            atPath: path("round.ics"),
            withDestinationPath: "round.ics"
        )
        let file = try CalendarFile(text: event)
        let target = name.isEmpty ? "" : folder.path + "/" + name
        let error = #expect(throws: CalendarError.self) { try file.write(to: target) }
        #expect(error?.code == .unwritable)
        #expect(error?.file == target)
        #expect(contents("a.ics") == "before")
        #expect(names == ["a.ics", "round.ics"])
    }

    @Test(.enabled(if: getuid() != 0, "root can write every file"))
    func `a read-only file is not replaced`() throws {
        defer { remove() }
        try "before".write(toFile: path("a.ics"), atomically: false, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path("a.ics"))
        let file = try CalendarFile(text: event)
        #expect(throws: CalendarError.self) { try file.write(to: path("a.ics")) }
        #expect(contents("a.ics") == "before")
    }

    @Test func `a special file is written in place`() throws {
        defer { remove() }
        try CalendarFile(text: event).write(to: "/dev/null")
        #expect(FileManager.default.fileExists(atPath: "/dev/null"))
        #expect(try CalendarPath("/dev/null").identity().kind == .other)
    }

    @Test(.long) func `concurrent readers see either the old calendar or the new one`() async throws {
        defer { remove() }
        let small = try CalendarFile(text: event)
        var large = small
        for index in 0..<2000 {
            large.calendars[0].component.components.append(
                Component("VEVENT", properties: [Property("UID", .text("uid-\(index)"))])
            )
        }
        try small.write(to: path("a.ics"))
        let sizes = Set([small, large].map { $0.icsBytes().count })
        let (target, bigger) = (path("a.ics"), large)
        let writer = Task {
            for round in 0..<50 { try (round % 2 == 0 ? bigger : small).write(to: target) }
        }
        for _ in 0..<200 {
            #expect(sizes.contains(FileManager.default.contents(atPath: target)?.count ?? -1))
        }
        try await writer.value
    }
}
