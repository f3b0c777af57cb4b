import ICalendar
import Testing

@testable import ICalendarCore

struct TransitionTableTests {
    /// A table in which clocks go forward an hour at 1,000,000 and back at 2,000,000.
    private let table = TransitionTable(
        initialOffset: 3600,
        transitions: [
            Transition(instant: 1_000_000, offset: 7200), Transition(instant: 2_000_000, offset: 3600),
        ]
    )

    @Test func `a time in a gap is read with the offset before the gap`() {
        let cursor = CursorUnderTest(table)
        #expect(cursor.instant(ofCivil: 1_003_599) == 999_999)
        #expect(cursor.instant(ofCivil: 1_003_600) == 1_000_000)
        #expect(cursor.instant(ofCivil: 1_005_400) == 1_001_800)
        #expect(cursor.instant(ofCivil: 1_007_199) == 1_003_599)
        #expect(cursor.instant(ofCivil: 1_007_200) == 1_000_000)
        #expect(!cursor.isInGap(1_003_599))
        #expect(cursor.isInGap(1_003_600))
        #expect(cursor.isInGap(1_007_199))
        #expect(!cursor.isInGap(1_007_200))
    }

    @Test func `a repeated time means the first of the two instants`() {
        let cursor = CursorUnderTest(table)
        #expect(cursor.instant(ofCivil: 2_003_599) == 1_996_399)
        #expect(cursor.instant(ofCivil: 2_003_600) == 1_996_400)
        #expect(cursor.instant(ofCivil: 2_007_199) == 1_999_999)
        #expect(cursor.instant(ofCivil: 2_007_200) == 2_003_600)
        #expect(!cursor.isInGap(2_005_000))
    }

    @Test func `a cursor returns the same results in any order`() throws {
        let berlin = try Zone(identifier: "Europe/Berlin")
        let cursor = CursorUnderTest(berlin.table)
        var second = wallSecond("1601-01-01")
        // Visits all years in pseudorandom order.
        let range = wallSecond("9999-12-31") - second
        for _ in 0..<20_000 {
            second =
                wallSecond("1601-01-01")
                + (second &* 48_271 &+ 11).magnitude.quotientAndRemainder(
                    dividingBy: UInt(range)
                ).remainder.asInt
            #expect(cursor.instant(ofCivil: second) == second - berlin.table.span(atCivil: second).offset)
        }
    }

    @Test
    func `transitions without effect are removed, and the last of several simultaneous transitions applies`()
    {
        let table = TransitionTable(
            initialOffset: 0,
            transitions: [
                Transition(instant: 10, offset: 0), Transition(instant: 20, offset: 60),
                Transition(instant: 20, offset: 120), Transition(instant: 30, offset: 120),
            ]
        )
        #expect(table.instants == [20])
        #expect(table.offsets == [0, 120])
        #expect(table.largestGap == 120)
    }

    @Test func `thresholds never decrease if transitions are close together`() {
        let table = TransitionTable(
            initialOffset: 36_000,
            transitions: [Transition(instant: 0, offset: 0), Transition(instant: 3600, offset: -18_000)]
        )
        #expect([0, 1].map(table.threshold) == [36_000, 36_000])
        #expect(table.span(atCivil: 36_000).offset == -18_000)
        #expect(table.span(atCivil: 35_999).offset == 36_000)
    }

    @Test func `extreme times have valid results`() throws {
        let berlin = try Zone(identifier: "Europe/Berlin")
        for second in [Int.min, Int.min + 1, Int.max - 1, Int.max, 1 << 60, -(1 << 60)] {
            let cursor = CursorUnderTest(berlin.table)
            #expect(berlin.table.span(atInstant: second).offset.magnitude <= 7200)
            #expect((cursor.instant(ofCivil: second) &- second).magnitude <= 7200)
            _ = cursor.isInGap(second)
            #expect(berlin.civil(at: Instant(secondsSince1970: second)).secondNumber != 1)
        }
    }

    @Test func `the ranges in which two tables differ are exact`() {
        let other = TransitionTable(
            initialOffset: 3600,
            transitions: [
                Transition(instant: 1_000_500, offset: 7200), Transition(instant: 1_500_000, offset: 3600),
            ]
        )
        #expect(
            table.differingRanges(from: other, between: 0..<3_000_000)
                == [1_000_000..<1_000_500, 1_500_000..<2_000_000]
        )
        #expect(table.differingRanges(from: other, between: 1_000_100..<1_000_200) == [1_000_100..<1_000_200])
        #expect(table.differingRanges(from: other, between: 0..<1_000_000).isEmpty)
        #expect(table.differingRanges(from: table, between: 0..<3_000_000).isEmpty)
    }

    @Test func `adjacent ranges in which two zones differ form one range`() {
        let fixed = TransitionTable(fixedOffset: 0)
        #expect(table.differingRanges(from: fixed, between: 500_000..<2_500_000) == [500_000..<2_500_000])
    }

    @Test func `only gaps in the given range are returned`() throws {
        let gaps = table.gaps(between: 0..<3_000_000)
        #expect(gaps.map(\.civilStart) == [1_003_600])
        #expect(gaps.map(\.civilEnd) == [1_007_200])
        #expect(table.gaps(between: 1_007_200..<3_000_000).isEmpty)
        #expect(table.gaps(between: 0..<1_003_600).isEmpty)
        #expect(table.gaps(between: 1_005_000..<1_005_001).count == 1)
        let berlin = try Zone(identifier: "Europe/Berlin").table
        #expect(berlin.gaps(between: wallSecond("2000-01-01")..<wallSecond("2100-01-01")).count == 100)
        #expect(berlin.gaps(between: wallSecond("2400-01-01")..<wallSecond("2800-01-01")).count == 400)
        #expect(berlin.gaps(between: wallSecond("9000-01-01")..<wallSecond("9001-01-01")).count == 1)
    }

    @Test func `two equal zones have no differences in eight thousand years`() throws {
        let berlin = try Zone(identifier: "Europe/Berlin").table
        let copy = TransitionTable(
            initialOffset: Int(berlin.offsets[0]),
            transitions: zip(berlin.instants, berlin.offsets.dropFirst()).map {
                Transition(instant: $0, offset: Int($1))
            },
            cycleStart: berlin.cycleStart
        )
        #expect(copy == berlin)
        #expect(copy !== berlin)
        let range = wallSecond("1601-01-01")..<wallSecond("9999-12-31")
        #expect(berlin.differingRanges(from: copy, between: range).isEmpty)
        let paris = try Zone(identifier: "Europe/Paris").table
        #expect(
            berlin.differingRanges(from: paris, between: wallSecond("1980-01-01")..<wallSecond("9999-12-31"))
                .isEmpty
        )
        #expect(
            !berlin.differingRanges(from: paris, between: wallSecond("1945-01-01")..<wallSecond("1979-01-01"))
                .isEmpty
        )
    }
}

extension UInt {
    fileprivate var asInt: Int { Int(self) }
}
