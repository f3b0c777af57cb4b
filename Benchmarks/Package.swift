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

let package = Package(
    name: "swift-icalendar-benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        // The name is given because a clone's folder may be called anything.
        .package(name: "swift-icalendar", path: "..", traits: []),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "CorpusGenerator", swiftSettings: strict),
        .executableTarget(
            name: "generate-corpus",
            dependencies: ["CorpusGenerator"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ExpansionBenchmarks",
            dependencies: [
                "CorpusGenerator",
                .product(name: "ICalendar", package: "swift-icalendar"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/ExpansionBenchmarks",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
    ]
)
