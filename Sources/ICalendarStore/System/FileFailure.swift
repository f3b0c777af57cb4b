package import ICalendar
package import SystemIO

/// What the operating system refused: which file, what was to be done with it, and why.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Action: String, Sendable {
        case read
        case listed
        case examined = "looked at"
        /// It was to be made, filled, or brought to the disk.
        case written
        /// It was to be given another name, or to be exchanged with another.
        case renamed
        case removed
        case locked
    }

    package let action: Action
    package let path: CalendarPath
    package let error: PlatformError

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
