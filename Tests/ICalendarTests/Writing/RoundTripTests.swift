import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Reads every file, writes it and reads it again.
@Suite struct RoundTripTests {
    /// Returns the file, or nil if it does not contain a calendar.
    private func file(_ path: String) throws -> (bytes: [UInt8], file: CalendarFile)? {
        let bytes = try CalendarFiles.bytes(path)
        return (try? CalendarFile(bytes: bytes)).map { (bytes, $0) }
    }

    @Test func `the corpus is not empty`() {
        #expect(CalendarFiles.paths.count >= 60)
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `a written file reads back unchanged`(_ path: String) throws {
        guard let (_, file) = try file(path) else { return }
        for options in [WritingOptions.plain, .asRead] {
            let again = try CalendarFile(bytes: file.icsBytes(options))
            #expect(again.calendars == file.calendars)
        }
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `a file rewritten from its values has the same values`(_ path: String) throws {
        guard let (bytes, file) = try file(path) else { return }
        // Control characters cannot be written.
        guard !bytes.contains(where: { TextEscapes.isControl($0) && $0 != 0x0D && $0 != 0x0A }) else {
            return
        }
        let rebuilt = CalendarFile(calendars: file.calendars.map { CalendarObject($0.component.rebuilt) })
        let again = try CalendarFile(bytes: rebuilt.icsBytes(.plain))
        #expect(again.calendars.count == file.calendars.count)
        for (one, other) in zip(again.calendars, file.calendars) {
            #expect(one.component.difference(from: other.component) == nil)
        }
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `every line ends in CRLF and is at most 75 octets long`(_ path: String) throws {
        guard let (_, file) = try file(path) else { return }
        let written = file.icsBytes()
        #expect(written.suffix(2) == [0x0D, 0x0A])
        var start = 0
        for index in written.indices where written[index] == 0x0A {
            #expect(index > 0 && written[index - 1] == 0x0D)
            #expect(index - 1 - start <= 75)
            start = index + 1
        }
        #expect(written.filter { $0 == 0x0D }.count == written.filter { $0 == 0x0A }.count)
    }

    @Test(.long, arguments: CalendarFiles.paths)
    func `unchanged parts keep their lines`(_ path: String) throws {
        guard let (bytes, file) = try file(path) else { return }
        // Components with framing errors are lost when reading.
        let lossy: Set<Diagnostic.Code> = [.framing, .limit, .missingEnd, .strayEnd, .outsideCalendar]
        guard !file.diagnostics.contains(where: { lossy.contains($0.code) }) else { return }
        let mark = Array("\u{FEFF}".utf8)
        let expected = logicalLines(bytes).map { $0.starts(with: mark) ? Array($0.dropFirst(3)) : $0 }
            .filter { !$0.isEmpty }
        #expect(logicalLines(file.icsBytes(.asRead)) == expected)
        // A file with an unusual layout is written in RFC 5545 format.
        if file.diagnostics.contains(where: { $0.code == .layout }) { return }
        #expect(logicalLines(file.icsBytes(.plain)) == expected)
    }

    @Test(arguments: CorpusCase.names)
    func `writing an unchanged file keeps all its bytes`(_ name: String) throws {
        let bytes = try CorpusCase(name).bytes
        let file = try CalendarFile(bytes: bytes)
        let lossy: Set<Diagnostic.Code> = [.framing, .missingEnd, .strayEnd, .outsideCalendar]
        guard !file.diagnostics.contains(where: { lossy.contains($0.code) }) else { return }
        #expect(file.icsBytes(.asRead) == bytes)
    }
}
