public import ICalendarCore

/// One round of repairs.
///
/// A round handles the repairable violations that are present when it starts.
struct CalendarRepair {
    /// The maximum number of rounds.
    ///
    /// A round can reveal new violations. For example, repairing a value's form may expose its wrong type, and
    /// repairing the type may expose its wrong context.
    static let mostRounds = 5

    private(set) var calendar: CalendarObject
    private(set) var repairs: [Repair] = []
    private(set) var leftOut = LeftOut()
    private(set) var hasMended = false

    struct Purpose {
        /// Whether the caller needs a description of each change.
        var isDescribed = true
        /// Whether to keep unusable components whose removal a user might notice.
        var keepsUnusable = false
    }

    private let purpose: Purpose

    init(_ calendar: CalendarObject, _ purpose: Purpose) {
        self.calendar = calendar
        self.purpose = purpose
    }

    mutating func run(sharing shared: SharedChecks) {
        let check = CalendarCheck(calendar, sharing: shared, keeping: .mendable)
        // Find all violations before changing anything, since UIDs are derived from the original content.
        let own = check.ofCalendar()
        if own.contains(where: { $0.mend != nil }) {
            calendar.component.properties = mend(calendar.component.properties, own)
        }
        let isEmpty = calendar.component.components.isEmpty
        var copies: Set<Int> = []
        for (place, violation) in check.ofZones() where violation.isRepairable {
            leaveOut(place, Finding(violation: violation, mend: .removeComponent(place)), &copies)
        }
        for place in calendar.component.components.indices {
            let tree = ComponentTree(calendar.component.components[place])
            var changed: [Int: [Property]] = [:]
            var dropped: Set<Int> = []
            check.forEachComponent(at: place, in: tree) { index, findings in
                let node = tree.nodes[index]
                // Removing a component also removes its contents.
                if let parent = node.parent, dropped.contains(parent) {
                    dropped.insert(index)
                    return
                }
                guard findings.contains(where: { $0.mend != nil }) else { return }
                if let finding = findings.first(where: { removesOwner($0) }) {
                    dropped.insert(index)
                    noteLeftOut(node.component, finding)
                    return
                }
                for finding in findings {
                    if let copy = finding.mend?.removedComponent { leaveOut(copy, finding, &copies) }
                }
                changed[index] = mend(node.component.properties, findings)
            }
            if dropped.contains(0) {
                copies.insert(place)
            } else if !changed.isEmpty || !dropped.isEmpty {
                calendar.component.components[place] = tree.replacing(changed, leavingOut: dropped)
            }
        }
        for finding in isEmpty ? own : [] {
            guard case .insertComponent(let made)? = finding.mend else { continue }
            let component = made()
            calendar.component.components.append(component)
            note(finding, before: nil, after: "BEGIN:\(component.name)")
        }
        guard !copies.isEmpty else { return }
        calendar.component.components = calendar.component.components.enumerated()
            .filter { !copies.contains($0.offset) }.map(\.element)
    }

    /// Removes a component that is identical to an earlier component.
    private mutating func leaveOut(_ place: Int, _ finding: Finding, _ copies: inout Set<Int>) {
        guard copies.insert(place).inserted else { return }
        noteLeftOut(calendar.component.components[place], finding)
    }

    private func removesOwner(_ finding: Finding) -> Bool {
        guard case .removeOwner(let isLoss)? = finding.mend else { return false }
        return !(isLoss && purpose.keepsUnusable)
    }

    private mutating func noteLeftOut(_ component: Component, _ finding: Finding) {
        let name = component.first("UID") ?? component.first("TZID")
        if case .removeOwner? = finding.mend { leftOut.add(finding.violation) }
        note(finding, before: name.map(WrittenLine.shown) ?? "BEGIN:\(component.name)", after: nil)
    }

    private mutating func mend(_ original: [Property], _ findings: [Finding]) -> [Property] {
        var properties = original.map(Optional.some)
        var first: [Property] = []
        var last: [Property] = []
        var added: [Int: [Property]] = [:]
        let removed = Set(findings.flatMap { $0.mend?.removed ?? [] })
        // A line may need up to thirty repairs, each of which would format the line twice without this cache.
        var mended: (place: Int, line: ArraySlice<UInt8>, shown: String)?
        for finding in findings {
            switch finding.mend {
            case nil, .removeComponent?, .removeOwner?, .insertComponent?: break
            case .insertAll(let isFirst, let replaced, let made)?:
                for place in replaced {
                    guard let property = properties[place] else { continue }
                    properties[place] = nil
                    note(finding, before: WrittenLine.shown(property), after: nil)
                }
                for property in made() {
                    if isFirst { first.append(property) } else { last.append(property) }
                    note(finding, before: nil, after: WrittenLine.shown(property))
                }
            case .remove(let place)?:
                guard let property = properties[place] else { continue }
                properties[place] = nil
                // The reader already reports the properties that it ignores.
                if !Self.saidByReading.contains(finding.violation.code) { leftOut.add(finding.violation) }
                note(finding, before: WrittenLine.shown(property), after: nil)
            case .split(let place, let parts)?:
                guard !removed.contains(place), let before = properties[place] else { continue }
                let made = parts(before)
                guard made.count > 1 else { continue }
                properties[place] = made[0]
                added[place, default: []] += made.dropFirst()
                mended = nil
                for (index, part) in made.enumerated() {
                    note(
                        finding,
                        before: index == 0 ? WrittenLine.shown(before) : nil,
                        after: WrittenLine.shown(part)
                    )
                }
            case .edit(let place, _)?, .rewrite(let place)?:
                guard !removed.contains(place), let before = properties[place] else { continue }
                var after = before
                finding.mend?.apply(to: &after)
                properties[place] = after
                if finding.losesParameter { leftOut.add(finding.violation) }
                if !purpose.isDescribed {
                    if before.sourceBytes != nil || before != after { hasMended = true }
                    continue
                }
                let earlier = mended.flatMap { $0.place == place ? $0 : nil }
                let old = earlier?.line ?? WrittenLine.bytes(of: before)
                let new = WrittenLine.bytes(of: after)
                // An earlier repair may already have fixed this violation, either everywhere or only on this line.
                if before.sourceBytes == nil, old == new {
                    if before != after { hasMended = true }
                    continue
                }
                let shown = WrittenLine.shown(new)
                note(finding, before: earlier?.shown ?? WrittenLine.shown(old), after: shown)
                mended = (place, new, shown)
            }
        }
        if added.isEmpty { return first + properties.compactMap { $0 } + last }
        let all = properties.enumerated().flatMap { place, property in
            [property].compactMap { $0 } + (added[place] ?? [])
        }
        return first + all + last
    }

    /// The codes of violations that also make the reader ignore the property.
    private static let saidByReading: Set<Violation.Code> = [
        .repeatedProperty, .severalRules, .badValue, .badRule, .badURI, .badAddress, .unknownWord,
        .outOfRange,
    ]

    private mutating func note(
        _ finding: Finding,
        before: @autoclosure () -> String?,
        after: @autoclosure () -> String?
    ) {
        hasMended = true
        guard purpose.isDescribed else { return }
        var repair = Repair(finding.violation, before: before(), after: after())
        if case .removeOwner(true)? = finding.mend { repair.isLoss = true }
        repairs.append(repair)
    }
}

extension CalendarObject {
    /// Returns the repaired calendar and the list of changes.
    ///
    /// Every violation that has a single sensible correction is repaired. Content without violations is preserved byte
    /// for byte, and violations without a repair remain. Occurrences do not change, since each repair writes the value
    /// as the reader interprets it. Each ``Violation/Code`` documents its repair.
    ///
    /// ```swift
    /// let (calendar, repairs) = broken.repaired()
    /// for repair in repairs { print(repair) }
    /// ```
    public func repaired() -> (calendar: CalendarObject, repairs: [Repair]) {
        let (calendar, repairs, _) = repaired(sharing: SharedChecks())
        return (calendar ?? self, repairs)
    }

    /// Returns the repaired calendar and a count of the removed content, or nil if nothing needed to be repaired.
    package func repairedSilently() -> (calendar: CalendarObject, leftOut: LeftOut)? {
        let purpose = CalendarRepair.Purpose(isDescribed: false)
        let (calendar, _, leftOut) = repaired(sharing: SharedChecks(), for: purpose)
        return calendar.map { ($0, leftOut) }
    }

    /// Returns the repaired calendar, but keeps unusable components so that the caller can report them.
    ///
    /// An override without DTSTART gets no times if its series, which determines its length, is not in the calendar.
    package func repairedKeepingUnusable() -> CalendarObject {
        repaired(
            sharing: SharedChecks(mayLackSeries: true),
            for: .init(isDescribed: false, keepsUnusable: true)
        ).calendar
            ?? self
    }

    /// Returns the repaired calendar (nil if unchanged), the changes and the removed content.
    ///
    /// All calendars in a file share one ``SharedChecks``.
    fileprivate func repaired(
        sharing shared: SharedChecks,
        for purpose: CalendarRepair.Purpose = .init()
    ) -> (calendar: CalendarObject?, repairs: [Repair], leftOut: LeftOut) {
        var mended = component.laidOutAnew().map { anew in
            var calendar = self
            calendar.component = anew
            return calendar
        }
        var repairs: [Repair] = []
        var leftOut = LeftOut()
        // A repair can reveal another problem, such as a wrong value type, so several rounds may be needed.
        for _ in 0..<CalendarRepair.mostRounds {
            var round = CalendarRepair(mended ?? self, purpose)
            round.run(sharing: shared)
            guard round.hasMended else { break }
            mended = round.calendar
            if repairs.isEmpty { repairs = round.repairs } else { repairs += round.repairs }
            leftOut.add(round.leftOut)
        }
        return (mended, repairs, leftOut)
    }
}

extension CalendarFile {
    /// Returns the repaired file and the list of changes.
    ///
    /// Unlike ``CalendarObject/repaired()``, this method also repairs the file's structure, such as a missing
    /// END:VCALENDAR, an END without BEGIN, components outside any VCALENDAR, and lines whose layout RFC 5545 does not
    /// allow. Invalid content lines are removed, as are the entries in ``diagnostics`` for repaired content.
    ///
    /// ```swift
    /// let (file, repairs) = try CalendarFile(contentsOf: "team.ics").repaired()
    /// ```
    public func repaired() -> (file: CalendarFile, repairs: [Repair]) {
        var file = self
        var repairs: [Repair] = []
        let shared = SharedChecks()
        let unusable = diagnostics.contains { $0.code == .framing } ? unusableLines : []
        let hasOddLayout = diagnostics.contains { $0.code == .layout }
        for index in calendars.indices {
            let (calendar, made, _) = calendars[index].repaired(sharing: shared)
            if let calendar { file.calendars[index] = calendar }
            if !unusable.isEmpty || hasOddLayout, let plain = file.calendars[index].withoutJunk {
                file.calendars[index] = plain
            }
            if hasOddLayout, let plain = file.calendars[index].withPlainFrame {
                file.calendars[index] = plain
            }
            if repairs.isEmpty { repairs = made } else { repairs += made }
        }
        file.diagnostics.removeAll { diagnostic in
            guard var violation = Violation(of: diagnostic) else { return false }
            if violation.isAbout(unusable) { violation.repair = "remove the line" }
            guard violation.isRepairable else { return false }
            repairs.append(Repair(violation, before: nil, after: nil))
            return true
        }
        repairs += violationsOfJCal.map { Repair($0, before: nil, after: nil) }
        file.jCalRemarks = []
        for index in repairs.indices { repairs[index].violation.file = name }
        let order = repairs.indices.sorted {
            (repairs[$0].violation.line ?? 0, $0) < (repairs[$1].violation.line ?? 0, $1)
        }
        // Reorder the list in place, since it may be larger than the file.
        repairs.reorder(by: order)
        return (file, repairs)
    }
}

extension Component {
    /// Returns the component without the original bytes of irregular lines, or nil if there are no such lines.
    ///
    /// Recursion is safe, since the reader limits the nesting of components.
    package func laidOutAnew() -> Component? {
        var anew: Component?
        for place in properties.indices where properties[place].source?.isOdd == true {
            anew = anew ?? self
            anew?.properties[place].writeAnew()
        }
        for place in components.indices {
            guard let inner = components[place].laidOutAnew() else { continue }
            anew = anew ?? self
            anew?.components[place] = inner
        }
        return anew
    }
}
