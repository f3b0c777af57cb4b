import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For a test that limits the size of files, of which ThreadSanitizer keeps one.
    static var limitsFileSizes: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer keeps what it knows in a file, which may not grow then either"
        )
    }
}
