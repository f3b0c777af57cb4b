import ICalendar

/// One of the two sides of a synchronization.
package enum SyncSide: String, Sendable, Hashable, CaseIterable {
    case ours
    case theirs
}

/// A three-way merge of an item that was changed locally and on the server.
///
/// Changes to different properties are combined. The changes conflict if both sides change the same property or both
/// change times, unless the changes are identical. Properties that programs maintain automatically never conflict. A
/// changed instance conflicts with changes to its series only if the merged series lacks the instance. Each side has a
/// separate base, since a server may store an item in a different form than it received.
package struct SyncMerging: Sendable {
    package let ours: ItemVersion
    package let theirs: ItemVersion
    private let oursBase: ItemVersion?
    private let theirsBase: ItemVersion?

    package init(oursBase: ItemVersion?, ours: ItemVersion, theirsBase: ItemVersion?, theirs: ItemVersion) {
        self.oursBase = oursBase
        self.ours = ours
        self.theirsBase = theirsBase
        self.theirs = theirs
    }

    /// Returns whether two versions are equivalent, both for the user and for programs that read them.
    package static func isSame(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        one.bytes == other.bytes || VersionChanges(from: one, to: other).isEmpty
    }

    /// Returns whether two versions differ only in properties that programs maintain automatically.
    package static func meansSame(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        one.bytes == other.bytes
            || VersionChanges(from: one, to: other, onlySignificant: true).components.allSatisfy {
                if case .changed(let change) = $0.change {
                    return change.parts.allSatisfy(VersionChanges.isBookkeeping)
                }
                return false
            }
    }

    /// Whether both sides changed the same property in different ways.
    package var isConflict: Bool {
        guard !Self.meansSame(ours, theirs) else { return false }
        guard let oursBase, let theirsBase else { return true }
        let mine = VersionChanges(from: oursBase, to: ours, onlySignificant: true)
        let others = VersionChanges(from: theirsBase, to: theirs, onlySignificant: true)
        let between = VersionChanges(from: ours, to: theirs, onlySignificant: true)
        var known: CalendarFile?
        func merged() -> CalendarFile {
            let file = known ?? Self.editing(changes(of: .theirs), of: theirs, to: ours).file
            known = file
            return file
        }
        let own = InstanceChanges(own: ours, changes: mine, others: others, merged: merged)
        let other = InstanceChanges(own: theirs, changes: others, others: mine, merged: merged)
        for (key, change) in mine.components {
            guard let counterpart = others[key], let difference = between[key] else { continue }
            guard case .changed(let one) = change, case .changed(let two) = counterpart,
                case .changed(let rest) = difference
            else { return true }
            let common = Self.units(one.parts).intersection(Self.units(two.parts))
            guard !common.isDisjoint(with: Self.units(rest.parts)) else { continue }
            if common.intersection(Self.units(rest.parts)) == [.times],
                one.hasOnlyDates && two.hasOnlyDates || Self.keepsDates(key, (own, one), (other, two))
            {
                continue
            }
            return true
        }
        return Self.needDecision(own) || Self.needDecision(other)
    }

    private static func units(_ parts: [CalendarDifference.Part]) -> Set<ConflictUnit> {
        parts.reduce(into: []) { $0.formUnion(ConflictUnit.units(of: $1)) }
    }

    /// Returns the bytes of the merged item, or nil if the item is gone.
    ///
    /// `preferred` is the side whose value is used where both sides changed the same property.
    package func merged(preferring preferred: SyncSide = .theirs) -> [UInt8]? {
        let changes = changes(of: preferred)
        let (kept, left) = preferred == .ours ? (ours, theirs) : (theirs, ours)
        if changes.isEmpty { return left.bytes }
        var editing = Self.editing(changes, of: kept, to: left, replacing: contested)
        keepInstances(of: preferred, in: &editing)
        return editing.result
    }

    /// The names of the subcomponents, such as VALARM, that both sides changed in different ways, by component.
    ///
    /// A combined list of both sides' alarms would match neither of the user's possible choices.
    private var contested: [ComponentKey: Set<String>] {
        guard let oursBase, let theirsBase else { return [:] }
        let mine = VersionChanges(from: oursBase, to: ours, onlySignificant: true)
        let others = VersionChanges(from: theirsBase, to: theirs, onlySignificant: true)
        let between = VersionChanges(from: ours, to: theirs, onlySignificant: true)
        var contested: [ComponentKey: Set<String>] = [:]
        for (key, change) in mine.components {
            guard case .changed(let one) = change, case .changed(let two)? = others[key],
                case .changed(let rest)? = between[key]
            else { continue }
            contested[key] = one.subcomponents.intersection(two.subcomponents)
                .intersection(rest.subcomponents)
        }
        return contested
    }

    private func changes(of side: SyncSide) -> VersionChanges {
        switch side {
        case .ours: VersionChanges(from: oursBase, to: ours)
        case .theirs: VersionChanges(from: theirsBase, to: theirs)
        }
    }

    /// Removes changed instances that the preferred side's series lacks, but keeps the preferred side's changed
    /// instances.
    private func keepInstances(of preferred: SyncSide, in editing: inout VersionEditing) {
        guard let oursBase, let theirsBase else { return }
        let mine = VersionChanges(from: oursBase, to: ours, onlySignificant: true)
        let others = VersionChanges(from: theirsBase, to: theirs, onlySignificant: true)
        let file = editing.file
        for side in SyncSide.allCases {
            let sides =
                side == .ours
                ? InstanceChanges(own: ours, changes: mine, others: others) { file }
                : InstanceChanges(own: theirs, changes: others, others: mine) { file }
            let lost = Self.lostInstances(sides)
            if side == preferred {
                for (key, series, _) in lost { editing.takeTimes(ofSeries: key, from: series) }
                if !lost.isEmpty { editing.addZones(from: [sides.own.file]) }
            } else {
                for (_, _, instances) in lost { editing.remove(instances) }
            }
        }
    }

    /// Returns a version with another version's changes applied, or nil if the result has no items.
    ///
    /// With `keepsDropped`, properties whose names begin with `X-` are preserved if the other version lacks them, since
    /// a server may have dropped them.
    static func applied(
        _ changes: VersionChanges,
        of source: ItemVersion,
        to target: ItemVersion,
        keepsDropped: Bool = false
    ) -> [UInt8]? {
        if changes.isEmpty { return target.bytes }
        return editing(changes, of: source, to: target, keepsDropped: keepsDropped).result
    }

    private static func editing(
        _ changes: VersionChanges,
        of source: ItemVersion,
        to target: ItemVersion,
        keepsDropped: Bool = false,
        replacing replaced: [ComponentKey: Set<String>] = [:]
    ) -> VersionEditing {
        var editing = VersionEditing(target.file, keepsDropped: keepsDropped)
        for (key, change) in changes.components {
            editing.apply(change, at: key, replacing: replaced[key] ?? [])
        }
        editing.apply(zones: changes.zones)
        editing.addZones(from: [source.file, target.file])
        return editing
    }

    /// Each side's changes, as text.
    package var words: ConflictWords {
        guard let oursBase, let theirsBase else {
            return ConflictWords(
                here: ConflictWords.text(of: VersionChanges(from: theirs, to: ours, onlySignificant: true)),
                there: ConflictWords.text(of: VersionChanges(from: ours, to: theirs, onlySignificant: true))
            )
        }
        return ConflictWords(
            here: ConflictWords.text(of: VersionChanges(from: oursBase, to: ours, onlySignificant: true)),
            there: ConflictWords.text(of: VersionChanges(from: theirsBase, to: theirs, onlySignificant: true))
        )
    }
}

extension CalendarDifference.Change {
    /// The names of changed subcomponents, such as VALARM.
    fileprivate var subcomponents: Set<String> {
        Set(parts.filter { !$0.componentsBefore.isEmpty || !$0.componentsAfter.isEmpty }.map(\.name))
    }
}

/// A merge of changes to a series on one side with changes to its instances on the other.
///
/// The two kinds of changes are combined if the merged series still has the changed instances.
extension SyncMerging {
    /// One side's changes to instances of the other side's series.
    final class InstanceChanges {
        /// The version with the changed instances.
        let own: ItemVersion
        let changes: VersionChanges
        let others: VersionChanges
        private let merged: () -> CalendarFile
        /// The keys of changed instances by UID, with and without removed overrides.
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

        /// Returns the keys of a UID's changed instances, optionally including removed overrides.
        fileprivate func instances(of uid: String, withRemoved: Bool = false) -> [ComponentKey] {
            (withRemoved ? touched : kept)[uid] ?? []
        }

        /// Returns the cached comparison of a series with the merged series.
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

    /// Returns whether the user must decide between a change to an instance and a change to its series.
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

    /// Returns whether one side changed an instance that is covered by the other side's override for all following
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

    /// Returns the instances that one side changed but the merge lost, along with that side's version of each series.
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

    /// One side's change to a series, along with all of that side's other changes.
    typealias SeriesChange = (sides: InstanceChanges, change: CalendarDifference.Change)

    /// Returns whether the merged series keeps each side's changes to individual dates.
    ///
    /// One side must have changed only individual dates, and the other side at most individual dates and the rule's
    /// end.
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
    /// Whether an override for all following instances was added, was removed or has new times.
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

    /// Whether the times differ only in individual dates, if at all.
    var hasOnlyDates: Bool { timeParts.allSatisfy { ConflictUnit.dateLists.contains($0.name) } }

    /// Whether the times differ only in individual dates, UNTIL and COUNT, if at all.
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

    /// The values that were added to or removed from the lists of individual dates.
    fileprivate var changedDates: [EventTime] {
        parts.filter { ConflictUnit.dateLists.contains($0.name) }.flatMap { $0.before + $0.after }
            .flatMap(\.recurrenceDates).map(\.start)
    }
}
