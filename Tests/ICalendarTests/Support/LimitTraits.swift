import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Trait where Self == ConditionTrait {
    /// Leaves a test that takes long to `make test-all`.
    static var long: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_TESTS"] == "all",
            "long; make test-all runs it"
        )
    }
}
