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
        /// The relation, such as `link.relation == "next"`.
        public let relation: String
    }

    /// The extensions of WebDAV that the server supports, in lowercase: `fields.classes.contains("calendar-access")`.
    public var classes: Set<String> { Set(list("DAV").map { $0.lowercased() }) }

    /// The methods that the resource supports, in uppercase: `fields.allowedMethods.contains("PROPFIND")`.
    public var allowedMethods: Set<String> { Set(list("Allow").map { $0.uppercased() }) }

    /// The version of the resource: `fields.entityTag?.isWeak`.
    public var entityTag: EntityTag? { self["ETag"].flatMap(EntityTag.init) }

    /// The media type in lowercase without parameters:
    /// `HTTPFields(lines: ["Content-Type: Text/HTML; charset=utf-8"]).mediaType // "text/html"`.
    public var mediaType: String? {
        self["Content-Type"]?.split(outsideOfQuotesAt: ";").first?.lowercased()
    }

    /// The links: `HTTPFields(lines: ["Link: </a>; rel=next"]).links.count // 1`.
    public var links: [Link] {
        list("Link").compactMap { text in
            let parts = text.split(outsideOfQuotesAt: ";")
            guard let target = parts.first, target.hasPrefix("<"), target.hasSuffix(">") else { return nil }
            let relation = parts.dropFirst().first { $0.lowercased().hasPrefix("rel=") }?.dropFirst(4)
            return Link(target: String(target.dropFirst().dropLast()), relation: relation?.unquoted ?? "")
        }
    }

    /// Returns the number of seconds that the server asks the client to wait, at most a week; nil if there is no such
    /// field.
    ///
    /// The field contains a number of seconds or a date, so pass the time of the response as `now`, in seconds since
    /// 1970.
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

    /// The freshness lifetime of the response in seconds, from `Cache-Control: max-age`:
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

/// A parser for HTTP dates (RFC 9110 section 5.6.7), in seconds since 1970.
enum HTTPDate {
    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Parses any of the three formats: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`,
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
        // A year with two digits is in the last century or in this one.
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
        // Years begin in March, so that the leap day comes last.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the date that is a number of days after 1970-01-01.
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
