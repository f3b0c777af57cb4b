/// The preferred definition of a time zone that both the system and the calendar define.
///
/// ```swift
/// var options = ExpansionOptions()
/// options.zonePreference = .file
/// let occurrences = file.occurrences(in: window, options: options)
/// ```
public enum ZonePreference: Sendable {
    /// The system's database, even if the file has its own VTIMEZONE with the same name: `TZID:Europe/Berlin`.
    case system
    /// The VTIMEZONE of the calendar, right or wrong: `options.zonePreference = .file`.
    case file
}

/// The time zones of one VCALENDAR, which determine the meaning of its TZIDs.
///
/// A VTIMEZONE applies only inside its own VCALENDAR. Names in the IANA database refer to the system's zones, and all
/// other names refer to the calendar's own definitions. Names without any definition are looked up as Windows and
/// vendor names.
struct ZoneScope: Sendable {
    struct ResolvedZone: Sendable {
        /// The zone, or nil if it is unknown and its times are read as floating.
        var zone: Zone?
        /// The remarks about the zone; remarks about its definition are only in the first result for the definition.
        var remarks: [ValueRemark] = []
        /// The other definition, if both the system and the calendar have one.
        var rival: Zone?
        /// The TZID in the calendar's definition, if any; the property may spell it differently.
        var definition: String?
    }

    private let preference: ZonePreference
    private let names: ZoneNames
    private let budget: ZoneBudget
    private var definitions: [String: Component] = [:]
    private var order: [String] = []
    /// The definitions by their ``Swift/String/zoneKey``, created when a property first spells a TZID differently.
    private var spellings: [String: String]?
    private var repeated: Set<String> = []
    /// The zones of the definitions used so far; each zone is computed once, regardless of the spellings of its name.
    private var defined: [String: Zone?] = [:]

    /// Creates the zones of a VCALENDAR from its VTIMEZONE components, which have typed values.
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
            guard let first = self.definitions[key] else {
                self.definitions[key] = component
                order.append(key)
                continue
            }
            repeated.insert(key)
            let isUsable = first.components.contains {
                Observance.names.contains($0.name) && Observance.isUsable($0)
            }
            if !isUsable { self.definitions[key] = component }
        }
    }

    /// Looks up a TZID; the caller caches the result.
    mutating func resolve(_ timeZoneID: String) -> ResolvedZone {
        var answer = ResolvedZone()
        var key = timeZoneID.trimmedOfBlanks
        if definitions[key] == nil { key = definedSpelling(of: key) ?? key }
        let own = definedZone(key, &answer)
        let name = ZoneNames.plain(timeZoneID)
        do {
            if let zone = try names.databaseZone(name) {
                let prefersOwn = own != nil && (preference == .file || ZoneNames.isShorthand(name))
                answer.zone = prefersOwn ? own : zone
                if !ZoneNames.isShorthand(name) { answer.rival = prefersOwn ? zone : own }
                return answer
            }
            answer.zone = own
            if own == nil { answer.zone = try names.mappedZone(name) ?? guessedZone(name, &answer) }
        } catch {
            // Without the system's zones, the calendar's own rules are the best choice.
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

    /// Returns the spelling of the first definition whose TZID differs only in case, escapes, or quotes.
    private mutating func definedSpelling(of key: String) -> String? {
        if order.isEmpty { return nil }
        let known =
            spellings ?? Dictionary(order.lazy.map { ($0.zoneKey, $0) }) { first, _ in first }
        spellings = known
        return known[key.zoneKey]
    }

    /// Returns the most likely zone for a name unknown to the system and the calendar, or nil if there is no guess.
    private mutating func guessedZone(_ name: String, _ answer: inout ResolvedZone) throws(CalendarError)
        -> Zone?
    {
        if let plain = ZoneNames.withoutNumber(name), let key = definedSpelling(of: plain),
            let zone = definedZone(key, &answer)
        {
            answer.add(.warning, ZoneNames.guess(name, plain))
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
                "duplicate definition of time zone \"\(Words.short(key))\"; using the first valid one"
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
