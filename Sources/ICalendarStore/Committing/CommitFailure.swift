import ICalendar
import SystemIO

/// Why a commit failed, and over which file.
///
/// Nothing of the commit was done, unless it says that undoing failed, too.
package struct CommitFailure: Error, Sendable, CustomStringConvertible {
    package enum Reason: Sendable {
        case file(FileFailure)
        case isLink
        /// Two changes of the batch are about one file, or about one that the store does not write.
        case notAChange
        case conflict(any Error)
        /// The file is another one than was read, or came or went, where that ends the commit.
        case changed
        case restless
        case unfinished
        case leadsElsewhere
        case busy
    }

    /// The file that it failed over, or nil when that is one of the store's own.
    package let place: FilePlace?
    package let reason: Reason
    /// What was in the way when the first steps were to be undone: these stand, or the next use of the store does the rest.
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

    /// What the system said of a calendar's file or folder, if that is what it failed over; nil where that says something
    /// of the whole store: of the folder of the journals, or of room that is used up.
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
            case .isLink: "is a symbolic link, which is not replaced"
            case .notAChange: "cannot be changed in this way"
            case .conflict(let error): "another program changed it: \(error)"
            case .changed: "another program changed it"
            case .restless: "is changed by another program again and again"
            case .unfinished: "another program has not finished writing it"
            case .leadsElsewhere:
                "its calendar is a symbolic link of another user, which is not written through"
            case .busy: "another program keeps the store locked"
            }
        var text = place.map { "\($0): \(what)" } ?? what
        if case .file = reason { text = what }
        if let undoing { text += "; what was done before that could not be undone: \(undoing)" }
        return text
    }
}

extension StoreError {
    /// `isProtected`: the item's file may not be replaced, although others in its folder may.
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
