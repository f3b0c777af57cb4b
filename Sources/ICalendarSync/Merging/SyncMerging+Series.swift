import ICalendar

/// A merge of changes to a series on one side with changes to its instances on the other.
///
/// The changes are combined as long as the merged series still has the changed instances.
extension SyncMerging {
    /// The changes of one side that concern the other side's series.
    final class InstanceChanges {
        /// The version with the changed instances.
        let own: ItemVersion
        let changes: VersionChanges
        let others: VersionChanges
        private let merged: () -> CalendarFile
        /// The keys of changed instances by UID, with and without the removed overrides.
        private var touched: [String: [ComponentKey]] = [:]
        private var kept: [String: [ComponentKey]] = [:]
        private lazy var series = (own: SeriesIndex(own.file), merged: SeriesIndex(merged()))
        private var comparisons: [ComponentKey: SeriesComparison?] = [:]
        private var lastPositions: [ComponentKey: Int] = [:]

        init(
            own: ItemVersion,
            changes: VersionChanges,
            others: VersionChanges,
            merged: @escaping () -> CalendarFile
        ) {
            (self.own, self.changes, self.others, self.merged) = (own, changes, others, merged)
            for (key, change) in changes.components where !key.isSeries {
                touched[key.uid, default: []].append(key)
                if case .removed = change { continue }
                kept[key.uid, default: []].append(key)
            }
        }

        /// Returns the changes to instances of a UID, optionally with the removed overrides.
        fileprivate func instances(of uid: String, withRemoved: Bool = false) -> [ComponentKey] {
            (withRemoved ? touched : kept)[uid] ?? []
        }

        /// Returns the cached comparison of a series with the merged one.
        fileprivate func comparison(ofSeries key: ComponentKey) -> SeriesComparison? {
            if let known = comparisons[key] { return known }
            let comparison = SeriesComparison(key, own: series.own, merged: series.merged)
            comparisons.updateValue(comparison, forKey: key)
            return comparison
        }

        /// Returns the position of the last changed instance in a series.
        fileprivate func lastPosition(inSeries key: ComponentKey, _ comparison: SeriesComparison) -> Int {
            if let known = lastPositions[key] { return known }
            let times = instances(of: key.uid).compactMap(\.recurrenceID)
            let last = times.map(comparison.position(of:)).max() ?? .min
            lastPositions[key] = last
            return last
        }
    }

    private static let structure: Set<String> = ["DTSTART", "DUE", "RRULE", "EXRULE", "RDATE", "EXDATE"]

    /// Returns whether the user must decide about an instance that one side changed, because the other side changed its
    /// series.
    static func needDecision(_ sides: InstanceChanges) -> Bool {
        sides.others.components.contains { key, change in
            key.isSeries ? seriesNeedsDecision(key, change, sides) : rangeNeedsDecision(key, change, sides)
        }
    }

    private static func seriesNeedsDecision(
        _ key: ComponentKey,
        _ change: VersionChanges.OfComponent,
        _ sides: InstanceChanges
    ) -> Bool {
        switch change {
        case .added: return false
        case .removed: return !sides.instances(of: key.uid, withRemoved: true).isEmpty
        case .changed(let change):
            guard change.parts.contains(where: { structure.contains($0.name) }) else { return false }
            let touched = sides.instances(of: key.uid, withRemoved: true)
            if touched.isEmpty { return false }
            guard let comparison = sides.comparison(ofSeries: key),
                !comparison.isMoved, touched.count <= comparison.mostInstances
            else { return true }
            return sides.instances(of: key.uid).contains { instance in
                instance.recurrenceID.map(comparison.loses) ?? false
            }
        }
    }

    /// Returns whether one side changed an instance that is in the range of the other side's override for all following
    /// instances.
    private static func rangeNeedsDecision(
        _ key: ComponentKey,
        _ change: VersionChanges.OfComponent,
        _ sides: InstanceChanges
    ) -> Bool {
        guard let start = key.recurrenceID, change.splitsSeries, sides.changes[key] == nil else {
            return false
        }
        if sides.instances(of: key.uid).isEmpty { return false }
        let series = ComponentKey(seriesOf: key)
        guard let comparison = sides.comparison(ofSeries: series) else { return true }
        return sides.lastPosition(inSeries: series, comparison) > comparison.position(of: start)
    }

    /// Returns the instances that one side changed and the merge lost, with that side's version of their series.
    static func lostInstances(_ sides: InstanceChanges) -> [(
        key: ComponentKey, series: Component, instances: [ComponentKey]
    )] {
        sides.others.components.compactMap { key, change in
            guard key.isSeries, case .changed(let change) = change,
                change.parts.contains(where: { structure.contains($0.name) })
            else { return nil }
            let touched = sides.instances(of: key.uid)
            guard !touched.isEmpty,
                let comparison = sides.comparison(ofSeries: key),
                touched.count <= comparison.mostInstances
            else { return nil }
            let lost = touched.filter { $0.recurrenceID.map(comparison.loses) ?? false }
            return lost.isEmpty ? nil : (key, comparison.series, lost)
        }
    }

    // MARK: - Single dates and the end of a rule

    /// A change to a series on one side, with all other changes of that side.
    typealias SeriesChange = (sides: InstanceChanges, change: CalendarDifference.Change)

    /// Returns whether the merged series keeps the single dates as each side left them.
    ///
    /// One side must have changed only single dates, and the other side at most single dates and the end of the rule.
    static func keepsDates(_ key: ComponentKey, _ one: SeriesChange, _ two: SeriesChange) -> Bool {
        guard
            one.change.hasOnlyDates && two.change.hasOnlyDatesAndEnd
                || two.change.hasOnlyDates && one.change.hasOnlyDatesAndEnd
        else { return false }
        return [one, two].allSatisfy { sides, change in
            let times = change.changedDates
            if times.isEmpty { return true }
            guard let comparison = sides.comparison(ofSeries: ComponentKey(seriesOf: key)),
                times.count <= comparison.mostInstances
            else { return false }
            return times.allSatisfy(comparison.agree)
        }
    }
}

extension VersionChanges.OfComponent {
    /// Whether an override for all following instances was added or removed, or has new times.
    fileprivate var splitsSeries: Bool {
        switch self {
        case .added(let component), .removed(let component):
            Event(component).overridesFollowingInstances
        case .changed(let change):
            (Event(change.before).overridesFollowingInstances
                || Event(change.after).overridesFollowingInstances)
                && change.parts.contains { ConflictUnit.isTime($0.name) || $0.name == "RECURRENCE-ID" }
        }
    }
}

extension CalendarDifference.Change {
    private var timeParts: [CalendarDifference.Part] { parts.filter { ConflictUnit.isTime($0.name) } }

    /// Whether the times differ only in single dates, if at all.
    var hasOnlyDates: Bool { timeParts.allSatisfy { ConflictUnit.dateLists.contains($0.name) } }

    /// Whether the times differ only in single dates and in UNTIL or COUNT, if at all.
    fileprivate var hasOnlyDatesAndEnd: Bool {
        guard timeParts.allSatisfy({ ConflictUnit.dateLists.contains($0.name) || $0.name == "RRULE" }) else {
            return false
        }
        return Self.endless(before) == Self.endless(after)
    }

    private static func endless(_ component: Component) -> [RecurrenceRule] {
        Event(component).recurrenceRules.map { rule in
            var rule = rule
            (rule.until, rule.count) = (nil, nil)
            return rule
        }
    }

    /// The values that were added to or removed from the lists of single dates.
    fileprivate var changedDates: [EventTime] {
        parts.filter { ConflictUnit.dateLists.contains($0.name) }.flatMap { $0.before + $0.after }
            .flatMap(\.recurrenceDates).map(\.start)
    }
}
