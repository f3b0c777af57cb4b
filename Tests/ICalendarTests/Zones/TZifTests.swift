import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarCore

struct TZifTests {
    /// Returns a file with one block, or with two blocks and a footer.
    private func file(
        version: UInt8,
        times: [Int],
        types: [UInt8],
        offsets: [Int],
        footer: String? = nil,
        leapSeconds: Int = 0
    ) -> [UInt8] {
        func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        func block(_ size: Int, empty: Bool) -> [UInt8] {
            let times = empty ? [] : times
            let leapSeconds = empty ? 0 : leapSeconds
            var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
            for count in [0, 0, leapSeconds, times.count, offsets.count, 4] { bytes += number(count, 4) }
            for time in times { bytes += number(time, size) }
            bytes += empty ? [] : types
            for offset in offsets { bytes += number(offset, 4) + [0, 0] }
            bytes += Array("AAA\0".utf8)
            for index in 0..<leapSeconds { bytes += number(1000 * index, size) + number(index + 1, 4) }
            return bytes
        }
        guard let footer else { return block(4, empty: false) }
        return block(4, empty: true) + block(8, empty: false) + Array("\n\(footer)\n".utf8)
    }

    @Test func `version 1 files have 32-bit times and no rule`() throws {
        let bytes = file(
            version: 0,
            times: [-2_000_000_000, 2_000_000_000],
            types: [1, 0],
            offsets: [0, 3600]
        )
        let table = try TZif.table(bytes)
        #expect(table.instants == [-2_000_000_000, 2_000_000_000])
        #expect(table.offsets == [0, 3600, 0])
        #expect(table.cycleStart == nil)
    }

    @Test func `version 2 files have 64-bit times and an endless rule`() throws {
        let bytes = file(
            version: 0x32,
            times: [-5_000_000_000, 0],
            types: [1, 0],
            offsets: [3600, 3208],
            footer: "CET-1CEST,M3.5.0,M10.5.0/3"
        )
        let table = try TZif.table(bytes)
        #expect(table.span(atInstant: -5_000_000_001).offset == 3600)
        #expect(table.span(atInstant: -5_000_000_000).offset == 3208)
        #expect(table.span(atInstant: 0).offset == 3600)
        // The rule applies from the last transition, and thus in March 1970 too.
        #expect(table.span(atInstant: wallSecond("1970-03-29T01:00:00") - 1).offset == 3600)
        #expect(table.span(atInstant: wallSecond("1970-03-29T01:00:00")).offset == 7200)
        #expect(table.span(atInstant: wallSecond("9999-07-01")).offset == 7200)
    }

    @Test func `leap seconds and a transition at the Big Bang are ignored`() throws {
        let bytes = file(
            version: 0x32,
            times: [-(1 << 59), 100],
            types: [0, 1],
            offsets: [0, 60],
            footer: "",
            leapSeconds: 3
        )
        let table = try TZif.table(bytes)
        #expect(table.instants == [100])
        #expect(table.span(atCivil: Int.min).offset == 0)
    }

    @Test func `times at the 64-bit limits are clamped`() throws {
        let bytes = file(
            version: 0x33,
            times: [Int.min, 0, Int.max],
            types: [1, 0, 1],
            offsets: [0, 60],
            footer: "AAA0BBB,M3.5.0,M10.5.0"
        )
        let table = try TZif.table(bytes)
        #expect(table.span(atInstant: wallSecond("2026-01-01")).offset == 0)
    }

    @Test func `a damaged zone file is an error`() {
        let good = file(version: 0x32, times: [0, 1], types: [1, 0], offsets: [0, 3600], footer: "AAA0")
        #expect(throws: Never.self) { try TZif.table(good) }
        let bad: [[UInt8]] = [
            [], Array("TZif".utf8), Array("GIF8".utf8) + good.dropFirst(4),
            file(version: 0, times: [5, 5], types: [0, 1], offsets: [0, 1]),
            file(version: 0, times: [5, 4], types: [0, 1], offsets: [0, 1]),
            file(version: 0, times: [5], types: [2], offsets: [0, 1]),
            file(version: 0, times: [], types: [], offsets: []),
            file(version: 0, times: [], types: [], offsets: [100_000]),
            file(version: 0, times: [], types: [], offsets: [-100_000]),
            file(version: 0x32, times: [], types: [], offsets: [0], footer: "nonsense"),
            Array(good.dropLast()),
        ]
        for bytes in bad {
            #expect(throws: CalendarError.self) { try TZif.table(bytes) }
        }
    }

    @Test func `a truncated zone file never causes a trap`() throws {
        let directory = try #require(TimeZoneDatabase.system.directory)
        let bytes = try #require(SmallFile.bytes(at: "\(directory)/Africa/Casablanca"))
        for length in 0..<bytes.count {
            #expect(throws: CalendarError.self) { try TZif.table(Array(bytes[..<length])) }
        }
    }

    @Test(.long) func `a file with flipped bytes never causes a trap`() throws {
        let directory = try #require(TimeZoneDatabase.system.directory)
        let bytes = try #require(SmallFile.bytes(at: "\(directory)/Asia/Gaza"))
        var readable = 0
        for position in bytes.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] where position < 200 || position % 7 == 0 || mask == 0xFF {
                var flipped = bytes
                flipped[position] ^= mask
                guard let table = try? TZif.table(flipped) else { continue }
                readable += 1
                for second in [Int.min, 0, wallSecond("2500-06-01"), wallSecond("9999-12-31"), Int.max] {
                    #expect(table.span(atInstant: second).offset.magnitude <= 93_600)
                    #expect(table.span(atCivil: second).offset.magnitude <= 93_600)
                }
            }
        }
        #expect(readable > 100)
    }

    @Test func `files that claim four billion entries are rejected`() {
        var bytes = file(version: 0x32, times: [0], types: [0], offsets: [0], footer: "AAA0")
        for position in 20..<44 { bytes[position] = 0xFF }
        #expect(throws: CalendarError.self) { try TZif.table(bytes) }
        for position in 20..<44 { bytes[position] = position % 4 == 0 ? 0x7F : 0xFF }
        #expect(throws: CalendarError.self) { try TZif.table(bytes) }
    }
}
