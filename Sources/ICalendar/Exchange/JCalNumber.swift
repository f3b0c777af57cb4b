/// Reads the numbers of jCal, which JSON allows to be of any size.
enum JCalNumber {
    /// A whole number, also one that is written with a fraction of zero or an exponent; nil for any other.
    static func integer(_ digits: String) -> Int? {
        if let number = Int(digits) { return number }
        guard let number = float(digits) else { return nil }
        return Int(exactly: number)
    }

    /// A number; nil for one beyond what a double holds.
    static func float(_ digits: String) -> Double? {
        guard let number = Double(digits), number.isFinite else { return nil }
        return number
    }

    /// The two numbers of GEO, within 90 and 180 degrees; nil for anything else.
    static func geo(_ parts: [JSONValue]) -> Value? {
        guard parts.count == 2, case .number(let first) = parts[0], case .number(let second) = parts[1],
            let latitude = float(first), let longitude = float(second), abs(latitude) <= 90,
            abs(longitude) <= 180
        else { return nil }
        return .geo(latitude: latitude, longitude: longitude)
    }
}
