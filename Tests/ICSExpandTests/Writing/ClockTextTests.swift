import ICalendar
import Testing

@testable import ICSConsole

struct ClockTextTests {
    private static let lastSecond = 253_402_300_799
    /// Instants near the ends of years, days and the supported range, and a few others.
    private static let seconds: [Int] =
        [
            0, -1, 1, 86_399, 86_400, -86_400, -86_401, 951_782_400, 1_709_164_800, lastSecond,
            lastSecond + 1, lastSecond - 86_400, 400_000_000_000, -62_167_219_200, -62_167_219_201,
            -62_167_305_601, -3_000_000_000, -2_500_000_000,
        ] + (0..<400).map { 1_700_000_000 + $0 * 123_457 }

    private func text(_ key: Int, _ form: TimeForm, _ clock: inout ClockText) -> String {
        let block = OutputBlock()
        var writer = OutputBlock.Writer(block)
        writer.reserve(ClockText.longestTimes)
        clock.put(key, form, to: &writer)
        writer.finish()
        return String(decoding: block.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "UTC", "Europe/Berlin", "America/St_Johns", "Asia/Kolkata", "Africa/Monrovia", "Pacific/Apia",
        "Etc/GMT+11", "Etc/UTC",
    ])
    func `a time with a time zone matches the library's text`(name: String) throws {
        let zone = try Zone(identifier: name)
        let numbers = ZoneNumbers(display: .utc)
        let number = numbers.number(of: zone)
        var clock = ClockText(numbers)
        for second in Self.seconds {
            let time = OccurrenceTime.instant(Instant(secondsSince1970: second), zone)
            #expect(text(second, .zoned(number), &clock) == time.description)
            let civil = zone.civil(at: Instant(secondsSince1970: second)).secondNumber
            #expect(clock.civil(second, .zoned(number), inZone: Int(number)) == civil)
        }
    }

    @Test func `dates and floating times match the library's text`() {
        var clock = ClockText(ZoneNumbers(display: .utc))
        for second in Self.seconds {
            let time = CivilDateTime(secondNumber: second)
            #expect(text(second, .floating, &clock) == OccurrenceTime.floating(time).description)
            #expect(text(second, .date, &clock) == OccurrenceTime.date(time.date).description)
            #expect(clock.civil(second, .date) == time.date.dayNumber * 86_400)
            #expect(clock.civil(second, .floating) == second)
        }
    }

    @Test func `every second of a day is formatted correctly`() {
        for second in 0..<86_400 {
            let word = ClockText.timeOfDay(second)
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(8 * $0)) }
            let numbers = [0, 3, 6].map { Int(bytes[$0] - 48) * 10 + Int(bytes[$0 + 1] - 48) }
            #expect(
                numbers[0] * 3600 + numbers[1] * 60 + numbers[2] == second && bytes[2] == 58 && bytes[5] == 58
            )
        }
    }

    @Test func `a time zone is always assigned the same number`() throws {
        let numbers = ZoneNumbers(display: .utc)
        let berlin = try Zone(identifier: "Europe/Berlin")
        #expect([berlin, .utc, berlin].map(numbers.number) == [1, 0, 1])
        #expect(numbers.list == [.utc, berlin])
    }
}
