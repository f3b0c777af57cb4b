import ICalendar
import Testing

@testable import ICalendarCore
import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct CalendarFolderTests {
    /// Creates a folder that exists while `body` runs.
    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "walk-\(UInt64.random(in: 0 ... .max))"
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.path)
    }

    private func make(_ path: String, _ content: String = "") throws {
        try Data(content.utf8).write(to: URL(filePath: path))
    }

    @Test func `calendar files are found in all subfolders, sorted by name`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder + "/b/c",
                withIntermediateDirectories: true
            )
            try FileManager.default.createDirectory(
                atPath: folder + "/z.ics",
                withIntermediateDirectories: true
            )
            let names = [
                "d.ICS", "a.ics", "note.txt", "b/2.ics", "b/c/1.ics", "z.ics/x.ics", ".ics", ".h.ics",
            ]
            for name in names {
                try make(folder + "/" + name)
            }
            let (paths, failures) = try CalendarFolder.files(in: CalendarPath(folder))
            #expect(
                paths.map { $0.description.dropFirst(folder.count) } == [
                    "/a.ics", "/b/2.ics", "/b/c/1.ics", "/d.ICS", "/z.ics/x.ics",
                ]
            )
            #expect(failures.isEmpty)
        }
    }

    @Test func `circular links do not cause an endless search`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/b", withIntermediateDirectories: true)
            try make(folder + "/b/1.ics")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/b/round",
                withDestinationPath: folder
            )
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/c.ics",
                withDestinationPath: folder + "/none"
            )
            let (paths, failures) = try CalendarFolder.files(in: CalendarPath(folder))
            #expect(paths.map { $0.description.dropFirst(folder.count) } == ["/b/1.ics"])
            #expect(failures.map(\.code) == [.unreadable])
        }
    }

    @Test func `a file with several links is listed once`() throws {
        try withFolder { folder in
            try make(folder + "/b.ics")
            try FileManager.default.linkItem(atPath: folder + "/b.ics", toPath: folder + "/a.ics")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/c.ics",
                withDestinationPath: folder + "/b.ics"
            )
            let (paths, failures) = try CalendarFolder.files(in: CalendarPath(folder))
            #expect(paths.map { $0.description.dropFirst(folder.count) } == ["/a.ics"])
            #expect(failures.isEmpty)
        }
    }

    @Test func `inaccessible files are failures, but missing files are not`() throws {
        try withFolder { folder in
            try make(folder + "/a.ics")
            let long = String(repeating: "x", count: 200)
            let links = [("round", "round"), ("long", long + "/" + String(repeating: "y", count: 300))]
            for (name, target) in links + [("gone", "nothing")] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder + "/" + name,
                    withDestinationPath: target
                )
            }
            try FileManager.default.createDirectory(
                atPath: folder + "/" + long,
                withIntermediateDirectories: true
            )
            let (paths, failures) = try CalendarFolder.files(in: CalendarPath(folder))
            #expect(paths.map(\.description) == [folder + "/a.ics"])
            #expect(failures.map(\.file) == [folder + "/long", folder + "/round"])
        }
    }

    #if os(Linux)
        @Test func `a file whose name is not UTF-8 is found and read`() throws {
            try withFolder { folder in
                let name = Array((folder + "/caf").utf8) + [0xE9] + Array(".ICS".utf8)
                let path = CalendarPath(bytes: name)
                try make(folder + "/x", Sample.event("SUMMARY:a"))
                let source = CalendarPath(folder + "/x")
                let result = unsafe source.withCString { from in
                    unsafe path.withCString { unsafe rename(from, $0) }
                }
                #expect(result == 0)
                #expect(try CalendarFolder.files(in: CalendarPath(folder)).paths == [path])
                #expect(path.text == nil)
                let file = try CalendarFile(contentsOf: path)
                #expect(file.name == folder + "/caf\u{FFFD}.ICS")
                #expect(file.calendars.count == 1)
            }
        }
    #endif

    @Test func `a missing folder is an error`() {
        let error = #expect(throws: CalendarError.self) { try CalendarFolder.files(in: "/no/such/folder") }
        #expect(error?.code == .unreadable)
    }

    @Test func `a file that spans several blocks is read completely`() throws {
        try withFolder { folder in
            let comment = String(repeating: "x", count: 60)
            let lines = String(repeating: "COMMENT:\(comment)\r\n", count: 40_000)
            try make(folder + "/a.ics", Sample.calendar("BEGIN:VEVENT", lines + "SUMMARY:a", "END:VEVENT"))
            let file = try CalendarFile(contentsOf: folder + "/a.ics")
            #expect(file.calendars[0].component.components[0].properties.count == 40_001)
            #expect(file.name == folder + "/a.ics")
        }
    }
}
