import ICalendarCore

/// A check of one component's contents, values and times.
///
/// Tables define the rules for individual properties (``PropertyGrammar``, ``ParameterGrammar``), for a component's
/// contents (``ComponentGrammar``), and for a METHOD (``MethodGrammar``). Rules that involve several properties are
/// implemented in code.
final class ComponentCheck {
    let component: Component
    /// The enclosing component, or nil for a VCALENDAR.
    let parent: Holder?
    /// The position among the VCALENDAR's direct children, or nil if the component is elsewhere.
    let place: Int?
    let context: CheckContext
    private(set) var findings: [Finding] = []
    /// The component's allowed contents, or nil if no RFC defines the component.
    let grammar: ComponentGrammar?
    /// The index of each property in ``PropertyGrammar/all``, or nil for an undefined property.
    let known: [Int?]
    /// The positions of properties that a repair removes and for which no more violations are reported.
    private(set) var dropped: Set<Int> = []
    private var rewritten: Int?
    /// The cached results of ``mustStay(_:)``, by position.
    private var staying: [Int: Bool] = [:]
    /// The result of ``DatesCheck/irregularDays(of:_:)``, which many dates in EXDATE need.
    private(set) lazy var irregularDays = time("DTSTART").flatMap {
        DatesCheck.irregularDays(of: component, $0)
    }

    init(_ component: Component, in parent: Holder?, place: Int?, _ context: CheckContext) {
        self.component = component
        self.parent = parent
        self.place = place
        self.context = context
        grammar = ComponentGrammar.named[component.name]
        known = component.properties.indices.map { PropertyGrammar.index[component.properties[$0].name] }
    }

    /// The information that child components need about their parent.
    ///
    /// The parent collects this information once, since it can have thousands of children and properties.
    struct Holder {
        let name: String
        /// The names of the parent's readable time properties that alarms can be relative to.
        let anchors: [String]
        /// Whether the parent has an RDATE with periods, whose ends may differ from the parent's.
        let hasPeriods: Bool
        /// Whether DTSTART is a date.
        let isAllDay: Bool
        /// The SUMMARY, which is used for alarms without a DESCRIPTION.
        let title: String?
        /// The interpretation of the observances, if the parent is a VTIMEZONE.
        let zone: ObservanceReading?

        private static let all = ["DTSTART", "DTEND", "DUE", "DURATION"]

        init(_ component: Component) {
            name = component.name
            anchors = Self.all.filter { name in
                switch component.first(name)?.value {
                case .date, .dateTime: name != "DURATION"
                case .duration: name == "DURATION"
                default: false
                }
            }
            hasPeriods = component.properties.contains { property in
                property.name == "RDATE"
                    && property.value.elements.contains { if case .period = $0 { true } else { false } }
            }
            isAllDay = component.first("DTSTART")?.eventTime?.isDate == true
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
        // Clear the findings, since a repair closure may retain the check in a reference cycle.
        defer { check.findings = [] }
        let presence = PresenceCheck(check: check, grammar: grammar)
        presence.run()
        let values = component.properties.indices.map { ValueCheck(check: check, at: $0) }
        // Check the meaning of values first, since a property that a repair removes needs no further reports.
        for place in component.properties.indices where !check.dropped.contains(place) {
            if let value = values[place] {
                value.checkMeaning()
            } else {
                PropertyCheck(check: check, place: place).checkForeign()
            }
        }
        presence.checkPlacement()
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

    /// Returns the first property with the given name that no repair removes, and its position.
    func standing(_ name: String) -> (place: Int, property: Property)? {
        guard let id = PropertyGrammar.index[name], let place = known.firstIndex(of: id),
            !dropped.contains(place)
        else { return nil }
        return (place, component.properties[place])
    }

    func time(_ name: String) -> EventTime? { standing(name)?.property.eventTime }

    /// Returns whether a property must keep its original bytes.
    ///
    /// Rewriting a line removes its control characters, which could make an unreadable value readable or change a name.
    func mustStay(_ place: Int) -> Bool {
        if let known = staying[place] { return known }
        let property = component.properties[place]
        let stays = Self.decides(property.name) && WrittenLine(property)?.holdsControls == true
        staying[place] = stays
        return stays
    }

    /// Returns whether a property affects occurrence times, alarm times, busy times or the grouping of components.
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
        var mend = repair == nil ? nil : mend
        if let edited = mend?.edited, mustStay(edited) { mend = nil }
        for place in mend?.removed ?? [] { dropped.insert(place) }
        let isMended = mend != nil
        switch context.kept {
        case .all: break
        case .violations: if !context.shared.hasRoom() { return }
        case .allOrOneMendable:
            if findings.first?.mend != nil { return }
            // The repair drops the entire parameter, so one finding covers all of its invalid values.
            if !isMended, let last = findings.last, last.place == place, last.violation.code == code,
                last.violation.severity == severity
            {
                return
            }
        case .mendable:
            if !isMended { return }
            // A single rewrite repairs all of a line's irregularities.
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

    /// Reports lowercase letters that RFC 5545 treats like uppercase letters but that some programs reject.
    func noteSmallLetters(_ message: String, _ section: RFCSection, at place: Int) {
        note(
            .letterCase,
            as: .warning,
            at: place,
            "\(message); strict programs require uppercase",
            section,
            repair: "convert it to uppercase",
            mend: .rewrite(place)
        )
    }

    func warnOfUnknownWord(
        _ word: String,
        _ words: [String],
        _ problem: String,
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
            "\(problem) \(Words.quoted(word)) (known: \(words.joined(separator: ", ")))",
            section
        )
    }

    /// Reports duplicates of a component and overrides that do not match their series.
    func checkSeries() {
        guard let place, SeriesDirectory.components.contains(component.name) else { return }
        let override = standing("RECURRENCE-ID")
        if let twin = context.series.twin(of: place) {
            let other = twin.map { "the one on line \($0)" } ?? "another one"
            note(
                .sameUID,
                at: standing("UID")?.place,
                "\(component.name) has the same UID\(override == nil ? "" : ", RECURRENCE-ID")"
                    + " and SEQUENCE as \(other)",
                "3.8.4.7",
                repair: context.series.copy(of: place).map { _ in
                    "remove the earlier copy"
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
                "\(component.name) overrides an instance of a series that is not in this calendar",
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
                "\(component.name) overrides a single instance but has its own RRULE",
                "3.8.4.4"
            )
        }
        guard let start = context.series.start(ofMasterOf: place), let time = property.eventTime,
            time.isDate != start.isDate || time.isFloating != start.isFloating
        else { return }
        let meant = context.series.instance(
            time,
            at: place,
            context.resolver,
            context.shared.budget
        ).flatMap { self.meant(time, in: start, instance: $0) }
        note(
            .instanceType,
            at: id,
            "RECURRENCE-ID is \(time.wording), but DTSTART of the series is \(start.wording)",
            "3.8.4.4",
            repair: meant == nil ? nil : "convert it to the form of DTSTART",
            mend: meant.map { meant in .edit(id) { $0.setTime(meant) } }
        )
    }

    /// Returns a RECURRENCE-ID as the reader interprets it, in the form of the series' DTSTART, or nil if its meaning
    /// is unclear.
    private func meant(
        _ id: EventTime,
        in start: EventTime,
        instance: ReadOverrides.Instance
    ) -> EventTime? {
        guard start.timeZoneID?.utf8.contains(where: TextEscapes.isControl) != true else { return nil }
        switch start {
        case .date: return .date(id.dayOfAllDaySeries)
        case .floating where context.hasCalendarZone: return nil
        // A timed series can have several instances on one day.
        case .floating, .utc, .zoned:
            return id.isDate ? instance.ofDay.map(start.with) : start.with(id.civil)
        }
    }

    func checkMethod() {
        guard let method = context.method, place != nil,
            let table = MethodGrammar.table(method, component.name)
        else { return }
        for breach in table.breaches(by: component) {
            let remedy = Remedies(check: self).ofBreach(breach, method)
            note(
                breach.isLack ? .methodNeeds : .methodForbids,
                at: breach.place,
                property: breach.property,
                breach.message,
                breach.section,
                repair: remedy?.repair,
                mend: remedy?.mend
            )
        }
    }

    /// Returns the finding for a component whose invalid name leaves its contents without a defined meaning.
    static func findings(ofNameless component: Component, _ context: CheckContext) -> [Finding] {
        let check = ComponentCheck(component, in: nil, place: nil, context)
        check.note(
            .nameForm,
            "\(Words.quoted(component.name)) is not a valid component name",
            "3.6",
            repair: "remove the component",
            mend: .removeOwner(isLoss: true)
        )
        return check.findings
    }
}

/// A check of one aspect of a component.
protocol ComponentAspect {
    var check: ComponentCheck { get }
    /// The position of the affected property, or nil if the aspect concerns the whole component.
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
