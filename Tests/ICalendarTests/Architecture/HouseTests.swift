import Foundation
import Testing

/// What the house is held to, read off its sources.
struct HouseTests {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All Swift files of the sources: their paths below `Sources`, and their lines.
    private func sources() throws -> [(path: String, lines: [Substring])] {
        let folder = HouseTests.root.appending(path: "Sources")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") }
        return try paths.map { path in
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            return (path, text.split(separator: "\n", omittingEmptySubsequences: false))
        }
    }

    @Test func `C is imported in its own folders only`() throws {
        let importing = try sources().filter { $0.lines.contains { $0.hasSuffix("import CLibical") } }
        #expect(!importing.isEmpty)
        let folders = ["ICalendarCore/Libical/", "ICalendarLibical/"]
        #expect(importing.map(\.path).filter { path in !folders.contains { path.hasPrefix($0) } } == [])
    }

    @Test func `unsafe code stands where the system, libical or the scanner is`() throws {
        let allowed = [
            "SystemIO/", "ICalendarCore/Libical/", "ICalendarLibical/", "ICalendarCore/System/",
            "ICalendarCore/Reading/Lines/LineScanner", "ICalendarCore/Reading/Screening/LineScanner",
            "ICalendarCore/Values/Byte",
            "ICSConsole/System/", "ICSStore/System/", "ICalendarStore/System/",
        ]
        let unsafe = try sources().filter {
            $0.lines.contains { $0.contains("unsafe ") && !$0.contains("//") }
        }
        #expect(unsafe.map(\.path).filter { path in !allowed.contains { path.hasPrefix($0) } } == [])
    }

    @Test func `no file is longer than four hundred lines`() throws {
        #expect(try sources().filter { $0.lines.count > 401 }.map(\.path) == [])
    }

    @Test func `nothing in the sources traps on purpose`() throws {
        for (path, lines) in try sources() {
            for line in lines where !line.contains("//") {
                for trap in ["try!", "as!", "fatalError(", "preconditionFailure("] {
                    #expect(!line.contains(trap), "\(path): \(line)")
                }
            }
        }
    }
}
