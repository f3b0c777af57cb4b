// swift-tools-version: 6.2
import PackageDescription

// On Apple platforms, this product is the system framework.
let eventKit = Target.Dependency.product(name: "EventKit", package: "swift-icalendar")

let package = Package(
    name: "eventkit-examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In your own program, use the path of your clone.
        .package(name: "swift-icalendar", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(name: "DropInLesson", dependencies: [eventKit]),
        .executableTarget(name: "RepeatingLessons", dependencies: [eventKit]),
        .executableTarget(name: "MonthlyEvents", dependencies: [eventKit]),
        .executableTarget(name: "CalendarService", dependencies: [eventKit]),
    ],
    // Apple's classes are not Sendable, so programs that pass them to tasks use Swift 5 mode.
    swiftLanguageModes: [.v5]
)
