/// The Windows time zones, with their names and the text that Windows, Outlook, and Exchange display for them.
enum WindowsZones {
    /// Returns the IANA name for a Windows name such as `W. Europe Standard Time`, in any case, or nil.
    static func target(ofName name: String) -> String? {
        guard name.utf8.count <= 64 else { return nil }
        return names[name.lowercased()]
    }

    /// Returns the IANA name for display text such as `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`,
    /// or nil.
    ///
    /// Only the text after the parenthesized offset matters, because that offset ignores daylight saving time and has
    /// changed between versions of Windows. Case, punctuation, and the order of the places do not matter. Without a
    /// parenthesized offset, only a list of places or a name such as `Eastern Time (US & Canada)` is recognized.
    static func target(ofDisplayName text: String) -> String? {
        guard text.utf8.count <= 160 else { return nil }
        guard let places = placesBehindBracket(text) else {
            return text.contains(",") || text.contains("(") ? shown[key(text)] : nil
        }
        let key = key(places)
        return key.isEmpty ? "Etc/UTC" : shown[key]
    }

    /// Returns the IANA names for partial display text such as `(UTC+01:00) Amsterdam, Berlin`.
    ///
    /// The text must contain two or more of a display name's places, but not all of them.
    static func targets(ofPlacesIn text: String) -> [String] {
        guard text.utf8.count <= 160, let places = placesBehindBracket(text) else { return [] }
        let named = keys(ofPlacesIn: places)
        guard named.count > 1 else { return [] }
        return placesOfTexts.filter { named.isSubset(of: $0.places) }.map(\.target)
    }

    /// The places that each display text names.
    private static let placesOfTexts: [(places: Set<String>, target: String)] =
        (table.map { ($0.shown, $0.target) } + formerTexts).map { (keys(ofPlacesIn: $0.0), $0.1) }

    private static func keys(ofPlacesIn text: some StringProtocol) -> Set<String> {
        Set(text.split { $0 == "," || $0 == "/" }.map { key($0) })
    }

    /// Returns the text after `(UTC+01:00)`, `(GMT+01.00)`, or `(UTC)`, or nil if the string begins in any other way.
    ///
    /// The remaining text may be empty only if the parentheses contain no offset.
    private static func placesBehindBracket(_ text: String) -> Substring? {
        guard text.hasPrefix("("), let end = text.firstIndex(of: ")") else { return nil }
        let bracket = text[text.index(after: text.startIndex)..<end].lowercased()
        guard bracket.hasPrefix("utc") || bracket.hasPrefix("gmt") else { return nil }
        let places = text[text.index(after: end)...]
        return bracket.count > 3 && places.allSatisfy({ $0 == " " }) ? nil : places
    }

    private static let names: [String: String] = Dictionary(
        (table.map { ($0.name, $0.target) } + formerNames).map { ($0.0.lowercased(), $0.1) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let shown: [String: String] = Dictionary(
        (table.map { ($0.shown, $0.target) } + formerTexts).map { (key($0.0), $0.1) },
        uniquingKeysWith: { first, _ in first }
    )

    /// Returns a text's sorted, lowercase words, unifying the spellings from different versions of Windows.
    private static func key(_ text: some StringProtocol) -> String {
        var words: [String] = []
        var word = ""
        for character in text.lowercased() {
            if character.isLetter || character.isNumber {
                word.append(unaccented[character] ?? character)
            } else if character != "'" && character != "\u{2019}" {
                words.append(word)
                word = ""
            }
        }
        words.append(word)
        let isNoise = { (word: String) in word.isEmpty || noise.contains(word) }
        // Some versions of Windows number Russia's zones: `Irkutsk (RTZ 7)`.
        if let place = words.firstIndex(of: "rtz") { words.removeSubrange(place...) }
        return words.filter { !isNoise($0) }.map { spellings[$0] ?? $0 }.sorted().joined(separator: " ")
    }

    private static let noise: Set<String> = ["and", "old", "new", "sar", "the"]

    private static let spellings = [
        "island": "is", "islands": "is", "saint": "st", "kiev": "kyiv", "sofija": "sofia",
        "calcutta": "kolkata",
        "bombay": "mumbai", "madras": "chennai", "katmandu": "kathmandu", "cabo": "cape",
        "bataar": "baatar", "pozsony": "bratislava", "petersbourg": "petersburg",
    ]

    private static let unaccented: [Character: Character] = [
        "á": "a", "ã": "a", "é": "e", "í": "i", "ó": "o", "ü": "u",
    ]

    /// Names that Windows no longer uses, and their current meanings.
    private static let formerNames: [(String, String)] = [
        ("Armenian Standard Time", "Asia/Yerevan"),
        ("Coordinated Universal Time", "Etc/UTC"),
        ("Kamchatka Standard Time", "Asia/Kamchatka"),
        ("Mexico Standard Time", "America/Mexico_City"),
        ("Mexico Standard Time 2", "America/Chihuahua"),
        ("Mid-Atlantic Standard Time", "Etc/GMT+2"),
        ("Greenwich Mean Time", "Europe/London"),
    ]

    /// Display names from earlier versions of Windows, Outlook, and Exchange.
    private static let formerTexts: [(String, String)] = [
        ("Abu Dhabi, Muscat, Baku, Tbilisi", "Asia/Dubai"),
        ("Almaty", "Asia/Almaty"),
        ("Almaty, Dhaka", "Asia/Almaty"),
        ("Almaty, Novosibirsk", "Asia/Novosibirsk"),
        ("Arab, Kuwait, Riyadh", "Asia/Riyadh"),
        ("Astana, Dhaka", "Asia/Almaty"),
        ("Athens, Bucharest, Istanbul", "Europe/Bucharest"),
        ("Athens, Istanbul, Minsk", "Europe/Bucharest"),
        ("Athens, Beirut, Istanbul, Minsk", "Europe/Bucharest"),
        ("Baghdad, Kuwait, Riyadh", "Asia/Riyadh"),
        ("Baku, Tbilisi, Yerevan", "Asia/Yerevan"),
        ("Bangkok, Jakarta, Hanoi", "Asia/Bangkok"),
        ("Beijing, Chongqing, Urumqi", "Asia/Shanghai"),
        ("Beijing, Hong Kong, Urumqi", "Asia/Shanghai"),
        ("Bogota, Lima, Quito", "America/Bogota"),
        ("Brisbane, East Australia", "Australia/Brisbane"),
        ("Brussels, Copenhagen, Madrid, Paris, Vilnius", "Europe/Paris"),
        ("Bucharest", "Europe/Bucharest"),
        ("Buenos Aires", "America/Buenos_Aires"),
        ("Buenos Aires, Georgetown", "America/Cayenne"),
        ("Canberra, Melbourne, Sydney, Hobart", "Australia/Sydney"),
        ("Caracas, La Paz", "America/La_Paz"),
        ("Casablanca, Monrovia", "Atlantic/Reykjavik"),
        ("Casablanca, Monrovia, Reykjavik", "Atlantic/Reykjavik"),
        ("Cayenne", "America/Cayenne"),
        ("Chihuahua, La Paz, Mazatlan", "America/Chihuahua"),
        ("Colombo", "Asia/Colombo"),
        ("East Africa, Nairobi", "Africa/Nairobi"),
        ("Eastern Europe", "Europe/Chisinau"),
        ("Eniwetok, Kwajalein", "Etc/GMT+12"),
        ("Eniwetok, Kwajalein, Dateline Time", "Etc/GMT+12"),
        ("Fiji, Kamchatka, Marshall Is.", "Pacific/Fiji"),
        ("Fiji, Marshall Is.", "Pacific/Fiji"),
        ("Georgetown, La Paz, San Juan", "America/La_Paz"),
        ("Greenwich Mean Time: Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("Greenwich Mean Time: Dublin, Edinburgh, London", "Europe/London"),
        ("Greenwich Mean Time", "Europe/London"),
        ("GMT: Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("Harare, Pretoria, South Africa", "Africa/Johannesburg"),
        ("Helsinki, Riga, Tallinn", "Europe/Kiev"),
        ("Hobart, Tasmania", "Australia/Hobart"),
        ("Irkutsk, Ulaan Bataar", "Asia/Irkutsk"),
        ("Irkutsk, Ulaanbaatar", "Asia/Irkutsk"),
        ("Islamabad, Karachi, Tashkent", "Asia/Tashkent"),
        ("Israel", "Asia/Jerusalem"),
        ("Israel, Jerusalem Standard Time", "Asia/Jerusalem"),
        ("Kathmandu, Nepal", "Asia/Katmandu"),
        ("Kolkata, Chennai, Mumbai, New Delhi, India Standard Time", "Asia/Calcutta"),
        ("La Paz", "America/La_Paz"),
        ("La Paz, Mazatlan", "America/Mazatlan"),
        ("Magadan, Solomon Is., New Caledonia", "Pacific/Guadalcanal"),
        ("Manaus", "America/Cuiaba"),
        ("Mexico City", "America/Mexico_City"),
        ("Mexico City, Tegucigalpa", "America/Mexico_City"),
        ("Mid-Atlantic", "Etc/GMT+2"),
        ("Midway Island, Samoa", "Pacific/Pago_Pago"),
        ("Moscow, St. Petersburg, Volgograd", "Europe/Moscow"),
        ("Moscow, Volgograd", "Europe/Moscow"),
        ("Novosibirsk, Omsk", "Asia/Novosibirsk"),
        ("Nuku'alofa, Tonga", "Pacific/Tongatapu"),
        ("Nur-Sultan", "Asia/Almaty"),
        ("Nur-Sultan, Dhaka", "Asia/Almaty"),
        ("Pacific Time (US & Canada), Tijuana", "America/Los_Angeles"),
        ("Perth, Western Australia", "Australia/Perth"),
        ("Petropavlovsk-Kamchatsky", "Asia/Kamchatka"),
        ("Prague, Central Europe", "Europe/Budapest"),
        ("Rangoon", "Asia/Rangoon"),
        ("Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb", "Europe/Warsaw"),
        ("Sarajevo, Warsaw, Zagreb", "Europe/Warsaw"),
        ("Seoul, Korea Standard Time", "Asia/Seoul"),
        ("Singapore", "Asia/Singapore"),
        ("Sri Jayawardenepura, Sri Lanka", "Asia/Colombo"),
        ("Tashkent", "Asia/Tashkent"),
        ("Tijuana, Baja California", "America/Tijuana"),
        ("US East (Indiana)", "America/Indianapolis"),
        ("Vladivostok, Magadan", "Asia/Vladivostok"),
        ("Yangon", "Asia/Rangoon"),
    ]
}
