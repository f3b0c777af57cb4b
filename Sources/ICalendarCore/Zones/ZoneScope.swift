/// Which definition of a time zone stands when both the system and the calendar have one.
///
/// ```swift
/// var options = ExpansionOptions()
/// options.zonePreference = .file
/// let occurrences = file.occurrences(in: window, options: options)
/// ```
public enum ZonePreference: Sendable {
    /// The system's database stands, also where the file brings its own VTIMEZONE of that name: `TZID:Europe/Berlin`.
    case system
    /// The VTIMEZONE of the calendar stands, right or wrong: `options.zonePreference = .file`.
    case file
}

/// The time zones of one VCALENDAR: what its TZIDs mean.
///
/// A VTIMEZONE counts inside its own VCALENDAR only. Names of the IANA database mean the system's zone, all others
/// the calendar's own rules; names without any definition are tried as names of Windows and of vendors.
struct ZoneScope: Sendable {
    struct ResolvedZone: Sendable {
        /// The zone, or nil when it is unknown and its times are read as floating.
        var zone: Zone?
        /// What there is to say about it; only in the first answer for a TZID.
        var remarks: [ValueRemark] = []
        /// The other definition, where the system and the calendar both have one.
        var rival: Zone?
        /// The TZID of the calendar's definition, where it has one; the property may spell it otherwise.
        var definition: String?
    }

    private let preference: ZonePreference
    private let names: ZoneNames
    private let budget: ZoneBudget
    private var definitions: [String: Component] = [:]
    private var order: [String] = []
    /// Them by their ``Swift/String/zoneKey``, once a property spells one otherwise.
    private var spellings: [String: String]?
    private var repeated: Set<String> = []
    private var resolved: [String: ResolvedZone] = [:]
    /// The zones of the definitions that were asked for: each is laid out once, in however many ways it is spelled.
    private var defined: [String: Zone?] = [:]

    /// The zones of a VCALENDAR with these VTIMEZONE components, whose values are typed.
    init(
        definitions: [Component],
        preferring preference: ZonePreference,
        within budget: ZoneBudget = ZoneBudget(),
        database: TimeZoneDatabase = .system
    ) {
        self.preference = preference
        self.budget = budget
        names = ZoneNames(database: database)
        for component in definitions {
            guard let identifier = component.text("TZID") else { continue }
            let key = identifier.trimmedOfBlanks
            guard self.definitions[key] == nil else {
                repeated.insert(key)
                continue
            }
            self.definitions[key] = component
            order.append(key)
        }
    }

    mutating func resolve(_ timeZoneID: String) -> ResolvedZone {
        if let known = resolved[timeZoneID] { return known }
        let answer = search(timeZoneID)
        var silent = answer
        silent.remarks = []
        resolved[timeZoneID] = silent
        return answer
    }

    private mutating func search(_ timeZoneID: String) -> ResolvedZone {
        var answer = ResolvedZone()
        var key = timeZoneID.trimmedOfBlanks
        if definitions[key] == nil { key = definedSpelling(of: key) ?? key }
        let own = definedZone(key, &answer)
        let name = ZoneNames.plain(timeZoneID)
        do {
            if let zone = try names.databaseZone(name) {
                let prefersOwn = preference == .file && own != nil
                answer.zone = prefersOwn ? own : zone
                answer.rival = prefersOwn ? zone : own
                return answer
            }
            answer.zone = own
            if own == nil { answer.zone = try names.mappedZone(name) ?? guessedZone(name, &answer) }
        } catch {
            // Without the system's zones the calendar's own rules are the best there is.
            answer.zone = own
            if own == nil {
                let name = Words.short(timeZoneID)
                answer.add(.error, "time zone \"\(name)\": \(error); times read as floating")
            }
            return answer
        }
        if answer.zone == nil {
            let name = Words.short(timeZoneID)
            answer.add(.warning, "unknown time zone \"\(name)\"; times read as floating")
        }
        return answer
    }

    /// How the definition spells a TZID that differs in capitals, escapes or quotes, the first of them.
    private mutating func definedSpelling(of key: String) -> String? {
        if order.isEmpty { return nil }
        let known =
            spellings ?? Dictionary(order.lazy.map { ($0.zoneKey, $0) }) { first, _ in first }
        spellings = known
        return known[key.zoneKey]
    }

    /// The zone that a name most likely means which neither the system nor the calendar knows; nil where there is no guess.
    private mutating func guessedZone(_ name: String, _ answer: inout ResolvedZone) throws(CalendarError)
        -> Zone?
    {
        if let plain = ZoneNames.withoutNumber(name), let key = definedSpelling(of: plain),
            let zone = definedZone(key, &answer)
        {
            answer.add(.warning, ZoneNames.guess(ofNumber: name, plain))
            return zone
        }
        guard let (zone, guess) = try names.guessedZone(name) else { return nil }
        answer.add(.warning, guess)
        return zone
    }

    private mutating func definedZone(_ key: String, _ answer: inout ResolvedZone) -> Zone? {
        guard let component = definitions[key] else { return nil }
        answer.definition = key
        if let known = defined[key] { return known }
        if repeated.contains(key) {
            answer.add(
                .warning,
                "duplicate definition of time zone \"\(Words.short(key))\"; using the first"
            )
        }
        let definition = ZoneDefinitionCache.shared.definition(component, within: budget)
        answer.remarks += definition.remarks
        defined[key] = .some(definition.zone)
        return definition.zone
    }
}

extension ZoneScope.ResolvedZone {
    fileprivate mutating func add(_ severity: Diagnostic.Severity, _ message: String) {
        remarks.append(ValueRemark(severity: severity, code: .timeZone, message: message))
    }
}
