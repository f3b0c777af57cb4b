import ICalendar
import Logging

extension Logger {
    /// Logs what was skipped, repaired or guessed in a calendar.
    ///
    /// These are mistakes of the sender, not of the server, so none is logged as an error.
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
