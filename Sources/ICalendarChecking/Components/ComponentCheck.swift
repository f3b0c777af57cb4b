import ICalendarCore

/// Checks one component: what it holds, what its values say, and when it happens.
///
/// The rules about single properties are in ``PropertyGrammar`` and ``ParameterGrammar``, those about what a component
/// holds in ``ComponentGrammar``, those of a METHOD in ``MethodGrammar``; what ties several properties together is code.
final class ComponentCheck {
    let component: Component
    /// The component that holds it, or nil for a VCALENDAR.
    let parent: Holder?
    /// Its place directly inside the VCALENDAR, or nil when it stands elsewhere.
    let place: Int?
    let context: CheckContext
    private(set) var findings: [Finding] = []
    /// What the component may hold, or nil when no RFC defines it.
    let grammar: ComponentGrammar?
    /// For each property its place in ``PropertyGrammar/all``, or nil.
    let known: [Int?]
    /// The places of properties that a mend takes out, so that nothing more is to be said of them.
    private(set) var dropped: Set<Int> = []
    private var rewritten: Int?
    /// For places that a mend was to edit, whether they must stay as they are.
    private var staying: [Int: Bool] = [:]

    init(_ component: Component, in parent: Holder?, place: Int?, _ context: CheckContext) {
        self.component = component
        self.parent = parent
        self.place = place
        self.context = context
        grammar = ComponentGrammar.named[component.name]
        known = component.properties.indices.map { PropertyGrammar.index[component.properties[$0].name] }
    }

    /// What a component says to those inside it; looked up once, as it can hold thousands beside thousands of properties.
    struct Holder {
        let name: String
        /// Which of the properties it has from which alarms count.
        let anchors: [String]
        /// Its SUMMARY, for alarms that have no text of their own.
        let title: String?
        /// Of a VTIMEZONE, how its observances are read.
        let zone: ObservanceReading?

        private static let all = ["DTSTART", "DTEND", "DUE", "DURATION"]

        init(_ component: Component) {
            name = component.name
            anchors = Self.all.filter { name in component.properties.contains { $0.name == name } }
            title = component.text("SUMMARY")
            zone = component.name == "VTIMEZONE" ? ObservanceReading(component) : nil
        }
    }

    static func findings(
        of component: Component,
        in parent: Holder?,
        place: Int?,
        _ context: CheckContext
    ) -> [Finding] {
        let check = ComponentCheck(component, in: parent, place: place, context)
        guard let grammar = check.grammar else { return [] }
        // What mends a finding may hold the check, which must not hold it in turn.
        defer { check.findings = [] }
        PresenceCheck(check: check, grammar: grammar).run()
        let values = component.properties.indices.map { ValueCheck(check: check, at: $0) }
        // First, since nothing more needs to be reported about a property that the repair removes.
        for place in component.properties.indices where !check.dropped.contains(place) {
            if let value = values[place] {
                value.checkMeaning()
            } else {
                PropertyCheck(check: check, place: place).checkForeign()
            }
        }
        CombinationCheck(check: check).run()
        for place in component.properties.indices where !check.dropped.contains(place) {
            PropertyCheck(check: check, place: place).run(values[place])
        }
        TimesCheck(check: check).run()
        RulesCheck(check: check).run()
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

    func time(_ name: String) -> EventTime? { standing(name)?.property.eventTime }

    /// Whether a property must stay as it is written: a line that is written anew has no control characters, and what could
    /// not be read with them, or was another name, would be read.
    func mustStay(_ place: Int) -> Bool {
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

    func note(
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

    /// Notes something in small letters: case does not matter in RFC 5545, but to some programs it does.
    func noteSmallLetters(_ message: String, _ section: RFCSection, at place: Int) {
        note(
            .letterCase,
            as: .warning,
            at: place,
            "\(message); strict programs know capitals alone",
            section,
            repair: "write it in capitals",
            mend: .rewrite(place)
        )
    }

    func warnOfUnknownWord(
        _ word: String,
        _ words: [String],
        _ name: String,
        _ section: RFCSection,
        at place: Int
    ) {
        guard !words.isEmpty, !words.contains(word.uppercased()), word.prefix(2).uppercased() != "X-" else {
            return
        }
        note(
            .unknownWord,
            as: .warning,
            at: place,
            "\(name): unknown word \(Words.quoted(word)) (known: \(words.joined(separator: ", ")))",
            section
        )
    }

    /// Components of one UID: twins, and overrides beside the series that they belong to.
    func checkSeries() {
        guard let place, SeriesDirectory.components.contains(component.name) else { return }
        let override = standing("RECURRENCE-ID")
        if let twin = context.series.twin(of: place) {
            let other = twin.map { "that of line \($0)" } ?? "another one"
            note(
                .sameUID,
                at: standing("UID")?.place,
                "the \(component.name) has the UID\(override == nil ? "" : ", the RECURRENCE-ID")"
                    + " and the SEQUENCE of \(other)",
                "3.8.4.7",
                repair: context.series.copy(of: place).map { _ in
                    "remove the earlier one; it is a copy"
                },
                mend: context.series.copy(of: place).map(Mend.removeComponent)
            )
        }
        guard let (id, property) = override else { return }
        if !context.series.hasMaster(place), context.method == nil {
            note(
                .orphanOverride,
                as: .warning,
                at: id,
                "the \(component.name) overrides an instance of a series that is not in the calendar",
                "3.8.4.4"
            )
        }
        let places = component.properties.indices
        if let rule = places.first(where: {
            component.properties[$0].name == "RRULE" && !dropped.contains($0)
        }) {
            note(
                .overrideWithRule,
                as: .warning,
                at: rule,
                "the \(component.name) overrides one instance and has an RRULE of its own",
                "3.8.4.4"
            )
        }
        guard let start = context.series.start(ofMasterOf: place), let time = property.eventTime,
            time.isDate != start.isDate || time.isFloating != start.isFloating
        else { return }
        note(
            .instanceType,
            at: id,
            "RECURRENCE-ID is \(time.wording), and DTSTART of its series is \(start.wording)",
            "3.8.4.4"
        )
    }

    func checkMethod() {
        guard let method = context.method, place != nil,
            let table = MethodGrammar.table(method, component.name)
        else { return }
        for breach in table.breaches(by: component) {
            note(
                breach.isLack ? .methodNeeds : .methodForbids,
                at: breach.place,
                property: breach.property,
                breach.message,
                breach.section
            )
        }
    }

    /// A component whose name is none, so that nobody knows what is in it.
    static func findings(ofNameless component: Component, _ context: CheckContext) -> [Finding] {
        let check = ComponentCheck(component, in: nil, place: nil, context)
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

/// A check of one side of a component.
protocol ComponentAspect {
    var check: ComponentCheck { get }
    /// The place of the property that the aspect is about; nil when that is the component.
    var subject: Int? { get }
}

extension ComponentAspect {
    var subject: Int? { nil }
    var component: Component { check.component }
    var context: CheckContext { check.context }

    func note(
        _ code: Violation.Code,
        as severity: Diagnostic.Severity = .error,
        at place: Int? = nil,
        property name: String? = nil,
        _ message: String,
        _ section: RFCSection,
        repair: String? = nil,
        mend: Mend? = nil
    ) {
        check.note(
            code,
            as: severity,
            at: place ?? subject,
            property: name,
            message,
            section,
            repair: repair,
            mend: mend
        )
    }
}
