package import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

private var environment: [String: String] { ProcessInfo.processInfo.environment }

/// The extent of this test run.
package enum TestRun {
    /// Whether `make test-all` is running, which tries more random inputs than `make test`.
    package static var isComplete: Bool { environment["ICALENDAR_TESTS"] == "all" }
}

extension Trait where Self == ConditionTrait {

    /// Runs a slow test only under `make test-all`.
    package static var long: Self {
        .enabled(if: TestRun.isComplete, "long; make test-all runs it")
    }

    /// Skips a test that limits a program's address space, because sanitizers reserve terabytes.
    package static var limitsAddresses: Self {
        .disabled(
            if: environment["ICALENDAR_SANITIZER"] != nil,
            "sanitizers reserve terabytes of addresses, which cannot be limited"
        )
    }

    /// Skips a test that limits file sizes, because the limit would apply to a file that ThreadSanitizer
    /// writes.
    package static var limitsFileSizes: Self {
        .disabled(
            if: environment["ICALENDAR_SANITIZER"] == "thread",
            "ThreadSanitizer writes a file, whose size would be limited, too"
        )
    }

    /// Skips a test that uses Python for comparison if Python is missing.
    package static var needsPython: Self {
        .enabled(
            if: (environment["PATH"] ?? "").split(separator: ":").contains {
                FileManager.default.isExecutableFile(atPath: "\($0)/python3")
            },
            "python3 is not installed"
        )
    }

    /// Skips a test that needs a full disk if the system has no device that is always full.
    package static var needsFullDevice: Self {
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full")
    }
}
