import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves a test that takes long to `make test-all`.
    static var long: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_TESTS"] == "all",
            "long; make test-all runs it"
        )
    }

    /// Skips a test that limits the size of files, which conflicts with a file that ThreadSanitizer keeps.
    static var limitsFileSizes: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer keeps what it knows in a file, which may not grow then either"
        )
    }
}
