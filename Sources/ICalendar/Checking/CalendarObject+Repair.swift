extension CalendarObject {
    /// The calendar with all mended that has one sensible answer, and each change that was made.
    ///
    /// Nothing else changes: what no violation is about keeps its bytes, and a violation without a repair stays as it
    /// is. The mended calendar happens when the broken one did, as each repair writes what is read. What each kind of
    /// violation is mended to stands at its ``Violation/Code``.
    ///
    /// ```swift
    /// let (calendar, repairs) = broken.repaired()
    /// for repair in repairs { print(repair) }
    /// ```
    public func repaired() -> (calendar: CalendarObject, repairs: [Repair]) {
        let (calendar, repairs, _) = repaired(sharing: SharedChecks())
        return (calendar ?? self, repairs)
    }

    /// The calendar with all mended that has one sensible answer, and what that took out; nil when nothing was mended.
    func repairedSilently() -> (calendar: CalendarObject, leftOut: LeftOut)? {
        let purpose = CalendarRepair.Purpose(isDescribed: false)
        let (calendar, _, leftOut) = repaired(sharing: SharedChecks(), for: purpose)
        return calendar.map { ($0, leftOut) }
    }

    /// The calendar with all mended that has one sensible answer, and with the components that nobody can use, so that each
    /// can be told of.
    package func repairedKeepingUnusable() -> CalendarObject {
        repaired(sharing: SharedChecks(), for: .init(isDescribed: false, keepsUnusable: true)).calendar
            ?? self
    }

    /// What was mended, or nil, each change, and what was taken out; the calendars of a file share what they can.
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
        // A repair can bring to light what could not be seen before, such as the type of a value.
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
    /// Returns the file with every mistake repaired that has only one sensible correction, and the list of changes.
    ///
    /// In addition to ``CalendarObject/repaired()``, it removes from ``diagnostics`` what writing corrects: a missing
    /// END:VCALENDAR, an END without BEGIN, components outside any VCALENDAR, lines that are not content lines (these
    /// are removed), and lines whose layout RFC 5545 does not allow.
    ///
    /// ```swift
    /// let (file, repairs) = try CalendarFile(contentsOf: "team.ics").repaired()
    /// ```
    public func repaired() -> (file: CalendarFile, repairs: [Repair]) {
        var file = self
        var repairs: [Repair] = []
        let shared = SharedChecks()
        let unusable = diagnostics.contains { $0.code == .framing } ? unusableLines : []
        for index in calendars.indices {
            let (calendar, made, _) = calendars[index].repaired(sharing: shared)
            if let calendar { file.calendars[index] = calendar }
            if !unusable.isEmpty, let plain = file.calendars[index].withoutJunk {
                file.calendars[index] = plain
            }
            if repairs.isEmpty { repairs = made } else { repairs += made }
        }
        file.diagnostics.removeAll { diagnostic in
            guard var violation = Violation(of: diagnostic) else { return false }
            if violation.isAbout(unusable) { violation.repair = "remove the line" }
            guard violation.isMendable else { return false }
            repairs.append(Repair(violation, before: nil, after: nil))
            return true
        }
        for index in repairs.indices { repairs[index].violation.file = name }
        let order = repairs.indices.sorted {
            (repairs[$0].violation.line ?? 0, $0) < (repairs[$1].violation.line ?? 0, $1)
        }
        // In place, as there may be more of them than the file has octets.
        repairs.reorder(by: order)
        return (file, repairs)
    }
}

extension Component {
    /// Returns the component without the original bytes of irregular lines; nil if it has none.
    ///
    /// Components are nested in bounds.
    func laidOutAnew() -> Component? {
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
