// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
]

// This package is separate so that users of the libraries need not resolve the server's dependencies.
let package = Package(
    name: "ics-web",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "ics-web", targets: ["ics-web"])],
    dependencies: [
        .package(name: "swift-icalendar", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .executableTarget(
            name: "ics-web",
            dependencies: [
                .product(name: "ICalendar", package: "swift-icalendar"),
                .product(name: "ICalendarStore", package: "swift-icalendar"),
                .product(name: "ICSWeb", package: "swift-icalendar"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
            ],
            path: "Sources/ics-web",
            swiftSettings: strict
        )
    ]
)
