package import ICalendar
import SystemIO

extension Instant {
    /// The current time: the value of the environment variable `ICS_NOW` if it is set, otherwise the system time.
    ///
    /// Scripts and tests use the variable to fix the current time. Programs call ``StandardError/requirePresent()``
    /// first, since an invalid value is a usage error.
    package static var present: Instant { (try? Present.fixed()) ?? .now }
}

/// The current time specified in the environment.
enum Present {
    static let variable = "ICS_NOW"

    /// Returns the specified time, or nil if the variable is unset or empty.
    static func fixed() throws(PresentError) -> Instant? {
        guard let text = SystemCalls.environment(variable), !text.isEmpty else { return nil }
        guard case .instant(let instant) = try? TimeArgument(parsing: text) else {
            throw PresentError(text: text)
        }
        return instant
    }
}

/// The error for a value of `ICS_NOW` that is not an instant.
struct PresentError: Error, Hashable, CustomStringConvertible {
    let text: String

    var description: String {
        "\(Present.variable): '\(text)' is not an instant; use a form such as 2026-03-29T10:00:00+02:00"
    }
}

extension StandardError {
    /// Exits with the usage error status if `ICS_NOW` is not an instant.
    package func requirePresent() {
        do throws(PresentError) {
            _ = try Present.fixed()
        } catch {
            print("Error: \(error)")
            exit(EX_USAGE)
        }
    }
}
