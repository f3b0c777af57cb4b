import ICalendar

/// A calendar's color.
///
/// ```swift
/// let color = CalendarColor("#33aa55")
/// color?.description  // "#33AA55"
/// ```
public struct CalendarColor: Sendable, Hashable, CustomStringConvertible {
    /// The red component, from 0 to 255: `CalendarColor("#33AA55")?.red // 51`.
    public let red: UInt8
    /// The green component, from 0 to 255: `CalendarColor("#33AA55")?.green // 170`.
    public let green: UInt8
    /// The blue component, from 0 to 255: `CalendarColor("#33AA55")?.blue // 85`.
    public let blue: UInt8

    /// Creates a color from its components.
    ///
    /// ```swift
    /// CalendarColor(red: 255, green: 128, blue: 0).description  // "#FF8000"
    /// ```
    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Creates a color from a string in the format `#RRGGBB`, `#RGB`, or `#RRGGBBAA`, or returns `nil` for any other
    /// string.
    ///
    /// Surrounding whitespace and the alpha component are ignored.
    ///
    /// ```swift
    /// CalendarColor("#f80")?.description       // "#FF8800"
    /// CalendarColor("#FF8000CC")?.description  // "#FF8000"
    /// CalendarColor("orange")                  // nil
    /// ```
    public init?(_ text: some StringProtocol) {
        let trimmed = text.utf8.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed()
        guard trimmed.first == UInt8(ascii: "#"), trimmed.count <= 9 else { return nil }
        let digits = trimmed.dropFirst().compactMap(Ascii.hexadecimal)
        guard digits.count == trimmed.count - 1 else { return nil }
        switch digits.count {
        case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
        case 6, 8:
            self.init(
                red: digits[0] << 4 | digits[1],
                green: digits[2] << 4 | digits[3],
                blue: digits[4] << 4 | digits[5]
            )
        default: return nil
        }
    }

    /// The color as six hexadecimal digits: `CalendarColor("#f80")?.description // "#FF8800"`.
    public var description: String {
        let digits = Array("0123456789ABCDEF")
        return "#" + String([red, green, blue].flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }
}
