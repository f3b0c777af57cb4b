package import ICalendarCore

/// A check of one calendar, its components and the relations between them.
package struct CalendarCheck {
    private let calendar: CalendarObject
    private let context: CheckContext
    private let top: ComponentCheck.Holder

    /// Creates a check and collects the calendar data that the component checks share.
    ///
    /// All calendars in a file share one ``SharedChecks``.
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

    /// Returns the findings for each component in the tree rooted at one of the calendar's direct children.
    package func ofComponent(at place: Int, in tree: ComponentTree) -> [[Finding]] {
        var all: [[Finding]] = []
        all.reserveCapacity(tree.nodes.count)
        forEachComponent(at: place, in: tree) { all.append($1) }
        return all
    }

    /// Calls `body` with the findings for each component in a tree in turn, to save memory.
    func forEachComponent(
        at place: Int,
        in tree: ComponentTree,
        _ body: (_ node: Int, _ findings: [Finding]) -> Void
    ) {
        // RFC 5545 does not restrict an unknown component's contents.
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

    /// Appends all of a calendar's violations in arbitrary order.
    package static func append(
        violationsOf calendar: CalendarObject,
        sharing shared: SharedChecks,
        to violations: inout [Violation]
    ) {
        let check = CalendarCheck(calendar, sharing: shared, keeping: .violations)
        let context = check.context
        // Swap the array in and out, since a copy of a large array would dominate memory use.
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

    // MARK: - Rules about several components

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

    /// Returns the violations for duplicate VTIMEZONE components, and the positions of the duplicates.
    ///
    /// The repair removes exact copies.
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
                repair: isCopy ? "remove the copy" : nil
            )
            violations.append((place, found))
        }
        return violations
    }

    private func ofMethod() -> [Violation] {
        guard let method = context.method else { return [] }
        guard MethodGrammar.methods.contains(method) else {
            let line = calendar.component.first("METHOD")?.line
            let message = "METHOD:\(method) is not defined by RFC 5546"
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
