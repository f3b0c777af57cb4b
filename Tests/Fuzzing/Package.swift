// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

let library: Target.Dependency = .product(name: "ICalendar", package: "swift-icalendar")
let protocols: Target.Dependency = .product(name: "CalDAV", package: "swift-icalendar")

// A separate package, so users of the library neither resolve nor build it.
let package = Package(
    name: "swift-icalendar-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        // The explicit name works in a clone with any folder name.
        .package(name: "swift-icalendar", path: "../..", traits: [])
    ],
    targets: [
        // Generates calendars from bytes, and broken calendars from nearly valid ones.
        .target(name: "Hostile", swiftSettings: strict),
        .executableTarget(
            name: "fuzz",
            dependencies: ["Hostile", library, protocols],
            path: "Sources/Fuzz",
            swiftSettings: strict,
            // gold cannot link the libFuzzer and AddressSanitizer runtimes.
            linkerSettings: [.unsafeFlags(["-use-ld=lld"], .when(platforms: [.linux]))]
        ),
        .executableTarget(
            name: "sweep",
            dependencies: ["Hostile", library],
            path: "Sources/Sweep",
            swiftSettings: strict
        ),
    ]
)
