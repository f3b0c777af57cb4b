import SystemIO
package import ICalendar

/// A step that was not performed as planned when a commit was completed after a crash.
package struct LeftOutStep: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// The step was not performed because something else has taken the file's place.
        case occupied
        /// The step was not performed because the new contents are missing.
        case lost
        /// The removal was skipped because another step's contents are missing.
        case spared
        /// The removal was skipped because another program has changed the file.
        case edited
        /// The step was performed and merged with contents that another program has written since then.
        ///
        /// An item that was moved elsewhere may still be in the file as well.
        case merged
        /// The step was performed although another step's contents are missing.
        case replaced
        case renamed
        /// The file was not created because another program had already created it with all its items.
        case continued
        case overtaken
    }

    package let place: FilePlace
    package let reason: Reason
    /// The location where the new or previous contents were saved, or nil if nothing was saved.
    package let kept: CalendarPath?

    init(place: FilePlace, _ reason: Reason, kept: CalendarPath? = nil) {
        self.place = place
        self.reason = reason
        self.kept = kept
    }

    package var remark: String {
        let what =
            switch reason {
            case .occupied: "something else is in the file's place; left unchanged"
            case .lost: "the new contents are missing; file left unchanged"
            case .spared: "another part of the commit is missing; file not removed"
            case .edited:
                "the file has changed since; not removed, and its items may also exist elsewhere"
            case .merged:
                "another program has changed the file since; merged, and moved items may be in both calendars"
            case .replaced: "another part of the commit is missing; file written anyway"
            case .renamed: "the file has been renamed; not removed"
            case .continued: "another program has created the file with the same items; left unchanged"
            case .overtaken: "another program wrote the file at the same moment; file replaced"
            }
        let text = "\(place): recovery: \(what)"
        guard let kept else { return text }
        switch reason {
        case .lost: return "\(text); the contents found instead are kept in \(kept)"
        case .renamed: return "\(text); it is now \(kept), and its item may be in both calendars"
        case .occupied, .continued: return "\(text); the new contents are kept in \(kept)"
        case .overtaken: return "\(text); that program's contents are kept in \(kept)"
        case .spared, .replaced, .edited, .merged: return "\(text); the previous contents are kept in \(kept)"
        }
    }

    static func isKept(_ name: [UInt8]) -> Bool {
        name.starts(with: Array("kept-".utf8)) && name.suffix(4).elementsEqual(Array(".ics".utf8))
    }
}

/// The steps that could not be performed as planned when commits were completed after a crash.
///
/// The first operation on a store that finds a journal completes it. Since this happens only once, the results are
/// collected here while the store is open.
package final class RecoveryNotes: Sendable {
    private let steps = Lock<[LeftOutStep]>([])

    package init() {}

    func add(_ new: [LeftOutStep]) {
        guard !new.isEmpty else { return }
        steps.withLock { known in
            for step in new where !known.contains(step) { known.append(step) }
        }
    }

    package var leftOut: [LeftOutStep] { steps.withLock { $0 } }
    package var remarks: [String] { leftOut.map(\.remark) }
}

/// The groups of steps that cannot be completed because new contents are lost or cannot be put in place.
struct LostGroups {
    private var numbers: Set<Int> = []
    /// Whether any lost contents belong to an unknown group.
    private var isAnywhere = false
    private(set) var isEmpty = true

    mutating func insert(_ entry: JournalEntry) {
        isEmpty = false
        if let group = entry.group { numbers.insert(group) } else { isAnywhere = true }
    }

    func mayConcern(_ entry: JournalEntry) -> Bool {
        guard !isEmpty, !isAnywhere, let group = entry.group else { return !isEmpty }
        return numbers.contains(group)
    }
}
