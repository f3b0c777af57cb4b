/// The contents that both sides last agreed on, both as stored locally and as stored on the server.
package struct ItemBase: Sendable {
    package let ours: [UInt8]
    package let theirs: [UInt8]

    package init(ours: [UInt8], theirs: [UInt8]) {
        self.ours = ours
        self.theirs = theirs
    }
}

/// An item's state on one side.
package enum ItemSide: Sendable, Hashable {
    /// The item is unchanged since both sides last agreed.
    case unchanged
    case contents([UInt8])
    /// The item does not exist on this side. If it has a base, it was removed.
    case gone

    var contents: [UInt8]? {
        if case .contents(let bytes) = self { return bytes }
        return nil
    }
}

/// The user's decision about a conflict.
///
/// ```swift
/// ConflictChoice.allCases.map(\.rawValue)  // ["ours", "theirs", "both"]
/// ```
public enum ConflictChoice: String, Sendable, Hashable, CaseIterable, Codable {
    /// Uses the local version where both sides changed the same property: `.ours`.
    case ours
    /// Uses the server's version where both sides changed the same property: `.theirs`.
    case theirs
    /// Uses the server's version, and keeps the local version as another item: `.both`.
    case both
}

/// The step for one item, based on both sides and the contents they last agreed on.
package enum ItemPlan: Sendable, Hashable {
    case nothing
    /// Both sides agree, so only the stored state must be updated.
    case agree
    /// Write the local version to the server.
    case push
    /// Write the bytes to the local file. The bytes are either the server's version or the local version with the
    /// server's changes.
    case pull([UInt8])
    /// Write the bytes to both sides.
    case merge([UInt8])
    case deleteHere
    case deleteThere
    /// The item is gone on both sides.
    case forget
    /// Replace the local version with the server's, and add the local version as a new item on both sides.
    case keepBoth
    /// Both sides remain unchanged until the user decides.
    case conflict(ConflictWords)
    /// A version is unusable, so both sides remain unchanged.
    case problem(SyncSide, ItemProblem)

    /// Creates the plan for an item; `isOutlined` is true if a new item's outline has already been read.
    package init(
        base: ItemBase?,
        ours: ItemSide,
        theirs: ItemSide,
        choice: ConflictChoice? = nil,
        isOutlined: Bool = false
    ) {
        self =
            if let base {
                Self.known(base, ours, theirs, choice)
            } else {
                Self.new(ours, theirs, choice, isOutlined)
            }
    }

    // MARK: - Items without a base

    private static func new(
        _ ours: ItemSide,
        _ theirs: ItemSide,
        _ choice: ConflictChoice?,
        _ isOutlined: Bool
    ) -> ItemPlan {
        switch (ours.contents, theirs.contents) {
        case (nil, nil): return .forget
        // There is no other version to compare with, so an outline is enough.
        case (let bytes?, nil): return isOutlined ? .push : outlined(.ours, bytes) ?? .push
        case (nil, let bytes?): return isOutlined ? .pull(bytes) : outlined(.theirs, bytes) ?? .pull(bytes)
        case (let mine?, let other?):
            if mine == other { return .agree }
            return checked(.ours, mine) { mine in
                checked(.theirs, other) { other in
                    let merging = SyncMerging(oursBase: nil, ours: mine, theirsBase: nil, theirs: other)
                    guard merging.isConflict else {
                        return SyncMerging.isSame(mine, other) ? .agree : .pull(other.bytes)
                    }
                    switch choice {
                    case nil: return .conflict(merging.words)
                    case .ours: return .push
                    case .theirs: return .pull(other.bytes)
                    case .both: return .keepBoth
                    }
                }
            }
        }
    }

    // MARK: - Items with a base

    private static func known(
        _ base: ItemBase,
        _ ours: ItemSide,
        _ theirs: ItemSide,
        _ choice: ConflictChoice?
    ) -> ItemPlan {
        let mine = ours.contents == base.ours ? ItemSide.unchanged : ours
        let other = theirs.contents == base.theirs ? ItemSide.unchanged : theirs
        switch (mine, other) {
        case (.unchanged, .unchanged): return .nothing
        case (.gone, .gone): return .forget
        case (.unchanged, .gone): return .deleteHere
        case (.gone, .unchanged): return .deleteThere
        case (.contents(let bytes), .unchanged): return outlined(.ours, bytes) ?? .push
        case (.unchanged, .contents(let bytes)): return pulled(base, bytes)
        case (.contents(let bytes), .gone):
            return checked(.ours, bytes) { _ in gone(base.ours, bytes, .theirs, choice) }
        case (.gone, .contents(let bytes)):
            return checked(.theirs, bytes) { _ in gone(base.theirs, bytes, .ours, choice) }
        case (.contents(let mine), .contents(let other)): return bothChanged(base, mine, other, choice)
        }
    }

    /// Returns the plan for an item that only the server changed.
    private static func pulled(_ base: ItemBase, _ theirs: [UInt8]) -> ItemPlan {
        checked(.theirs, theirs) { new in
            // Without a readable base, a change on the server cannot be distinguished from the server's reformatting.
            guard let old = try? ItemVersion(base.theirs) else { return .pull(theirs) }
            if SyncMerging.isSame(old, new) { return .agree }
            guard base.ours != base.theirs, let here = try? ItemVersion(base.ours), !here.hasLostLines else {
                return .pull(theirs)
            }
            let changes = VersionChanges(from: old, to: new)
            return SyncMerging.applied(changes, of: new, to: here).map { .pull($0) } ?? .pull(theirs)
        }
    }

    /// Returns the plan for an item that one side changed and the other side removed.
    private static func gone(
        _ base: [UInt8],
        _ changed: [UInt8],
        _ goneSide: SyncSide,
        _ choice: ConflictChoice?
    ) -> ItemPlan {
        let isChangedHere = goneSide == .theirs
        switch choice {
        case .ours: return isChangedHere ? .push : .deleteThere
        case .theirs: return isChangedHere ? .deleteHere : .pull(changed)
        case .both: return isChangedHere ? .push : .pull(changed)
        case nil: break
        }
        guard let old = try? ItemVersion(base), let new = try? ItemVersion(changed) else {
            let words = (ConflictWords.deleted, "changed")
            return .conflict(
                isChangedHere
                    ? ConflictWords(here: words.1, there: words.0)
                    : ConflictWords(here: words.0, there: words.1)
            )
        }
        // Changes to properties that programs maintain automatically do not require the user's decision.
        if SyncMerging.meansSame(old, new) { return isChangedHere ? .deleteHere : .deleteThere }
        let words = ConflictWords.text(of: VersionChanges(from: old, to: new, onlySignificant: true))
        return .conflict(
            isChangedHere
                ? ConflictWords(here: words, there: ConflictWords.deleted)
                : ConflictWords(here: ConflictWords.deleted, there: words)
        )
    }

    private static func bothChanged(
        _ base: ItemBase,
        _ mine: [UInt8],
        _ other: [UInt8],
        _ choice: ConflictChoice?
    ) -> ItemPlan {
        if mine == other { return .agree }
        return checked(.ours, mine) { ours in
            checked(.theirs, other) { theirs in
                let oursBase = try? ItemVersion(base.ours)
                let theirsBase = try? ItemVersion(base.theirs)
                let merging = SyncMerging(
                    oursBase: oursBase,
                    ours: ours,
                    theirsBase: theirsBase,
                    theirs: theirs
                )
                if SyncMerging.isSame(ours, theirs) { return .agree }
                let isConflict = merging.isConflict || ours.hasLostLines || theirs.hasLostLines
                guard isConflict else { return merged(merging, .theirs) }
                switch choice {
                case nil: return .conflict(merging.words)
                case .both: return .keepBoth
                case .ours:
                    if oursBase == nil || ours.hasLostLines || theirs.hasLostLines { return .push }
                    return merged(merging, .ours)
                case .theirs:
                    if theirsBase == nil || ours.hasLostLines || theirs.hasLostLines { return .pull(other) }
                    return merged(merging, .theirs)
                }
            }
        }
    }

    private static func merged(_ merging: SyncMerging, _ preferred: SyncSide) -> ItemPlan {
        guard let bytes = merging.merged(preferring: preferred), let result = try? ItemVersion(bytes) else {
            return .conflict(merging.words)
        }
        if SyncMerging.isSame(result, merging.theirs) { return .pull(bytes) }
        if bytes == merging.ours.bytes { return .push }
        return .merge(bytes)
    }

    /// Returns the problem with a version, or nil if the version can be synchronized.
    private static func outlined(_ side: SyncSide, _ bytes: [UInt8]) -> ItemPlan? {
        do throws(ItemProblem) {
            _ = try ItemOutline(bytes)
            return nil
        } catch {
            return .problem(side, error)
        }
    }

    private static func checked(
        _ side: SyncSide,
        _ bytes: [UInt8],
        _ body: (ItemVersion) -> ItemPlan
    ) -> ItemPlan {
        do throws(ItemProblem) {
            _ = try ItemOutline(bytes)
            return body(try ItemVersion(bytes))
        } catch {
            return .problem(side, error)
        }
    }
}
