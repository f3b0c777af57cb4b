package import ICalendar

/// What the operating system refused: which file, what was to be done with it, and why.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was to be done with a file.
    package enum Action: String, Sendable {
        /// Its content was to be read.
        case read
        /// The names in it were to be listed.
        case listed
        /// Its size and times were to be looked up.
        case examined = "looked at"
        /// It was to be made, filled, or brought to the disk.
        case written
        /// It was to be given another name, or to be exchanged with another.
        case renamed
        /// It was to be taken away.
        case removed
        /// It was to be locked.
        case locked
    }

    /// What was to be done.
    package let action: Action
    /// With which file or folder.
    package let path: CalendarPath
    /// What the system said.
    package let error: PlatformError

    /// A failure with all its parts.
    package init(_ action: Action, _ path: CalendarPath, _ error: PlatformError) {
        self.action = action
        self.path = path
        self.error = error
    }

    /// A failure with the system's number for it, such as `ENOSPC`.
    package init(_ action: Action, _ path: CalendarPath, number: Int32) {
        self.init(action, path, PlatformError(number: number))
    }

    /// `PATH: cannot be written: No space left on device`.
    package var description: String { "\(path): cannot be \(action.rawValue): \(error)" }
}
