import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A calendar of the corpus with the answer that belongs to it; Corpus/README.md describes the form.
struct CorpusCase {
    /// The bytes of `NAME.ics`.
    let bytes: [UInt8]
    /// The window's start on a clock in ``zone``.
    let from: String
    /// The window's end on a clock in ``zone``.
    let to: String
    /// The display zone.
    let zone: String
    /// The lines after the first of `NAME.expected`.
    let expected: [String]

    /// The folder of the corpus, found from this file's own place.
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Corpus/calendars/"

    /// The names of all cases, in order.
    static let names: [String] = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()

    /// Whether goldens are to be written anew.
    static let isUpdating = ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1"

    /// Reads the case of this name.
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

    /// What the library gives, in the form of the answer.
    func answer() throws -> [String] {
        let found = try expand(bytes: bytes, from: from, to: to, in: zone)
        let remarks = found.remarks.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
        return found.lines
            + remarks.map {
                "diagnostic \($0.line.map(String.init) ?? "-") \($0.severity.rawValue) \($0.code)"
            }
    }

    /// Writes `NAME.expected` anew; false when that fails.
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
