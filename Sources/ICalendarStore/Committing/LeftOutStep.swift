import SystemIO
package import ICalendar

/// A step of a commit that was not done, or not as it should have been, when the commit was finished after a crash.
package struct LeftOutStep: Sendable, Hashable {
    package enum Reason: Sendable, Hashable {
        /// It could not be done, as something else stands in the file's place.
        case occupied
        /// It could not be done, as what was to be put in place is nowhere to be found.
        case lost
        /// It was to take the file away, and did not, as another step is lost.
        case spared
        /// It was to take the file away, and did not, as another program has changed it since.
        case edited
        /// It was done, and what another program wrote since brought together with it, so that an item may stay that was
        /// moved elsewhere.
        case merged
        /// It was done, although another step is lost.
        case replaced
        case renamed
        /// It was to make the file, and somebody has made it since, with all that was to be in it.
        case continued
        case overtaken
    }

    package let place: FilePlace
    package let reason: Reason
    /// Where what was to be put there is kept, or what stood there before; nil when nothing is.
    package let kept: CalendarPath?

    init(place: FilePlace, _ reason: Reason, kept: CalendarPath? = nil) {
        self.place = place
        self.reason = reason
        self.kept = kept
    }

    package var remark: String {
        let what =
            switch reason {
            case .occupied: "could not change it, as something else stands there"
            case .lost: "could not change it, as what it was to be is gone"
            case .spared: "did not take it away, as what was to be elsewhere is not there"
            case .edited:
                "did not take it away, as it was changed since; it may be elsewhere, too"
            case .merged:
                "has changed it, as another program has since; what was moved from it may be in both calendars"
            case .replaced: "has changed it, and could not do all the rest"
            case .renamed: "could not take it away, as it has another name by now"
            case .continued: "did not make it, as another program has, with the same items"
            case .overtaken: "has changed it at the moment in which another program wrote it"
            }
        let text = "\(place): an interrupted commit \(what)"
        guard let kept else { return text }
        switch reason {
        case .lost: return "\(text); what was there instead is kept in \(kept)"
        case .renamed: return "\(text), \(kept); its item may be in both calendars"
        case .occupied, .continued: return "\(text); what it was to be is kept in \(kept)"
        case .overtaken: return "\(text); what that wrote is kept in \(kept)"
        case .spared, .replaced, .edited, .merged: return "\(text); what it was before is kept in \(kept)"
        }
    }

    static func isKept(_ name: [UInt8]) -> Bool {
        name.starts(with: Array("kept-".utf8)) && name.suffix(4).elementsEqual(Array(".ics".utf8))
    }
}

/// What could not be done as it should have been when commits were finished after a crash.
///
/// A journal is finished by whoever comes upon it: when a store is opened, looked at or written to. What is to be told of
/// that is told once for all, so it is gathered here and not lost when the store looks again.
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

/// What steps belong to that cannot be carried out any more, as what they were to put in place is lost, or cannot stand
/// there.
struct LostGroups {
    private var numbers: Set<Int> = []
    /// Whether something is lost of which nobody knows what it belongs to.
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
