public import CalDAV
import ICalendarStore

/// The reason a calendar or an account could not be synchronized.
///
/// ```swift
/// print(SyncFailure.busy)  // another program is synchronizing this calendar
/// ```
public enum SyncFailure: Error, Sendable, CustomStringConvertible {
    /// The server could not be reached, or its response was truncated: `.transport(failure)`.
    case transport(TransportFailure)
    /// The server refused a request; the text states the request's purpose:
    /// `.refused(refusal, "listing the calendar")`.
    case refused(DAVRefusal, String)
    /// A response could not be read, with a description: `.answer("the response is a web page")`.
    case answer(String)
    /// The calendar no longer exists on the server: `.calendarGone`.
    case calendarGone
    /// The calendar's folder does not exist: `.folderMissing`.
    case folderMissing
    /// A file could not be read or written, with a description: `.local("…: cannot be written: No space left on
    /// device")`.
    case local(String)
    /// Another program is already synchronizing the calendar: `.busy`.
    case busy

    /// The failure as one line: `SyncFailure.calendarGone.description`.
    public var description: String {
        switch self {
        case .transport(let failure): failure.description
        case .refused(let refusal, let purpose): "\(purpose): \(refusal)"
        case .answer(let words): words
        case .calendarGone: "the calendar no longer exists on the server"
        case .folderMissing: "the folder of the calendar does not exist"
        case .local(let words): words
        case .busy: "another program is synchronizing this calendar"
        }
    }

    /// Whether a retry may succeed later without action by the user: `failure.isTransient`.
    public var isTransient: Bool {
        switch self {
        case .transport(let failure): failure.kind.isTransient
        case .refused(let refusal, _): refusal.remedy == .wait
        case .busy: true
        case .answer, .calendarGone, .folderMissing, .local: false
        }
    }

    /// Whether the user name or the password is wrong: `failure.isWrongPassword`.
    public var isWrongPassword: Bool {
        if case .refused(let refusal, _) = self { return refusal.remedy == .authenticate }
        return false
    }

    /// Whether the failure is due to the server or the password rather than a single calendar.
    var isOfServer: Bool {
        if case .transport = self { return true }
        return isWrongPassword
    }

    /// Converts an error to a failure.
    init(_ error: any Error) {
        switch error {
        case let failure as SyncFailure: self = failure
        case let failure as FileFailure where failure.action == .locked: self = .busy
        case let failure as FileFailure: self = .local(failure.description)
        default: self = .local("\(error)")
        }
    }

    /// Runs a closure and converts its errors.
    static func caught<Result>(_ body: () throws -> Result) throws(SyncFailure) -> Result {
        do { return try body() } catch { throw SyncFailure(error) }
    }
}
