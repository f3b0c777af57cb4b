import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A corpus calendar with its expected result.
///
/// Corpus/README.md describes the format.
struct CorpusCase {
    /// The contents of `NAME.ics`.
    let bytes: [UInt8]
    /// The start of the window, as local time in ``zone``.
    let from: String
    /// The end of the window, as local time in ``zone``.
    let to: String
    /// The display time zone.
    let zone: String
    /// The lines of `NAME.expected` after the first.
    let expected: [String]

    /// The corpus folder, relative to this file.
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Corpus/calendars/"

    /// The names of all cases, sorted.
    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()

    /// Whether to update the expected files.
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1"

    /// Reads the case with the given name.
    init(_ name: String) throws {
        bytes = try Self.contents(name + ".ics")
        let lines = String(decoding: try Self.contents(name + ".expected"), as: UTF8.self)
            .split(separator: "\n").map(String.init)
        let window = lines.first?.split(separator: " ").map(String.init) ?? []
        guard window.count == 4, window[0] == "window" else {
            throw CalendarError(.invalidValue, file: name, "the first line of the answer is no window")
        }
        (from, to, zone) = (window[1], window[2], window[3])
        expected = Array(lines.dropFirst())
    }

    /// Returns the actual result in the format of the expected file.
    func answer() throws -> [String] {
        let found = try expand(bytes: bytes, from: from, to: to, in: zone)
        let remarks = found.remarks.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        return found.lines
            + remarks.map {
                "diagnostic \($0.line.map(String.init) ?? "-") \($0.severity.rawValue) \($0.code)"
            }
    }

    /// Writes `NAME.expected`.
    ///
    /// Returns whether this succeeded.
    func update(_ name: String, with answer: [String]) -> Bool {
        let text = (["window \(from) \(to) \(zone)"] + answer).joined(separator: "\n") + "\n"
        let path = Self.folder + name + ".expected"
        return FileManager.default.createFile(atPath: path, contents: Data(text.utf8))
    }

    private static func contents(_ name: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: folder + name) else {
            throw CalendarError(.unreadable, file: name, "no such file in the corpus")
        }
        return Array(data)
    }
}
