package import ICalendar
package import SystemIO

/// A failed file operation, with the file, the action, and the system's reason.
package struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Action: String, Sendable {
        case read
        case listed
        case examined = "accessed"
        /// Creating, writing, or syncing a file.
        case written
        /// Renaming a file or exchanging it with another file.
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

    /// Creates a failure from a system error number, such as `ENOSPC`.
    package init(_ action: Action, _ path: CalendarPath, number: Int32) {
        self.init(action, path, PlatformError(number: number))
    }

    /// A description such as `PATH: cannot be written: No space left on device`.
    package var description: String { "\(path): cannot be \(action.rawValue): \(error)" }
}
