/// Checks a calendar: itself, each component in it, and what ties them together.
struct CalendarCheck {
    private let calendar: CalendarObject
    private let context: CheckContext

    /// Reads off the calendar what its components need to know of each other.
    init(_ calendar: CalendarObject) {
        self.calendar = calendar
        context = CheckContext(calendar)
    }

    /// What is wrong with the VCALENDAR itself.
    func ofCalendar() -> [Finding] {
        ComponentCheck.findings(of: calendar.component, in: nil, place: nil, context) + ofZones() + ofMethod()
    }

    /// What is wrong with the component at a place directly inside it: for each component of its tree the findings.
    func ofComponent(at place: Int, in tree: ComponentTree) -> [[Finding]] {
        // Inside a component that no RFC defines anything may stand.
        var isForeign: [Bool] = []
        return tree.nodes.indices.map { index in
            let node = tree.nodes[index]
            let parent = node.parent.map { tree.nodes[$0].component } ?? calendar.component
            let isStrange =
                ComponentGrammar.named[node.component.name] == nil
                || node.parent.map { isForeign[$0] } ?? false
            isForeign.append(isStrange)
            guard !isStrange else { return [] }
            return ComponentCheck.findings(
                of: node.component,
                in: parent,
                place: node.parent == nil ? place : nil,
                context
            )
        }
    }

    /// All that is wrong.
    func violations() -> [Violation] {
        var violations = ofCalendar().map(\.violation)
        for (place, component) in calendar.component.components.enumerated() {
            for findings in ofComponent(at: place, in: ComponentTree(component)) {
                violations += findings.lazy.map(\.violation)
            }
        }
        return violations.sortedByLine
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
        var findings: [Finding] = []
        var first: Component?
        var uid: String?
        for component in calendar.component.components
        where MethodGrammar.components.contains(component.name) {
            guard let table = MethodGrammar.table(method, component.name) else {
                let message = "a \(component.name) with METHOD:\(method), which RFC 5546 does not have"
                findings.append(finding(.method, component, message, "5546:1.4"))
                continue
            }
            guard let before = first else {
                first = component
                uid = component.text("UID")
                continue
            }
            if before.name != component.name {
                let message = "a \(component.name) beside a \(before.name) with METHOD:\(method)"
                findings.append(finding(.methodForbids, component, message, table.section))
            } else if table.isSingle {
                let message = "a second \(component.name) with METHOD:\(method), which has one"
                findings.append(finding(.methodForbids, component, message, table.section))
            } else if method != "PUBLISH", let other = component.text("UID"), let uid, other != uid {
                let message = "the \(component.name)s with METHOD:\(method) have several UIDs"
                findings.append(
                    finding(.methodForbids, component, property: "UID", message, table.section)
                )
            }
        }
        return findings + zonesForbidden(method, first)
    }

    private func zonesForbidden(_ method: String, _ first: Component?) -> [Finding] {
        guard let first, let table = MethodGrammar.table(method, first.name),
            table.none.contains("VTIMEZONE"),
            let zone = calendar.component.components.first(where: { $0.name == "VTIMEZONE" })
        else { return [] }
        let message = "a VTIMEZONE must not stand beside a \(first.name) with METHOD:\(method)"
        return [finding(.methodForbids, zone, message, table.section)]
    }
}
