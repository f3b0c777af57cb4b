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

    /// Skips a test that limits a program's address space, of which a sanitizer takes terabytes.
    static var limitsAddresses: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] != nil,
            "a program under a sanitizer takes terabytes of addresses, so that they are not limited"
        )
    }

    /// Skips a test that limits the size of files, which conflicts with a file that ThreadSanitizer keeps.
    static var limitsFileSizes: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer keeps what it knows in a file, which may not grow then either"
        )
    }

    /// Skips a test of a full disk where the system has no device that is always full.
    static var needsFullDevice: Self {
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full")
    }
}
