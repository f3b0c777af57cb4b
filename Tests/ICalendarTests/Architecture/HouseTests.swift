import Foundation
import Testing

/// Checks the sources against the project's conventions.
struct HouseTests {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All Swift source files, with their paths relative to `Sources` and their lines.
    private func sources() throws -> [(path: String, lines: [Substring])] {
        let folder = HouseTests.root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    @Test func `only the libical folders import the C modules`() throws {
        let importing = try sources().filter { source in
            source.lines.contains { $0.hasSuffix("import CLibical") || $0.hasSuffix("import LibicalLoader") }
        }
        #expect(!importing.isEmpty)
        let folders = ["ICalendarCore/Libical/", "ICalendarLibical/"]
        #expect(importing.map(\.path).filter { path in !folders.contains { path.hasPrefix($0) } } == [])
    }

    @Test func `only one folder imports libcurl`() throws {
        let importing = try sources().filter { source in
            source.lines.contains { $0.hasSuffix("import CCurl") }
        }
        #expect(!importing.isEmpty)
        #expect(importing.map(\.path).filter { !$0.hasPrefix("ICalendarNetwork/System/") } == [])
    }

    @Test func `unsafe code is limited to system calls, libical and the scanner`() throws {
        let allowed = [
            "SystemIO/", "ICalendarCore/Libical/", "ICalendarLibical/", "ICalendarCore/System/",
            "ICalendarCore/Reading/Lines/LineScanner", "ICalendarCore/Reading/Screening/LineScanner",
            "ICalendarCore/Values/Byte",
            "ICSConsole/System/", "ICSStore/System/", "ICalendarStore/System/", "ICalendarNetwork/System/",
            // The flag that ends an enumeration is a pointer on Apple's systems.
            "EventKit/EKEventStore.swift", "EventKit/StoreLink+Items.swift",
        ]
        let unsafe = try sources().filter {
            $0.lines.contains { $0.contains("unsafe ") && !$0.contains("//") }
        }
        #expect(unsafe.map(\.path).filter { path in !allowed.contains { path.hasPrefix($0) } } == [])
    }

    @Test func `no file exceeds 400 lines`() throws {
        #expect(try sources().filter { $0.lines.count > 401 }.map(\.path) == [])
    }

    @Test func `no source code traps deliberately`() throws {
        for (path, lines) in try sources() {
            for line in lines where !line.contains("//") {
                for trap in ["try!", "as!", "fatalError(", "preconditionFailure("] {
                    #expect(!line.contains(trap), "\(path): \(line)")
                }
            }
        }
    }
}
