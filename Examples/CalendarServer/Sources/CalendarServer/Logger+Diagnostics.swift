import ICalendar
import Logging

extension Logger {
    /// Logs what was skipped, repaired or guessed in a calendar.
    ///
    /// These problems are the sender's rather than the server's, so they are not logged as errors.
    func report(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics {
            log(
                level: diagnostic.severity == .error ? .info : .debug,
                "\(diagnostic)",
                metadata: ["code": "\(diagnostic.code)"]
            )
        }
    }
}
