package import ICalendarCore

/// Checks a calendar: itself, each component in it, and what ties them together.
package struct CalendarCheck {
    private let calendar: CalendarObject
    private let context: CheckContext
    private let top: ComponentCheck.Holder

    /// Reads off the calendar what its components need to know of each other.
    ///
    /// The calendars of a file share what they can.
    package init(
        _ calendar: CalendarObject,
        sharing shared: SharedChecks = SharedChecks(),
        keeping kept: CheckContext.Kept = .all
    ) {
        self.calendar = calendar
        context = CheckContext(calendar, sharing: shared, keeping: kept)
        top = ComponentCheck.Holder(calendar.component)
    }

    func ofCalendar() -> [Finding] {
        ComponentCheck.findings(of: calendar.component, in: nil, place: nil, context)
    }

    /// What is wrong with the component at a place directly inside it: for each component of its tree the findings.
    package func ofComponent(at place: Int, in tree: ComponentTree) -> [[Finding]] {
        var all: [[Finding]] = []
        all.reserveCapacity(tree.nodes.count)
        forEachComponent(at: place, in: tree) { all.append($1) }
        return all
    }

    /// Gives the findings of one component of a tree after the other, so that those of all need not be kept.
    func forEachComponent(
        at place: Int,
        in tree: ComponentTree,
        _ body: (_ node: Int, _ findings: [Finding]) -> Void
    ) {
        // Inside a component that no RFC defines anything may stand.
        var isForeign: [Bool] = []
        let holders = tree.nodes.map { node in
            node.component.components.isEmpty ? nil : ComponentCheck.Holder(node.component)
        }
        for index in tree.nodes.indices {
            let node = tree.nodes[index]
            let isStrange =
                ComponentGrammar.named[node.component.name] == nil
                || node.parent.map { isForeign[$0] } ?? false
            isForeign.append(isStrange)
            if isStrange {
                let isNameless = !Words.isToken(node.component.name)
                body(index, isNameless ? ComponentCheck.findings(ofNameless: node.component, context) : [])
                continue
            }
            let findings = ComponentCheck.findings(
                of: node.component,
                in: node.parent.map { holders[$0] } ?? top,
                place: node.parent == nil ? place : nil,
                context
            )
            body(index, findings)
        }
    }

    static func violations(of calendars: [CalendarObject]) -> [Violation] {
        var violations: [Violation] = []
        let shared = SharedChecks()
        for calendar in calendars { append(violationsOf: calendar, sharing: shared, to: &violations) }
        if let remark = shared.remark { violations.append(remark) }
        violations.sortByLine()
        return violations
    }

    /// Adds all that is wrong with a calendar, in no order.
    package static func append(
        violationsOf calendar: CalendarObject,
        sharing shared: SharedChecks,
        to violations: inout [Violation]
    ) {
        let check = CalendarCheck(calendar, sharing: shared, keeping: .violations)
        let context = check.context
        // Moved there and back, as copies of many would be most of the memory.
        swap(&context.violations, &violations)
        _ = check.ofCalendar()
        for violation in check.ofZones().map(\.violation) + check.ofMethod() where shared.hasRoom() {
            context.violations.append(violation)
        }
        for (place, component) in calendar.component.components.enumerated() {
            check.forEachComponent(at: place, in: ComponentTree(component)) { _, _ in }
        }
        swap(&context.violations, &violations)
    }

    // MARK: - What several components say

    private func violation(
        _ code: Violation.Code,
        _ component: Component,
        line: Int? = nil,
        property: String? = nil,
        _ message: String,
        _ section: RFCSection,
        repair: String? = nil
    ) -> Violation {
        let words = context.shared.known.words(
            .init(
                severity: .error,
                code: code,
                component: component.name,
                property: property,
                message: message,
                section: section.text,
                repair: repair
            )
        )
        return Violation(words, line: line ?? component.line)
    }

    /// The violations of duplicate VTIMEZONEs, with their places.
    ///
    /// A repair removes exact copies.
    func ofZones() -> [(place: Int, violation: Violation)] {
        var violations: [(place: Int, violation: Violation)] = []
        var places: [String: Int] = [:]
        var texts: Set<[UInt8]> = []
        for (place, zone) in calendar.component.components.enumerated() where zone.name == "VTIMEZONE" {
            guard let id = zone.text("TZID") else { continue }
            guard let first = places[id.trimmedOfBlanks] else {
                places[id.trimmedOfBlanks] = place
                continue
            }
            texts.insert(calendar.component.components[first].contentLines)
            let isCopy = !texts.insert(zone.contentLines).inserted
            let found = violation(
                .repeatedZone,
                zone,
                line: zone.first("TZID")?.line,
                property: "TZID",
                "duplicate VTIMEZONE \(Words.quoted(id))",
                "3.8.3.1",
                repair: isCopy ? "remove it; it is a copy" : nil
            )
            violations.append((place, found))
        }
        return violations
    }

    private func ofMethod() -> [Violation] {
        guard let method = context.method else { return [] }
        guard MethodGrammar.methods.contains(method) else {
            let line = calendar.component.first("METHOD")?.line
            let message = "METHOD:\(method) is none of RFC 5546"
            return [
                violation(.method, calendar.component, line: line, property: "METHOD", message, "5546:1.4")
            ]
        }
        let components = calendar.component.components
        return MethodGrammar.breaches(among: components, method).map { place, breach in
            let component = components[place]
            let isForeign =
                MethodGrammar.table(method, component.name) == nil
                && MethodGrammar.components.contains(component.name)
            return violation(
                isForeign ? .method : .methodForbids,
                component,
                property: breach.property,
                breach.message,
                breach.section
            )
        }
    }
}
