public import ICalendarCore

/// A value that is encoded as a string in the notation of RFC 3339, RFC 5545 or the time zone database.
private protocol TextCodable {
    var codedText: String { get }
    init(codedText: String) throws(CalendarError)
}

extension TextCodable {
    /// Encodes the value as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(codedText)
    }

    /// Decodes the value from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(CalendarError) {
            try self.init(codedText: text)
        } catch {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.detail)
        }
    }
}

extension CivilDate: Codable, TextCodable {
    fileprivate var codedText: String { description }

    fileprivate init(codedText text: String) throws(CalendarError) {
        guard case .date(let date) = try EventTime(text) else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' is not a date (expected a form such as 2026-03-29)"
            )
        }
        self = date
    }
}

extension CivilDateTime: Codable, TextCodable {
    fileprivate var codedText: String { description }

    fileprivate init(codedText text: String) throws(CalendarError) {
        guard case .floating(let time) = try EventTime(text) else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' is not a local time (expected a form such as 2026-03-29T09:00:00)"
            )
        }
        self = time
    }
}

extension Instant: Codable, TextCodable {
    fileprivate var codedText: String { description }

    fileprivate init(codedText text: String) throws(CalendarError) {
        guard case .instant(let instant, _) = try OccurrenceTime(codedText: text) else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' has no offset (expected a form such as 2026-03-29T09:00:00Z)"
            )
        }
        self = instant
    }
}

extension Zone: Codable, TextCodable {
    fileprivate var codedText: String { identifier }

    fileprivate init(codedText text: String) throws(CalendarError) { self = try Zone.read(text).zone }
}

extension EventTime: Codable, TextCodable {
    fileprivate var codedText: String {
        switch self {
        case .date(let date): date.description
        case .floating(let time): time.description
        case .utc(let time): "\(time)Z"
        case .zoned(let time, let timeZoneID): "\(time)[\(timeZoneID)]"
        }
    }

    fileprivate init(codedText text: String) throws(CalendarError) {
        let (time, zone) = Self.split(text)
        self = try EventTime(time)
        guard let zone else { return }
        guard case .floating(let civil) = self else {
            throw CalendarError(
                .invalidValue,
                "'\(text.prefix(40))' cannot have a zone: it has an offset or no time of day"
            )
        }
        self = .zoned(civil, timeZoneID: zone)
    }

    /// Splits `2026-03-29T09:00:00[Europe/Berlin]` into its time and zone.
    fileprivate static func split(_ text: String) -> (time: String, zone: String?) {
        guard text.last == "]", let open = text.firstIndex(of: "[") else { return (text, nil) }
        return (String(text[..<open]), String(text[text.index(after: open)...].dropLast()))
    }
}

extension OccurrenceTime: Codable, TextCodable {
    fileprivate var codedText: String {
        guard case .instant(_, let zone) = self, zone != .utc else { return description }
        return "\(self)[\(zone.identifier)]"
    }

    fileprivate init(codedText text: String) throws(CalendarError) {
        let (time, zone) = EventTime.split(text)
        try self.init(time, in: zone.map { name throws(CalendarError) in try Zone.read(name).zone })
    }

    /// Creates a time from RFC 3339 notation and its event's zone.
    ///
    /// If there is no zone, the time gets one with a fixed offset.
    package init(_ text: String, in zone: Zone?) throws(CalendarError) {
        let (plain, offset) = Self.offset(of: text)
        switch try EventTime(plain) {
        case .date(let date):
            guard zone == nil else {
                throw CalendarError(
                    .invalidValue,
                    "'\(text.prefix(40))' is a date and cannot have a time zone"
                )
            }
            self = .date(date)
        case .floating(let time):
            if let offset {
                let instant = Instant(secondsSince1970: time.secondNumber - offset)
                // If there is no zone name, only the offset is known.
                let ending = String(text.suffix(6))
                let unnamed = Zone(identifier: "UTC" + ending, offsets: [instant.secondsSince1970: offset])
                self = .instant(instant, zone ?? unnamed)
            } else if let zone {
                self = .instant(zone.instant(of: time), zone)
            } else {
                self = .floating(time)
            }
        case .utc(let time): self = .instant(Instant(secondsSince1970: time.secondNumber), zone ?? .utc)
        case .zoned: throw CalendarError(.invalidValue, "'\(text.prefix(40))' is not a time")
        }
    }

    /// Splits a numeric offset from a time, or returns nil if the time has no offset.
    static func offset(of text: String) -> (time: String, seconds: Int?) {
        let tail = Array(text.utf8.suffix(6))
        guard text.utf8.count > 16, tail[3] == Ascii.colon, tail[0] == Ascii.plus || tail[0] == Ascii.minus,
            let hours = Int(String(decoding: tail[1..<3], as: UTF8.self)),
            let minutes = Int(String(decoding: tail[4..<6], as: UTF8.self)), hours < 24, minutes < 60
        else { return (text, nil) }
        let seconds = (hours * 60 + minutes) * 60
        return (
            String(decoding: text.utf8.dropLast(6), as: UTF8.self),
            tail[0] == Ascii.minus ? -seconds : seconds
        )
    }
}

extension NominalDuration: Codable, TextCodable {
    fileprivate var codedText: String { description }

    fileprivate init(codedText text: String) throws(CalendarError) {
        guard let duration = NominalDuration(text: text) else {
            throw CalendarError(.invalidValue, "'\(text.prefix(40))' is not a duration such as PT1H30M")
        }
        self = duration
    }
}

extension RecurrenceRule: Codable, TextCodable {
    fileprivate var codedText: String { RuleText.format(self) }

    fileprivate init(codedText text: String) throws(CalendarError) {
        let (rule, remarks) = RuleText.parse(text)
        guard let rule else {
            throw CalendarError(.invalidValue, remarks.last?.message ?? "'\(text.prefix(40))' is not a rule")
        }
        self = rule
    }
}
