/// Checks a calendar: itself, each component in it, and what ties them together.
struct CalendarCheck {
    private let calendar: CalendarObject
    private let context: CheckContext
    private let top: ComponentCheck.Holder

    /// Reads off the calendar what its components need to know of each other.
    ///
    /// The calendars of a file share what they can.
    init(
        _ calendar: CalendarObject,
        sharing shared: SharedChecks = SharedChecks(),
        keeping kept: CheckContext.Kept = .all
    ) {
        self.calendar = calendar
        context = CheckContext(calendar, sharing: shared)
        context.kept = kept
        top = ComponentCheck.Holder(calendar.component)
    }

    /// What is wrong with the VCALENDAR itself.
    func ofCalendar() -> [Finding] {
        ComponentCheck.findings(of: calendar.component, in: nil, place: nil, context) + ofZones() + ofMethod()
    }

    /// What is wrong with the component at a place directly inside it: for each component of its tree the findings.
    func ofComponent(at place: Int, in tree: ComponentTree) -> [[Finding]] {
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
                body(index, [])
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

    /// All that is wrong.
    func violations() -> [Violation] {
        var violations: [Violation] = []
        append(to: &violations)
        violations.sortByLine()
        return violations
    }

    /// Adds all that is wrong, in no order; after it nothing can be mended.
    func append(to violations: inout [Violation]) {
        violations += ofCalendar().lazy.map(\.violation)
        // Moved there and back, as copies of many would be most of the memory.
        context.kept = .violations
        swap(&context.violations, &violations)
        for (place, component) in calendar.component.components.enumerated() {
            forEachComponent(at: place, in: ComponentTree(component)) { _, _ in }
        }
        swap(&context.violations, &violations)
    }

    // MARK: - What several components say

    private func finding(
        _ code: Violation.Code,
        _ component: Component,
        line: Int? = nil,
        property: String? = nil,
        _ message: String,
        _ section: RFCSection
    ) -> Finding {
        let violation = Violation(
            .error,
            code,
            line: line ?? component.line,
            component: component.name,
            property: property,
            message,
            section: section.text
        )
        return Finding(violation: violation, place: nil, mend: nil)
    }

    /// VTIMEZONEs of one name.
    private func ofZones() -> [Finding] {
        var findings: [Finding] = []
        var seen: Set<String> = []
        for zone in calendar.component.components where zone.name == "VTIMEZONE" {
            guard let id = zone.text("TZID"), !seen.insert(id.trimmedOfBlanks).inserted else { continue }
            findings.append(
                finding(
                    .repeatedZone,
                    zone,
                    line: zone.first("TZID")?.line,
                    property: "TZID",
                    "a second VTIMEZONE with the TZID \(Words.quoted(id))",
                    "3.8.3.1"
                )
            )
        }
        return findings
    }

    /// What the METHOD asks of the components together.
    private func ofMethod() -> [Finding] {
        guard let method = context.method else { return [] }
        guard MethodGrammar.methods.contains(method) else {
            let line = calendar.component.first("METHOD")?.line
            let message = "METHOD:\(method) is none of RFC 5546"
            return [
                finding(.method, calendar.component, line: line, property: "METHOD", message, "5546:1.4")
            ]
        }
        let components = calendar.component.components
        return MethodGrammar.breaches(among: components, method).map { place, breach in
            let component = components[place]
            let isForeign =
                MethodGrammar.table(method, component.name) == nil
                && MethodGrammar.components.contains(component.name)
            return finding(
                isForeign ? .method : .methodForbids,
                component,
                property: breach.property,
                breach.message,
                breach.section
            )
        }
    }
}
