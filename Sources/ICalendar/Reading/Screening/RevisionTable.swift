/// The highest SEQUENCE of whole events that were left out, by UID, as far as anything of these UIDs was kept.
struct RevisionTable: Sendable {
    /// The SEQUENCE of each UID, or -1 of those of which nothing was left out.
    private var sequences = UIDTable()

    /// A table of nothing.
    init() {}

    /// What was left out of the UIDs that were kept; nil stands for a UID that is still to be made, and may be any.
    init(of kept: some Collection<UIDHash?>, noting leftOut: LeftOutEvents) {
        sequences = UIDTable(expecting: kept.count)
        var isAny = false
        for uid in kept {
            if let uid { _ = sequences.insert(uid, -1) } else { isAny = true }
        }
        leftOut.forEach { uid, sequence in
            if isAny { _ = sequences.insert(uid, -1) }
            sequences.raise(uid, to: sequence)
        }
    }

    /// The highest SEQUENCE of the events of a UID that were left out, or nil when none was.
    func highest(of uid: UIDHash) -> Int? {
        guard let sequence = sequences[uid], sequence >= 0 else { return nil }
        return Int(sequence)
    }

    /// Whether something of a UID may have been kept.
    func knows(_ uid: UIDHash) -> Bool { sequences[uid] != nil }
}
