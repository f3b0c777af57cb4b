import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// For a test that limits the addresses of a program, of which a sanitizer takes terabytes.
    static var limitsAddresses: Self {
        .disabled(
            if: ProcessInfo.processInfo.environment["ICALENDAR_SANITIZER"] != nil,
            "a program under a sanitizer takes terabytes of addresses, so that they are not limited"
        )
    }
}
