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
