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

// On Apple platforms, the product is the system framework, which does not use this package's store.
#if os(Linux)
    let eventKitTargets: [Target] = [
        .executableTarget(
            name: "eventkit-speed",
            dependencies: [
                .product(name: "EventKit", package: "swift-icalendar"),
                .product(name: "ICalendar", package: "swift-icalendar"),
                .product(name: "ICalendarStore", package: "swift-icalendar"),
            ],
            swiftSettings: strict
        )
    ]
#else
    let eventKitTargets: [Target] = []
#endif

let package = Package(
    name: "swift-icalendar-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // Specify the name, since the folder of the clone can have any name.
        .package(name: "swift-icalendar", path: "..", traits: ["Libical"]),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "CorpusGenerator", swiftSettings: strict),
        .executableTarget(
            name: "generate-corpus",
            dependencies: ["CorpusGenerator"],
            swiftSettings: strict
        ),
        .target(
            name: "RuleCases",
            dependencies: [.product(name: "ICalendar", package: "swift-icalendar")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "rule-speed",
            dependencies: ["RuleCases", .product(name: "ICalendar", package: "swift-icalendar")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "index-speed",
            dependencies: ["CorpusGenerator", .product(name: "ICalendar", package: "swift-icalendar")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "store-speed",
            dependencies: [
                .product(name: "ICalendar", package: "swift-icalendar"),
                .product(name: "ICalendarStore", package: "swift-icalendar"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "read-calendar",
            dependencies: [
                .product(name: "ICalendar", package: "swift-icalendar"),
                .product(name: "ICalendarLibical", package: "swift-icalendar"),
            ],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "convert-calendar",
            dependencies: [.product(name: "ICalendar", package: "swift-icalendar")],
            swiftSettings: strict
        ),
        // A peer for comparison, which uses no code from this project.
        .executableTarget(name: "foundation-rules", swiftSettings: strict),
        measured("Reading", with: "CorpusGenerator"),
        measured("Expansion", with: "CorpusGenerator"),
        measured("Seeking", with: "RuleCases"),
    ] + eventKitTargets
)

/// A target of `swift package benchmark`.
func measured(_ name: String, with library: Target.Dependency) -> Target {
    .executableTarget(
        name: "\(name)Benchmarks",
        dependencies: [
            library,
            .product(name: "ICalendar", package: "swift-icalendar"),
            .product(name: "Benchmark", package: "benchmark"),
        ],
        path: "Benchmarks/\(name)Benchmarks",
        plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
}
