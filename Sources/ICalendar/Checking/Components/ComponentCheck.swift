/// Checks one component: what it holds, what its values say, and when it happens.
///
/// The rules about single properties are in ``PropertyGrammar`` and ``ParameterGrammar``, those about what a component
/// holds in ``ComponentGrammar``, those of a METHOD in ``MethodGrammar``; what ties several properties together is code.
struct ComponentCheck {
    /// The component.
    let component: Component
    /// The component that holds it, or nil for a VCALENDAR.
    let parent: Holder?
    /// Its place directly inside the VCALENDAR, or nil when it stands elsewhere.
    let place: Int?
    /// What is known of the calendar.
    let context: CheckContext
    /// What was found.
    private(set) var findings: [Finding] = []
    /// For each property its place in ``PropertyGrammar/all``, or nil.
    let known: [Int?]
    /// The places of properties that a mend takes out, so that nothing more is to be said of them.
    var dropped: Set<Int> = []
    /// The place of the last property that is written anew.
    private var rewritten: Int?
    /// For places that a mend was to edit, whether they must stay as they are.
    private var staying: [Int: Bool] = [:]

    init(_ component: Component, in parent: Holder?, place: Int?, _ context: CheckContext) {
        self.component = component
        self.parent = parent
        self.place = place
        self.context = context
        known = component.properties.map { PropertyGrammar.index[$0.name] }
    }

    /// What a component says to those inside it; looked up once, as it can hold thousands beside thousands of properties.
    struct Holder {
        /// Its name.
        let name: String
        /// Which of the properties it has from which alarms count.
        let anchors: Set<String>
        /// Its SUMMARY, for alarms that have no text of their own.
        let title: String?
        /// Of a VTIMEZONE, how its observances are read.
        let zone: ObservanceReading?

        private static let all: Set = ["DTSTART", "DTEND", "DUE", "DURATION"]

        init(_ component: Component) {
            name = component.name
            anchors = Set(component.properties.lazy.map(\.name).filter(Self.all.contains))
            title = component.text("SUMMARY")
            zone = component.name == "VTIMEZONE" ? ObservanceReading(component) : nil
        }
    }

    /// All that is wrong with the component; what is inside it is checked by others.
    static func findings(
        of component: Component,
        in parent: Holder?,
        place: Int?,
        _ context: CheckContext
    ) -> [Finding] {
        guard let grammar = ComponentGrammar.named[component.name] else { return [] }
        var check = ComponentCheck(component, in: parent, place: place, context)
        check.checkPlace(grammar)
        check.checkPresence(grammar)
        check.checkNothing(grammar)
        check.checkTogether()
        for place in check.component.properties.indices where !check.dropped.contains(place) {
            check.checkProperty(at: place)
        }
        check.checkTimes()
        check.checkRules()
        check.checkSeries()
        check.checkMethod()
        return check.findings
    }

    /// The first property of a name and its place, unless a mend takes it out.
    func standing(_ name: String) -> (place: Int, property: Property)? {
        guard let id = PropertyGrammar.index[name], let place = known.firstIndex(of: id),
            !dropped.contains(place)
        else { return nil }
        return (place, component.properties[place])
    }

    /// The time that the first property of a name says, or nil.
    func time(_ name: String) -> EventTime? { standing(name)?.property.eventTime }

    /// Whether a property must stay as it is written: a line that is written anew has no control characters, and what could
    /// not be read with them, or was another name, would be read.
    mutating func mustStay(_ place: Int) -> Bool {
        if let known = staying[place] { return known }
        let property = component.properties[place]
        let stays = Self.decides(property.name) && WrittenLine(property)?.holdsControls == true
        staying[place] = stays
        return stays
    }

    /// Whether a property decides when something happens or goes off, whether it takes time, or what belongs together.
    private static func decides(_ name: String) -> Bool {
        if PropertyGrammar.index[name] != nil { return deciding.contains(name) || name.hasPrefix("TZ") }
        return !Words.isToken(name) || name.hasPrefix("X-WR-TIMEZONE") || name.hasPrefix("X-MICROSOFT-")
    }

    private static let deciding: Set = [
        "UID", "DTSTART", "DTEND", "DUE", "DURATION", "RRULE", "EXRULE", "RDATE", "EXDATE", "RECURRENCE-ID",
        "SEQUENCE", "DTSTAMP", "STATUS", "TRANSP", "METHOD", "CALSCALE", "COMPLETED", "CREATED",
        "LAST-MODIFIED",
        "ACTION", "TRIGGER", "REPEAT", "ACKNOWLEDGED", "PROXIMITY", "RELATED-TO", "FREEBUSY", "BUSYTYPE",
    ]

    /// Notes a violation of the component, or of the property at a place.
    mutating func note(
        _ code: Violation.Code,
        as severity: Diagnostic.Severity = .error,
        at place: Int? = nil,
        property name: String? = nil,
        _ message: String,
        _ section: RFCSection,
        repair: String? = nil,
        mend: Mend? = nil
    ) {
        let property = place.map { component.properties[$0] }
        var mend = mend
        if let edited = mend?.edited, mustStay(edited) { mend = nil }
        if case .remove(let place)? = mend { dropped.insert(place) }
        let isMended = repair != nil && mend != nil
        switch context.kept {
        case .all: break
        case .violations: if !context.shared.hasRoom() { return }
        case .allOrOneMendable:
            if findings.first?.mend != nil { return }
            // What is wrong with a thousand values of a parameter is one thing to who leaves the parameter out.
            if !isMended, let last = findings.last, last.place == place, last.violation.code == code,
                last.violation.severity == severity
            {
                return
            }
        case .mendable:
            if !isMended { return }
            // A line is written anew once, whatever is wrong with it.
            if case .rewrite(let place)? = mend {
                if rewritten == place { return }
                rewritten = place
            }
        }
        let words = context.shared.known.words(
            .init(
                severity: severity,
                code: code,
                component: component.name,
                property: property?.name ?? name,
                message: message,
                section: section.text,
                repair: mend == nil ? nil : repair
            )
        )
        let violation = Violation(words, line: property?.line ?? component.line)
        let finding = Finding(violation: violation, place: place, mend: isMended ? mend : nil)
        switch context.kept {
        case .violations: context.violations.append(violation)
        case .all, .mendable: findings.append(finding)
        case .allOrOneMendable:
            if isMended { findings = [] }
            findings.append(finding)
        }
    }
}

extension ComponentCheck {
    /// Notes an address that is not a URI, and repairs it where a URI names the same person.
    mutating func checkAddress(_ address: String, at place: Int) {
        let property = component.properties[place]
        guard let flaw = URIText.flaw(in: address) else { return }
        let meant = AddressText.uri(of: address, emailParameter: property.emailParameter)
        let isBare = meant == "mailto:" + address.trimmingBlanks
        note(
            .badAddress,
            at: place,
            "\(property.name) is not an address: it \(flaw)",
            "3.3.3",
            repair: meant == nil ? nil : isBare ? "write it with mailto: in front" : "write it as it is read",
            mend: meant.map { meant in .edit(place) { $0.value = .calendarAddress(meant) } }
        )
    }
}

/// Converts addresses that are not URIs to URIs.
enum AddressText {
    /// Returns the URI for the same email address, or ``nowhere`` for an empty address; nil if the meaning is unclear.
    static func uri(of address: String, emailParameter: String?) -> String? {
        let read = CalendarAddress(address, emailParameter: emailParameter)
        let plain = address.trimmingBlanks
        if plain.isEmpty, read.email == nil { return nowhere }
        var candidates = [URIText.encoded(plain)]
        if let email = read.email {
            let own = URIText.encoded(CalendarAddress.mailto(email))
            // What follows the question mark is kept where it can be.
            if plain.utf8.contains(UInt8(ascii: "?")) { candidates.append(own) } else { candidates = [own] }
        }
        return candidates.first { candidate in
            URIText.flaw(in: candidate) == nil
                && CalendarAddress(candidate, emailParameter: emailParameter).email == read.email
        }
    }

    /// Returns an `invalid:` URI that keeps the text of an unusable address.
    static func uri(ofText text: String) -> String {
        let encoded = URIText.encoded(text.trimmingBlanks)
        return encoded.isEmpty ? nowhere : "invalid:" + encoded
    }

    /// The URI that Exchange writes for a person without an address.
    static let nowhere = "invalid:nomail"
}

extension ComponentCheck {
    /// Notes blanks around the value of a parameter, and repairs them.
    mutating func noteBlanks(around name: String, _ rule: ParameterGrammar, at place: Int) {
        note(
            .parameterValue,
            at: place,
            "\(name) of \(component.properties[place].name) has blanks around its value",
            rule.section,
            repair: "remove the blanks",
            mend: .edit(place) { property in
                for index in property.parameters.indices where property.parameters[index].name == name {
                    property.parameters[index].values = property.parameters[index].values.map { value in
                        let plain = value.trimmingBlanks
                        return rule.form.flaw(in: plain) == nil ? plain : value
                    }
                }
            }
        )
    }
}

extension ComponentCheck {
    /// How a rule that can be read is written.
    mutating func checkRuleText(_ text: Span<UInt8>, at place: Int) {
        guard case .recurrenceRule(let rule) = component.properties[place].value else { return }
        var flaws: [String] = []
        var said: [ValueRemark] = []
        let written = ByteText.string(text, &said)
        // What is said of the rule written anew is no matter of writing.
        let remarks = RuleText.parse(written).remarks
        if !remarks.isEmpty {
            let meant = RuleText.parse(RuleText.format(rule)).remarks
            flaws = remarks.filter { !meant.contains($0) }.map(\.message)
        }
        if flaws.isEmpty, let flaw = RuleNotation.flaw(in: written) { flaws = [flaw] }
        if flaws.isEmpty, rule.calendarScale == nil, written != written.uppercased() {
            noteSmallLetters("the rule is in small letters", "3.3.10", at: place)
        }
        for flaw in flaws {
            note(
                .ruleForm,
                at: place,
                "\(component.properties[place].name): \(flaw)",
                "3.3.10",
                repair: "write the rule as it is read",
                mend: .rewrite(place)
            )
        }
    }
}

/// How the text of a rule is put together (RFC 5545 section 3.3.10).
enum RuleNotation {
    /// What is wrong with a text whose rule can be read without a remark; nil when nothing is.
    static func flaw(in text: String) -> String? {
        if text.utf8.contains(where: { $0 <= Ascii.space }) { return "the rule has blanks in it" }
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        if parts.contains("") { return "the rule has a semicolon that nothing follows" }
        // RFC 7529 puts RSCALE in front.
        let names = parts.prefix(2).map { $0.prefix { $0 != "=" }.uppercased() }
        if names.first == "FREQ" || names.first == "RSCALE" { return nil }
        return "FREQ is not the first part of the rule"
    }
}

/// Components that nobody can use, as what they need cannot be read.
extension ComponentCheck {
    /// What mends a property whose value cannot be read and that means something all the same; nil when nothing does.
    func mending(ofBad property: Property, at place: Int) -> (repair: String, mend: Mend)? {
        switch property.name {
        case "DTSTART": removalOfObservance ?? mendingOfStart(at: place)
        case "TZOFFSETTO": removalOfObservance
        case "TZOFFSETFROM":
            removalOfObservance
                ?? offsetBefore.map { offset in
                    ("write the offset as which it is read", .edit(place) { $0.value = .utcOffset(offset) })
                }
        case "TRIGGER": removalOfAlarm
        default: nil
        }
    }

    /// An event without a start happens at no time; elsewhere DTSTART may be missing.
    private func mendingOfStart(at start: Int) -> (repair: String, mend: Mend)? {
        switch component.name {
        case "VEVENT":
            guard place != nil else { return nil }
            if mayLackStart { return ("remove it; reading ignores it", .remove(start)) }
            return ("remove the VEVENT, which never happens", .removeOwner(isLoss: true))
        case "VTODO", "VJOURNAL", "VFREEBUSY": return ("remove it; reading ignores it", .remove(start))
        default: return nil
        }
    }

    /// Whether an event says something without a start: it cancels an instance, or answers an invitation.
    private var mayLackStart: Bool {
        let isCancelled =
            component.text("STATUS")?.uppercased() == "CANCELLED" || context.method == "CANCEL"
        if isCancelled, component.first("RECURRENCE-ID")?.eventTime != nil { return true }
        guard let method = context.method, let table = MethodGrammar.table(method, component.name) else {
            return false
        }
        return !table.one.contains("DTSTART")
    }

    /// An alarm without a trigger never goes off, unless it does so at a place; one that was acknowledged may stand for
    /// another one.
    var removalOfAlarm: (repair: String, mend: Mend)? {
        guard component.name == "VALARM", component.first("PROXIMITY") == nil,
            component.first("ACKNOWLEDGED") == nil
        else { return nil }
        return ("remove the VALARM, which never goes off", .removeOwner(isLoss: true))
    }

    /// A component whose name is none, so that nobody knows what is in it.
    static func findings(ofNameless component: Component, _ context: CheckContext) -> [Finding] {
        var check = ComponentCheck(component, in: nil, place: nil, context)
        check.note(
            .nameForm,
            "\(Words.quoted(component.name)) is not a name of a component",
            "3.6",
            repair: "remove the component, which nobody can name",
            mend: .removeOwner(isLoss: true)
        )
        return check.findings
    }
}
