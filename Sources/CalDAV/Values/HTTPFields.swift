/// The header fields of a request or response in their original order.
///
/// Names are case-insensitive. The number and size of fields are limited. Fields beyond the limits are dropped, so that
/// a server cannot exhaust memory with headers.
///
/// ```swift
/// let fields = HTTPFields(lines: ["ETag: \"5f2\"", "DAV: 1, 2", "DAV: calendar-access"])
/// fields["etag"]  // "\"5f2\""
/// fields.list("DAV")  // ["1", "2", "calendar-access"]
/// ```
public struct HTTPFields: Sendable, Hashable {
    /// A header field: `HTTPFields.Field(name: "Depth", value: "1")`.
    ///
    /// ```swift
    /// HTTPFields.Field(name: "Depth", value: "1").value  // "1"
    /// ```
    public struct Field: Sendable, Hashable {
        /// The name as written: `field.name`, such as `ETag`.
        public let name: String
        /// The value without surrounding spaces: `field.value`, such as `text/calendar`.
        public let value: String

        /// Creates a field.
        ///
        /// ```swift
        /// HTTPFields.Field(name: "Depth", value: "1").name  // "Depth"
        /// ```
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields in order: `for field in fields.all { print(field.name, field.value) }`.
    public private(set) var all: [Field] = []
    private var size = 0

    /// The limits on the number of fields, the bytes in one value and the total number of bytes.
    private static let (mostFields, mostBytes, mostBytesOfAll) = (256, 16 << 10, 128 << 10)

    /// Creates fields from header lines, such as `DAV: 1, 2`.
    ///
    /// Lines without a name are ignored.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Depth: 1"])["depth"]  // "1"
    /// ```
    public init(lines: [String] = []) {
        for line in lines { append(line: line) }
    }

    /// Adds a line as received from the server; a line without a name, such as the status line, is ignored.
    ///
    /// ```swift
    /// var fields = HTTPFields()
    /// fields.append(line: "Retry-After: 120\r\n")
    /// fields["Retry-After"]  // "120"
    /// ```
    public mutating func append(line: String) {
        guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
        append(String(line[..<colon]), String(line[line.index(after: colon)...]))
    }

    /// Adds a field; a field with an invalid name or with a line break in its value is ignored.
    ///
    /// ```swift
    /// var fields = HTTPFields()
    /// fields.append("Depth", "1\r\nX-Injected: yes")
    /// fields.all.isEmpty  // true
    /// ```
    public mutating func append(_ name: String, _ value: String) {
        let value = value.trimmed
        let isValid =
            !name.isEmpty && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
        let bytes = name.utf8.count + value.utf8.count
        guard isValid, all.count < Self.mostFields, bytes <= Self.mostBytes,
            size + bytes <= Self.mostBytesOfAll
        else { return }
        size += bytes
        all.append(Field(name: name, value: String(value)))
    }

    /// The value of the first field with the given name: `fields["ETag"]`.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Depth: 1"])["DEPTH"]  // "1"
    /// ```
    public subscript(name: String) -> String? {
        all.first { $0.name.isEqualIgnoringCase(to: name) }?.value
    }

    /// Returns the elements of a comma-separated field, which can span several lines.
    ///
    /// Commas in quotes or angle brackets are not separators.
    ///
    /// ```swift
    /// HTTPFields(lines: ["Allow: GET, PUT"]).list("allow")  // ["GET", "PUT"]
    /// ```
    public func list(_ name: String) -> [String] {
        all.filter { $0.name.isEqualIgnoringCase(to: name) }
            .flatMap { $0.value.split(outsideOfQuotesAt: ",") }
    }
}

extension StringProtocol {
    func isEqualIgnoringCase(to other: String) -> Bool {
        utf8.count == other.utf8.count && lowercased() == other.lowercased()
    }

    /// Splits the text at separators outside quotes and angle brackets; returns the nonempty parts, trimmed.
    func split(outsideOfQuotesAt separator: Character) -> [String] {
        var (parts, part) = ([String](), "")
        var (isQuoted, isEscaped, isBracketed) = (false, false, false)
        for character in self {
            if character == separator, !isQuoted, !isBracketed {
                parts.append(String(part.trimmed))
                part = ""
                continue
            }
            switch character {
            case "\"" where !isEscaped: isQuoted.toggle()
            case "<" where !isQuoted: isBracketed = true
            case ">" where !isQuoted: isBracketed = false
            default: break
            }
            isEscaped = isQuoted && !isEscaped && character == "\\"
            part.append(character)
        }
        parts.append(String(part.trimmed))
        return parts.filter { !$0.isEmpty }
    }

    /// The text without surrounding quotes.
    var unquoted: String {
        guard utf8.count >= 2, hasPrefix("\""), hasSuffix("\"") else { return String(self) }
        return String(dropFirst().dropLast()).replacing("\\\"", with: "\"")
    }
}

extension HTTPFields {
    /// A link in a `Link` header (RFC 8288): `fields.links.first?.target`.
    ///
    /// ```swift
    /// let fields = HTTPFields(lines: ["Link: </feed.ics>; rel=\"next\""])
    /// fields.links.first?.relation  // "next"
    /// ```
    public struct Link: Sendable, Hashable {
        /// The address, not yet resolved: `link.target`, such as `/feed.ics`.
        public let target: String
        /// The relation: `link.relation == "next"`.
        public let relation: String
    }

    /// The WebDAV extensions that the server supports, in lowercase: `fields.classes.contains("calendar-access")`.
    public var classes: Set<String> { Set(list("DAV").map { $0.lowercased() }) }

    /// The methods that the resource supports, in uppercase: `fields.allowedMethods.contains("PROPFIND")`.
    public var allowedMethods: Set<String> { Set(list("Allow").map { $0.uppercased() }) }

    /// The resource's version: `fields.entityTag?.isWeak`.
    public var entityTag: EntityTag? { self["ETag"].flatMap(EntityTag.init) }

    /// The media type in lowercase without parameters:
    /// `HTTPFields(lines: ["Content-Type: Text/HTML; charset=utf-8"]).mediaType // "text/html"`.
    public var mediaType: String? {
        self["Content-Type"]?.split(outsideOfQuotesAt: ";").first?.lowercased()
    }

    /// The links in the `Link` fields: `HTTPFields(lines: ["Link: </a>; rel=next"]).links.count // 1`.
    public var links: [Link] {
        list("Link").compactMap { text in
            let parts = text.split(outsideOfQuotesAt: ";")
            guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { return nil }
            let relation = parts.dropFirst().first { $0.lowercased().hasPrefix("rel=") }?.dropFirst(4)
            return Link(target: String(target.dropFirst().dropLast()), relation: relation?.unquoted ?? "")
        }
    }

    /// Returns the number of seconds that the server asks the client to wait, at most a week, or nil if `Retry-After`
    /// is missing.
    ///
    /// `Retry-After` contains either a number of seconds or a date. For a date, the delay is measured from `now`, the
    /// time of the response in seconds since 1970.
    ///
    /// ```swift
    /// let fields = HTTPFields(lines: ["Retry-After: Thu, 01 Jan 1970 00:02:00 GMT"])
    /// fields.retryAfter(now: 60)  // 60
    /// ```
    public func retryAfter(now: Int64) -> Int? {
        guard let text = self["Retry-After"] else { return nil }
        let week = 7 * 86_400
        if let seconds = Self.seconds(text) { return min(seconds, week) }
        guard let date = HTTPDate.seconds(text) else { return nil }
        let (wait, isOverflow) = date.subtractingReportingOverflow(now)
        return isOverflow ? nil : Int(max(0, min(wait, Int64(week))))
    }

    /// The response's freshness lifetime in seconds, from `Cache-Control: max-age`:
    /// `HTTPFields(lines: ["Cache-Control: public, max-age=600"]).maxAge // 600`.
    public var maxAge: Int? {
        for part in list("Cache-Control") where part.lowercased().hasPrefix("max-age=") {
            return Self.seconds(part.dropFirst(8).unquoted)
        }
        return nil
    }

    /// Parses a number of seconds; large numbers are clamped rather than rejected.
    private static func seconds(_ text: String) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text.prefix(10)).map { text.utf8.count > 10 ? Int(Int32.max) : min($0, Int(Int32.max)) }
    }
}

/// A parser that converts HTTP dates (RFC 9110 section 5.6.7) to seconds since 1970.
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Parses a date in any of the three formats: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
    /// `Sun Nov  6 08:49:37 1994`.
    static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count <= 40 else { return nil }
        let words = text.lowercased().split { $0 == " " || $0 == "," || $0 == "-" }
        guard let monthWord = words.first(where: { months.contains(String($0)) }),
            let month = months.firstIndex(of: String(monthWord)),
            let clock = words.first(where: { $0.contains(":") })
        else { return nil }
        let numbers = words.filter { $0.allSatisfy(\.isWholeNumber) }.compactMap { Int64($0) }
        let time = clock.split(separator: ":", omittingEmptySubsequences: false).compactMap { UInt8($0) }
        guard numbers.count == 2, time.count == 3, time[0] < 24, time[1] < 60, time[2] <= 60,
            (1...31).contains(numbers[0])
        else { return nil }
        let written = numbers[1]
        // A two-digit year below 70 is in the 21st century; any other is in the 20th.
        let year = written < 70 ? written + 2000 : written < 100 ? written + 1900 : written
        guard (1970...9999).contains(year) else { return nil }
        let day = CivilDay.number(year: year, month: Int64(month) + 1, day: numbers[0])
        return day * 86_400 + Int64(time[0]) * 3600 + Int64(time[1]) * 60 + Int64(time[2])
    }
}

/// Conversions between Gregorian dates and day numbers.
enum CivilDay {
    /// Returns the number of days from 1970-01-01 to a date.
    static func number(year: Int64, month: Int64, day: Int64) -> Int64 {
        // Years are counted from March, which puts the leap day last.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date for a number of days since 1970-01-01.
    static func date(_ number: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = month < 10 ? month + 3 : month - 9
        return (yearOfEra + era * 400 + (civil <= 2 ? 1 : 0), civil, dayOfYear - (153 * month + 2) / 5 + 1)
    }
}
