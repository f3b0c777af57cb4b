import ICalendar

/// One of the two sides of a synchronization.
package enum SyncSide: String, Sendable, Hashable, CaseIterable {
    case ours
    case theirs
}

/// A three-way merge of an item that was changed locally and on the server.
///
/// Changes of different properties are combined. A change of the same property on both sides, or of times on both
/// sides, is a conflict, unless both changes are the same. Properties that programs maintain automatically never
/// conflict. A changed instance of a series conflicts with changes of the series only if the merged series lacks it.
/// Each side has a separate base, since a server may store an item in a different form than it received.
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

    /// Returns whether two versions are equivalent for the user and for programs that read them.
    package static func isSame(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        one.bytes == other.bytes || VersionChanges(from: one, to: other).isEmpty
    }

    /// Returns whether two versions differ only in properties that programs maintain automatically.
    package static func meansSame(_ one: ItemVersion, _ other: ItemVersion) -> Bool {
        one.bytes == other.bytes
            || VersionChanges(from: one, to: other, onlySignificant: true).components.allSatisfy {
                if case .changed(let change) = $0.change {
                    return change.parts.allSatisfy { VersionChanges.isBookkeeping($0.name) }
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

    /// Returns the bytes of the merged item, or nil if nothing is left of it.
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
    /// A list with the alarms of both sides would follow neither decision.
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

    /// Removes changed instances that the preferred side's series lacks, and keeps the changed instances of the
    /// preferred side in its series.
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

    /// Returns a version with the changes of another version applied; nil if nothing is left of it.
    ///
    /// With `keepsDropped`, properties that begin with `X-` are kept if the other version lacks them, because a server
    /// dropped them.
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

    /// The changes of each side, as text.
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
    /// The names of the subcomponents that differ, such as VALARM.
    fileprivate var subcomponents: Set<String> {
        Set(parts.filter { !$0.componentsBefore.isEmpty || !$0.componentsAfter.isEmpty }.map(\.name))
    }
}
