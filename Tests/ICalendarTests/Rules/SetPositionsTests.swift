import ICalendar
import Testing

@testable import ICalendarCore

struct SetPositionsTests {
    @Test func `BYSETPOS selects from both ends without repeating an element`() {
        let times = PeriodTimes([0, 60])
        let entries = [0, 86_400, 7 * 86_400]
        let all = entries.flatMap { [$0, $0 + 60] }
        var lists: [[Int]] = [
            [], [1], [-1], [-6, 1], [-7, 7], [-6, -5, -1, 1, 2, 6], [-1, 6], [-3, 3, 4],
        ]
        lists.append(Array(-9 ... -1) + Array(1...9))
        for positions in lists {
            let expected = Set(positions.compactMap { $0 > 0 ? $0 - 1 : all.count + $0 })
                .filter(all.indices.contains).sorted()
            #expect(SetPositions.pick(positions, from: entries, times: times) == expected.map { all[$0] })
            for index in all.indices {
                let isPicked = SetPositions.pick(positions, memberAt: index, of: all.count)
                #expect(isPicked == expected.contains(index), "\(positions), \(index)")
            }
        }
        #expect(SetPositions.pick([-1, 1], from: [], times: times) == [])
    }

    @Test func `days before an offset are counted`() {
        var days = DaySet()
        for day in [-1, 0, 3, 62, 63, 64, 200, 384, 510] { days.insert(day) }
        for offset in -3...520 {
            #expect(days.count(before: offset) == (-1...510).count { $0 < offset && days.contains($0) })
        }
    }
}
