import ICalendar
import SystemIO

/// The reason why a commit failed, and the file that caused the failure.
///
/// The commit had no effect, unless rolling it back failed as well.
package struct CommitFailure: Error, Sendable, CustomStringConvertible {
    package enum Reason: Sendable {
        case file(FileFailure)
        case isLink
        /// Two changes in the batch affect the same file, or a change affects a file that the store never writes.
        case notAChange
        case conflict(any Error)
        /// The file was replaced, created, or removed after it was read, and the commit was aborted.
        case changed
        case restless
        case unfinished
        case leadsElsewhere
        case busy
    }

    /// The file that caused the failure, or nil for one of the store's internal files.
    package let place: FilePlace?
    package let reason: Reason
    /// The error from rolling back the first steps, if any.
    ///
    /// If set, the first steps remain in effect, or the commit is completed when the store is next used.
    package internal(set) var undoing: FileFailure?

    package init(_ place: FilePlace?, _ reason: Reason) {
        self.place = place
        self.reason = reason
    }

    init(_ place: FilePlace?, _ failure: FileFailure) {
        self.init(place, failure.action == .locked && failure.error.isBusy ? .busy : .file(failure))
    }

    init(_ place: FilePlace?, caught error: any Error) {
        switch error {
        case let failure as CommitFailure: self = failure
        case let failure as FileFailure: self.init(place, failure)
        default: self.init(place, .conflict(error))
        }
    }

    /// Returns the system error if it affects only a calendar's file or folder.
    ///
    /// Returns nil for an error that affects the whole store, such as an error in the journal folder or a full disk.
    func closing(control: CalendarPath) -> FileFailure? {
        guard place != nil, case .file(let failure) = reason else { return nil }
        if failure.error.isRefusal { return failure }
        if failure.error.isUsedUp || failure.path == control { return nil }
        return failure.path.bytes.starts(with: control.appending([]).bytes) ? nil : failure
    }

    package var description: String {
        let what =
            switch reason {
            case .file(let failure): failure.description
            case .isLink: "is a symbolic link; not replaced"
            case .notAChange: "cannot be changed this way"
            case .conflict(let error): "another program changed it: \(error)"
            case .changed: "another program changed it"
            case .restless: "another program keeps changing it"
            case .unfinished: "another program is still writing it"
            case .leadsElsewhere:
                "its calendar is a symbolic link owned by another user; not followed"
            case .busy: "another program keeps the store locked"
            }
        var text = place.map { "\($0): \(what)" } ?? what
        if case .file = reason { text = what }
        if let undoing { text += "; earlier steps could not be undone: \(undoing)" }
        return text
    }
}

extension StoreError {
    /// Creates a store error for a failed commit.
    ///
    /// `isProtected` means that the item's file is read-only but its folder is writable.
    init(_ failure: CommitFailure, subject: String?, identifiers: Set<String> = [], isProtected: Bool = false)
    {
        var code = Code.internalFailure
        switch failure.reason {
        case .isLink: code = .eventNotMutable
        case .leadsElsewhere: code = .calendarReadOnly
        case .file(let file) where file.error.isRefusal && failure.place != nil:
            code = isProtected ? .eventNotMutable : .calendarReadOnly
        default: break
        }
        self.init(code, subject, failure.description)
        itemIdentifier = identifiers.min()
    }

    init(caught error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let failure as CommitFailure: self.init(failure, subject: nil)
        default: self.init(.internalFailure, nil, "\(error)")
        }
    }
}
