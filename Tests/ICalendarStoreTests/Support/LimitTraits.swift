import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips a test that limits the size of files, which conflicts with a file that ThreadSanitizer keeps.
    static var limitsFileSizes: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer keeps what it knows in a file, which may not grow then either"
        )
    }
}
