package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Trait where Self == ConditionTrait {
    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    /// Leaves a test that takes long to `make test-all`.
    package static var long: Self {
        .enabled(if: environment["ICALENDAR_TESTS"] == "all", "long; make test-all runs it")
    }

    /// Skips a test that limits a program's address space, because sanitizers reserve terabytes of it.
    package static var limitsAddresses: Self {
        .disabled(
            if: environment["ICALENDAR_SANITIZER"] != nil,
            "sanitizers reserve terabytes of addresses, which cannot be limited"
        )
    }

    /// Skips a test that limits the size of files, which would also limit a file that ThreadSanitizer writes.
    package static var limitsFileSizes: Self {
        .disabled(
            if: environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer writes a file, whose size would be limited, too"
        )
    }

    /// Skips a test of a full disk where the system has no device that is always full.
    package static var needsFullDevice: Self {
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full")
    }
}
