// swift-tools-version: 6.2
import PackageDescription

// On Apple's systems, this product is the system's framework.
let eventKit = Target.Dependency.product(name: "EventKit", package: "swift-icalendar")

let package = Package(
    name: "eventkit-examples",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In a program of your own, this is the path of your clone.
        .package(name: "swift-icalendar", path: "../..", traits: [])
    ],
    targets: [
        .executableTarget(name: "DropInLesson", dependencies: [eventKit]),
        .executableTarget(name: "RepeatingLessons", dependencies: [eventKit]),
        .executableTarget(name: "MonthlyEvents", dependencies: [eventKit]),
        .executableTarget(name: "CalendarService", dependencies: [eventKit]),
    ],
    // Apple's classes are not Sendable, so programs that pass them to tasks use this mode.
    swiftLanguageModes: [.v5]
)
