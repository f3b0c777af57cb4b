import ICalendar
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares the results of reading the inputs in Corpus/broken with the expected files next to them.
///
/// `NAME.diagnostics` has one line for each component, property and diagnostic, or only the error. For inputs
/// with events, it also lists the numbers of occurrences and alarms from 2026 to 2029, and their diagnostics.
/// `UPDATE_CORPUS=1 swift test --filter BrokenCorpusTests` updates the expected files and then fails once.
@Suite struct BrokenCorpusTests {
    private static let folder =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        + "/Corpus/broken/"

    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        .filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()

    @Test func `the corpus of broken inputs is not empty`() {
        #expect(Self.names.count >= 38)
    }

    @Test(arguments: names)
    func `a broken input loses only the parts listed in its expected file`(_ name: String) throws {
        let bytes = try #require(FileManager.default.contents(atPath: Self.folder + name + ".ics"))
        let answer = Self.answer(Array(bytes))
        let path = Self.folder + name + ".diagnostics"
        let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1", answer != expected {
            #expect(FileManager.default.createFile(atPath: path, contents: Data(answer.utf8)))
            Issue.record("\(name).diagnostics was rewritten; review the difference")
        } else {
            #expect(answer == expected)
        }
    }

    /// Returns the result of reading an input, as text.
    private static func answer(_ bytes: [UInt8]) -> String {
        do {
            let file = try CalendarFile(bytes: bytes)
            let tree = file.calendars.flatMap { outline($0.component, indent: "") }
            let lines = tree + file.diagnostics.map(\.description) + Self.expansion(of: file)
            return lines.joined(separator: "\n") + "\n"
        } catch {
            return "\(error.code): \(error.detail)\n"
        }
    }

    /// Returns the result of expanding the events, if any.
    private static func expansion(of file: CalendarFile) -> [String] {
        guard file.calendars.contains(where: { !$0.events.isEmpty }),
            let window = try? window("2026-01-01", "2029-12-31")
        else { return [] }
        let occurrences = file.occurrences(in: window)
        let alarms = file.alarms(in: window, limit: 1000)
        let said = Set(occurrences.diagnostics)
        let more = alarms.isLimited ? " or more" : ""
        let counts = "\(occurrences.count()) occurrences, \(alarms.count)\(more) alarms"
        let remarks = occurrences.diagnostics + alarms.diagnostics.filter { !said.contains($0) }
        return [counts] + remarks.map(\.description)
    }

    private static func outline(_ component: Component, indent: String) -> [String] {
        let inner = indent + "  "
        let properties = component.properties.map { property in
            let parameters = property.parameters.map { ";\($0.name)=\($0.values)" }.joined()
            return "\(inner)\(property.name)\(parameters) \(text(property.value))"
        }
        return ["\(indent)\(component.name) \(component.line.map(String.init) ?? "-")"] + properties
            + component.components.flatMap { outline($0, indent: inner) }
    }

    /// Returns a value formatted on one line.
    private static func text(_ value: Value) -> String {
        switch value {
        case .text(let text): "text \(quoted(text))"
        case .uri(let text): "uri \(quoted(text))"
        case .calendarAddress(let text): "address \(quoted(text))"
        case .raw(let text): "raw \(quoted(text))"
        case .binary(let text): "binary \(quoted(text))"
        case .date(let date): "date \(date)"
        case .dateTime(let time, let isUTC): "time \(time)\(isUTC ? "Z" : "")"
        case .time(let second, let isUTC): "second \(second)\(isUTC ? "Z" : "")"
        case .duration(let duration): "duration \(duration)"
        case .period(let period): "period \(period.start)\(period.isUTC ? "Z" : "") \(period.end)"
        case .recurrenceRule(let rule): "rule \(rule.frequency)"
        case .integer(let number): "integer \(number)"
        case .float(let number): "float \(number)"
        case .boolean(let truth): "boolean \(truth)"
        case .utcOffset(let seconds): "offset \(seconds)"
        case .geo(let latitude, let longitude): "geo \(latitude) \(longitude)"
        case .requestStatus(let status):
            "status \(status.code) \(quoted(status.description)) \(quoted(status.data ?? ""))"
        case .list(let values): "list " + values.map(text).joined(separator: ", ")
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.unicodeScalars.map { $0.value < 0x20 ? "\\u{\($0.value)}" : String($0) }.joined() + "'"
    }
}
