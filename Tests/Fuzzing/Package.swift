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

// A package of its own, so that who uses the library neither resolves nor builds it.
let package = Package(
    name: "swift-icalendar-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [
        // The name is given because a clone's folder may be called anything.
        .package(name: "swift-icalendar", path: "../..", traits: [])
    ],
    targets: [
        // Bytes become calendars, and near-valid calendars become broken ones.
        .target(name: "Hostile", swiftSettings: strict),
        .executableTarget(
            name: "fuzz",
            dependencies: ["Hostile", library],
            path: "Sources/Fuzz",
            swiftSettings: strict,
            // gold cannot link what libFuzzer and AddressSanitizer bring.
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
