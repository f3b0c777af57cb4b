import ICalendar
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Compares the violations and repairs of the calendars in Corpus/checking with the expected files next to
/// them.
///
/// `NAME.violations` lists the violations, then the repairs, one per line. `NAME.mended` is the repaired calendar.
/// Calendars whose names start with `right-` have no violations.
/// `UPDATE_CORPUS=1 swift test --filter CheckingCorpusTests` updates the expected files and then fails once.
@Suite struct CheckingCorpusTests {
    private static let names: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: CheckedInputs.folder)) ?? [])
        .filter { $0.hasSuffix(".ics") }.map { String($0.dropLast(4)) }.sorted()

    private static func file(_ name: String) throws -> CalendarFile {
        let bytes = try #require(FileManager.default.contents(atPath: CheckedInputs.folder + name + ".ics"))
        return try CalendarFile(bytes: Array(bytes), threads: 1)
    }

    @Test(arguments: names)
    func `violations and repairs match the expected files`(_ name: String) throws {
        let file = try Self.file(name)
        let (mended, repairs) = file.repaired()
        var options = WritingOptions()
        options.addsTimeZones = false
        let said =
            file.validate().map { "\($0.code): \($0)" } + repairs.map { "mended \($0)" }
        try compare(said.map { $0 + "\n" }.joined(), name + ".violations")
        let text = String(decoding: mended.icsData(options), as: UTF8.self)
        try compare(text.replacing("\r\n", with: "\n"), name + ".mended")
    }

    private func compare(_ answer: String, _ name: String) throws {
        let path = CheckedInputs.folder + name
        let expected = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        if ProcessInfo.processInfo.environment["UPDATE_CORPUS"] == "1", answer != expected {
            #expect(FileManager.default.createFile(atPath: path, contents: Data(answer.utf8)))
            Issue.record("\(name) was rewritten; review the difference")
        } else {
            #expect(answer == expected)
        }
    }

    @Test(arguments: names.filter { $0.hasPrefix("right-") })
    func `a valid calendar has no violations and keeps every byte`(_ name: String) throws {
        let file = try Self.file(name)
        #expect(file.validate().map(\.description) == [])
        let (mended, repairs) = file.repaired()
        #expect(repairs.isEmpty)
        #expect(mended.icsData(.asRead) == file.icsData(.asRead))
    }

    @Test func `the corpus contains every kind of violation`() throws {
        let found = Set(try Self.names.flatMap { try Self.file($0).validate().map(\.code.description) })
        let missing = Set(Self.kinds).subtracting(found).sorted()
        // Exceeding a read limit would require a file of several megabytes.
        #expect(missing == ["limit"])
        #expect(found.subtracting(Self.kinds).isEmpty)
    }

    private static let kinds: [String] = [
        .missingProperty, .repeatedProperty, .misplacedProperty, .misplacedComponent, .missingComponent,
        .exclusiveProperties, .requiredTogether, .deprecated, .badValue, .valueForm, .valueType, .mixedTypes,
        .outOfRange, .unknownWord, .notUTC, .notLocal, .needlessTimeZone, .badURI, .badAddress,
        .unescapedText,
        .controlCharacter, .notUTF8, .leapSecond, .version, .nameForm, .letterCase, .misplacedParameter,
        .repeatedParameter, .parameterForm, .parameterValue, .missingParameter, .endType, .endNotAfterStart,
        .durationForm, .instanceType, .badRule, .ruleForm, .rulePart, .ruleNumber, .countAndUntil, .untilType,
        .untilBeforeStart, .startNotInRule, .severalRules, .undefinedZone, .repeatedZone, .sameUID,
        .orphanOverride, .overrideWithRule, .method, .methodNeeds, .methodForbids, .framing, .limit,
        .longLine,
        .lineEnd,
    ].map { (code: Violation.Code) in code.description }
}
