import ICalendar
import TestTraits
import Testing

/// Laws that hold for every calendar, from the corpus or random.
struct ExpansionLawsTests {
    /// A calendar and a window.
    ///
    /// A random calendar is named after its seed.
    enum Source: Sendable, CustomTestStringConvertible {
        case corpus(String)
        case seed(UInt64)

        static let all = CorpusCase.names.map(Source.corpus) + (1...60).map { Source.seed($0) }

        var testDescription: String {
            switch self {
            case .corpus(let name): name
            case .seed(let seed): "seed \(seed)"
            }
        }
    }

    /// A calendar prepared for expansion.
    private struct Input {
        let bytes: [UInt8]
        let zone: Zone
        let range: Range<Instant>

        init(_ source: Source) throws {
            switch source {
            case .corpus(let name):
                let calendar = try CorpusCase(name)
                bytes = calendar.bytes
                zone = try Zone(identifier: calendar.zone)
                range = try instant(calendar.from, in: zone)..<instant(calendar.to, in: zone)
            case .seed(let seed):
                bytes = Array(RandomCalendar(seed: seed).text.utf8)
                let names = ["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]
                zone = try Zone(identifier: names[Int(seed % 4)])
                range = try instant("2026-01-01", in: zone)..<instant("2026-07-01", in: zone)
            }
        }

        func expand(_ range: Range<Instant>? = nil, bytes other: [UInt8]? = nil) throws -> Expanded {
            let range = range ?? self.range
            return try ICalendarTests.expand(
                bytes: other ?? bytes,
                from: range.lowerBound.description,
                to: range.upperBound.description,
                in: zone.identifier
            )
        }

        /// Returns the instant at a fraction of the window.
        func point(_ part: Int, of parts: Int) -> Instant {
            let length = range.upperBound.secondsSince1970 - range.lowerBound.secondsSince1970
            return range.lowerBound.adding(seconds: length / parts * part)
        }
    }

    @Test(arguments: Source.all)
    func `a split window has the same occurrences as the whole window`(source: Source) throws {
        let input = try Input(source)
        let whole = try input.expand()
        for part in TestRun.isComplete ? 1...4 : 2...2 {
            let cut = input.point(part, of: 5)
            let first = try input.expand(input.range.lowerBound..<cut)
            let second = try input.expand(cut..<input.range.upperBound)
            #expect(Set(first.lines).union(second.lines) == Set(whole.lines), "cut at \(cut)")
        }
    }

    @Test(.long, arguments: Source.all)
    func `filtering a wide window produces the same occurrences as a narrow window`(source: Source) throws {
        let input = try Input(source)
        let (from, to) = (input.point(2, of: 7), input.point(3, of: 7))
        let wide = try input.expand()
        let kept = wide.occurrences.filter { occurrence in
            let start = occurrence.start.instant(in: input.zone)
            let end = occurrence.end.instant(in: input.zone)
            return start < to && (end > from || start == from)
        }
        #expect(try input.expand(from..<to).lines == kept.map(\.line))
    }

    @Test(.long, arguments: Source.all)
    func `component order does not affect the occurrences`(source: Source) throws {
        let input = try Input(source)
        // A file with unbalanced BEGIN and END lines cannot be reversed.
        guard let reversed = reversingComponents(input.bytes) else { return }
        #expect(try input.expand(bytes: reversed).lines.sorted() == input.expand().lines.sorted())
    }

    @Test(.long, arguments: Source.all)
    func `repeated expansion produces the same lines and diagnostics`(source: Source) throws {
        let input = try Input(source)
        let (first, second) = try (input.expand(), input.expand())
        #expect(first.lines == second.lines)
        #expect(first.diagnostics == second.diagnostics)
    }

    @Test(arguments: Source.all)
    func `occurrences are sorted and inside the window, and never end before they start`(source: Source)
        throws
    {
        let input = try Input(source)
        let times = try input.expand().occurrences.map {
            ($0.start.instant(in: input.zone), $0.end.instant(in: input.zone))
        }
        for (start, end) in times {
            #expect(start <= end)
            #expect(start < input.range.upperBound)
            #expect(end > input.range.lowerBound || start == input.range.lowerBound)
        }
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func `random calendars cover enough cases`() throws {
        let lines = try (1...60).map { try Input(.seed($0)).expand().lines }
        #expect(lines.filter { !$0.isEmpty }.count > 45)
        #expect(lines.joined().contains { $0.hasSuffix("detached") })
        #expect(RandomCalendar(seed: 7).text == RandomCalendar(seed: 7).text)
    }
}
