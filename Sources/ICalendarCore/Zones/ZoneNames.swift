/// Lookup of time zone names, in the same order everywhere.
///
/// `UTC` and names in the database come first. Windows names and names with a vendor prefix come last; a calendar's
/// own definition of such a name takes precedence (see ``TimeResolver``).
package struct ZoneNames: Sendable {
    package let database: TimeZoneDatabase

    package init(database: TimeZoneDatabase) { self.database = database }

    /// Returns the zone for `UTC`, `Z`, or a name in the database, or nil for any other name.
    ///
    /// - Throws: An error if the database is missing, or if the zone's file is damaged or unreadable.
    package func databaseZone(_ identifier: String) throws(CalendarError) -> Zone? {
        let name = identifier.trimmedOfBlanks
        let folded = name.utf8.count <= 16 ? name.lowercased() : ""
        if folded == "utc" || ZoneNames.isShorthand(folded) { return Zone.utc }
        if database.directory == nil, let spelling = ZoneNames.namesOfUTC[folded] {
            return Zone(identifier: spelling, table: Zone.utc.table)
        }
        return try database.zone(name)
    }

    /// Returns whether a name is the `Z` of UTC values, which is not a name in the database.
    ///
    /// A calendar's own definition of `Z` takes precedence.
    static func isShorthand(_ name: String) -> Bool { name == "z" || name == "Z" }

    /// Returns the zone for a Windows name, Windows display text, or a name with a vendor prefix.
    ///
    /// - Throws: An error if the database is missing, or if the zone's file is damaged or unreadable.
    func mappedZone(_ identifier: String) throws(CalendarError) -> Zone? {
        let name = identifier.trimmedOfBlanks
        guard name.utf8.count <= 255 else { return nil }
        if let target = WindowsZones.target(ofName: name) ?? WindowsZones.target(ofDisplayName: name) {
            return try databaseZone(target)
        }
        // Finds the longest suffix that is a zone name:
        // `/mozilla.org/20050126_1/America/Argentina/Buenos_Aires`.
        var rest = Substring(name)
        while let slash = rest.firstIndex(of: "/") {
            rest = rest[rest.index(after: slash)...]
            if let zone = try databaseZone(String(rest)) { return zone }
        }
        return nil
    }

    /// Returns the most likely zone for an unknown name and a description of the guess, or nil if there is no guess.
    ///
    /// An offset such as `GMT+0100`, `(GMT +01:00)`, or `(UTC-05) Bogota` is read as a zone with a fixed offset.
    /// Outlook numbers the definitions that it writes: `Eastern Standard Time 1`.
    ///
    /// - Throws: An error if the database is missing, or if the zone's file is damaged or unreadable.
    func guessedZone(_ identifier: String) throws(CalendarError) -> (zone: Zone, guess: String)? {
        let name = identifier.trimmedOfBlanks
        if let plain = ZoneNames.withoutNumber(name), let zone = try mappedZone(plain) {
            return (zone, ZoneNames.guess(name, plain))
        }
        guard let offset = ZoneOffsetName.offset(of: name) else { return nil }
        for target in WindowsZones.targets(ofPlacesIn: name) {
            // The parenthesized offset ignores daylight saving time, which applies for at most half of the year.
            guard let zone = try databaseZone(target),
                [0, 181].contains(where: { day in
                    zone.offset(at: Instant(secondsSince1970: 1_767_225_600 + day * 86_400)) == offset
                })
            else { continue }
            return (zone, ZoneNames.guess(name, zone.identifier))
        }
        let zone = Zone(
            identifier: ZoneOffsetName.name(of: offset),
            table: TransitionTable(fixedOffset: offset)
        )
        return (zone, "time zone \"\(Words.short(name))\" is an offset; read as \(zone.identifier)")
    }

    static func guess(_ name: String, _ plain: String) -> String {
        "unknown time zone \"\(Words.short(name))\"; read as \"\(Words.short(plain))\""
    }

    static func withoutNumber(_ name: String) -> String? {
        let bytes = Array(name.utf8.suffix(5))
        let digits = bytes.reversed().prefix { Ascii.isDigit($0) }.count
        guard (1...3).contains(digits), digits < bytes.count, Ascii.isBlank(bytes[bytes.count - digits - 1])
        else {
            return nil
        }
        return String(Substring(name.utf8.dropLast(digits))).trimmedOfBlanks
    }

    /// Returns a name without surrounding blanks and quotes, and without backslashes before punctuation.
    ///
    /// Some programs write such blanks, quotes or backslashes by mistake. In a VTIMEZONE, the TZID is a text value, in
    /// which a comma is escaped with a backslash; elsewhere it is a parameter, where commas are not escaped.
    package static func plain(_ identifier: String) -> String {
        let name = identifier.trimmedOfBlanks
        guard name.utf8.contains(where: { $0 == Ascii.quote || $0 == Ascii.backslash }) else { return name }
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in name.utf8 {
            if isEscaped {
                isEscaped = false
                let isPunctuation = !Ascii.isLetter(byte) && !Ascii.isDigit(byte) && byte < 0x80
                if !isPunctuation { bytes.append(Ascii.backslash) }
            } else if byte == Ascii.backslash {
                isEscaped = true
                continue
            }
            bytes.append(byte)
        }
        if isEscaped { bytes.append(Ascii.backslash) }
        // Quotes may be escaped themselves, so remove them last.
        guard bytes.count > 1, bytes.first == Ascii.quote, bytes.last == Ascii.quote else {
            return String(decoding: bytes, as: UTF8.self)
        }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self).trimmedOfBlanks
    }

    /// The names for UTC that are recognized without a database.
    private static let namesOfUTC: [String: String] = {
        let names = [
            "Etc/UTC", "Etc/UCT", "Etc/Universal", "Etc/Zulu", "Etc/GMT", "Etc/GMT0", "Etc/GMT+0",
            "Etc/GMT-0",
            "Etc/Greenwich", "UCT", "Universal", "Zulu", "GMT", "GMT0", "GMT+0", "GMT-0", "Greenwich",
        ]
        return Dictionary(names.map { ($0.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    }()

    fileprivate func guess(_ name: String) throws(CalendarError) -> (zone: Zone, guess: String)? {
        if try databaseZone(name) != nil { return nil }
        return try mappedZone(name) == nil ? guessedZone(name) : nil
    }
}

extension Zone {
    /// Returns the zone for a TZID without a VTIMEZONE, and a description of the guess for an unknown name.
    ///
    /// - Throws: ``CalendarError/Code/unknownTimeZone`` under the same conditions as ``init(identifier:)``.
    package static func read(_ identifier: String) throws(CalendarError) -> (zone: Zone, guess: String?) {
        let plain = ZoneNames.plain(identifier)
        if let (zone, guess) = try ZoneNames(database: .system).guess(plain) { return (zone, guess) }
        return (try Zone(identifier: plain), nil)
    }
}

extension String {
    /// A key shared by all spellings of a TZID that differ only in case, surrounding blanks, quotes, or escapes.
    package var zoneKey: String {
        // `\\n` is a line feed in a text value and two characters in a parameter.
        ZoneNames.plain(self).lowercased().replacing("\n", with: "\\n")
    }

    /// Returns the key of the definition that a TZID refers to, or nil if there is none.
    ///
    /// If there is no definition of `Eastern Standard Time 1`, the definition without the number applies.
    package func zoneKey(where isDefined: (String) -> Bool) -> String? {
        let key = zoneKey
        if isDefined(key) { return key }
        guard let plain = ZoneNames.withoutNumber(ZoneNames.plain(self))?.zoneKey else { return nil }
        return isDefined(plain) ? plain : nil
    }

    package var trimmedOfBlanks: String {
        guard let first = utf8.first, let last = utf8.last, Ascii.isBlank(first) || Ascii.isBlank(last) else {
            return self
        }
        var bytes = utf8.drop(while: Ascii.isBlank)
        while let last = bytes.last, Ascii.isBlank(last) { bytes.removeLast() }
        return String(Substring(bytes))
    }
}

/// UTC offsets used as zone names.
enum ZoneOffsetName {
    /// The maximum UTC offset in seconds, a few hours more than any offset ever used.
    private static let largest = 18 * 3600

    /// Returns the offset in a name, in seconds east of UTC, or nil for any other name.
    ///
    /// Examples are `GMT+0100`, `UTC+02:00`, `(GMT +01:00)`, `+02:00`, and `(UTC-05) Bogota`, where the text after the
    /// parentheses is unknown to Windows.
    static func offset(of name: String) -> Int? {
        guard name.utf8.count <= 255 else { return nil }
        let bytes = Array(name.utf8)
        let text = bytes.span
        var index = 0
        let isBracketed = text.count > 0 && text[0] == UInt8(ascii: "(")
        if isBracketed { index = 1 }
        passBlanks(text, &index)
        if index + 3 <= text.count {
            let word = (index..<index + 3).map { Ascii.capital(text[$0]) }
            if word == Array("GMT".utf8) || word == Array("UTC".utf8) { index += 3 }
        }
        passBlanks(text, &index)
        guard let (offset, end) = OffsetText.parse(text, at: index), offset.magnitude <= largest else {
            return nil
        }
        index = end
        passBlanks(text, &index)
        if isBracketed { return index < text.count && text[index] == UInt8(ascii: ")") ? offset : nil }
        return index == text.count ? offset : nil
    }

    static func name(of offset: Int) -> String {
        var bytes = Array("UTC".utf8)
        NumberText.append(utcOffset: offset, to: &bytes)
        bytes.insert(Ascii.colon, at: min(6, bytes.count))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func passBlanks(_ text: Span<UInt8>, _ index: inout Int) {
        while index < text.count, Ascii.isBlank(text[index]) { index += 1 }
    }
}
