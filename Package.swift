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

let dependencies: [Package.Dependency] = [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    // Resolved with the trait Records only.
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    // Resolved with the trait Templates only.
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
]

// Programs are not linked with libical: LibicalLoader loads it when it is first called. pkg-config names its headers.
#if os(macOS)
    let pkgConfig: String? = "libical"
#else
    let pkgConfig: String? = nil
#endif

let libical: Target.Dependency = .target(name: "CLibical", condition: .when(traits: ["Libical"]))

// Apple's systems have an EventKit of their own, which the product re-exports there.
#if os(Linux)
    let eventKit = "EventKit"
    // The programs of Examples/EventKit, which the tests start.
    let eventKitExamples = [
        "drop-in-lesson": "DropInLesson", "repeating-lessons": "RepeatingLessons",
        "monthly-events": "MonthlyEvents", "calendar-service": "CalendarService",
    ]
    var eventKitTargets: [Target] = [
        .target(
            name: eventKit,
            dependencies: ["ICalendar", "ICalendarStore", "SystemIO"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "EventKitTests",
            dependencies: ["EventKit", "ICalendar", "ICalendarStore", "SystemIO"]
                + eventKitExamples.keys.sorted().map { .target(name: "eventkit-\($0)") },
            exclude: ["surface.txt", "README.md"],
            // As programs for Apple's systems are compiled.
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
        ),
    ]
    for (name, folder) in eventKitExamples.sorted(by: <) {
        eventKitTargets.append(
            .executableTarget(
                name: "eventkit-\(name)",
                dependencies: ["EventKit"],
                path: "Examples/EventKit/Sources/\(folder)",
                swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]
            )
        )
    }
#else
    let eventKit = "EventKitOfSystem"
    let eventKitTargets: [Target] = [.target(name: eventKit, swiftSettings: strict)]
#endif

let package = Package(
    name: "swift-icalendar",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ICalendar", targets: ["ICalendar"]),
        .library(name: "ICalendarLibical", targets: ["ICalendarLibical"]),
        .library(name: "ICalendarStore", targets: ["ICalendarStore"]),
        .library(name: "ICalendarRecords", targets: ["ICalendarRecords"]),
        .library(name: "CalDAV", targets: ["CalDAV"]),
        .library(name: "ICalendarNetwork", targets: ["ICalendarNetwork"]),
        .library(name: "ICalendarSync", targets: ["ICalendarSync"]),
        .library(name: "ICalendarUI", targets: ["ICalendarUI"]),
        .library(name: "EventKit", targets: [eventKit]),
        .library(name: "ICSWeb", targets: ["ICSWeb"]),
        .executable(name: "ics-expand", targets: ["ics-expand"]),
        .executable(name: "ics-store", targets: ["ics-store"]),
    ],
    traits: [
        .default(enabledTraits: ["CommandLine", "Libical"]),
        .trait(
            name: "CommandLine",
            description: "The programs ics-expand and ics-store, which need swift-argument-parser."
        ),
        .trait(
            name: "Libical",
            description:
                "libical as a second engine (ICalendarLibical), and the ISLAMIC scales of RSCALE, which ask it."
        ),
        .trait(
            name: "Records",
            description:
                "The library ICalendarRecords, which needs GRDB and SQLite; without it the library is empty."
        ),
        .trait(
            name: "Network",
            description:
                "The library ICalendarNetwork, which needs libcurl; without it the library is empty."
        ),
        .trait(
            name: "Templates",
            description: "Pages by one's own template in ics-store, which need swift-mustache."
        ),
    ],
    dependencies: dependencies,
    targets: [
        .systemLibrary(
            name: "CLibical",
            pkgConfig: pkgConfig,
            providers: [.apt(["libical-dev"]), .brew(["libical"])]
        ),
        // Also fails once where libical's headers are missing; without it, hundreds of Swift files fail.
        .target(
            name: "LibicalLoader",
            dependencies: [libical],
            cSettings: [.define("LIBICAL", .when(traits: ["Libical"]))]
        ),
        // What concerns the operating system alone.
        .target(
            name: "SystemIO",
            swiftSettings: strict
        ),
        // Foundation, or the part of it that needs no data about languages.
        .target(name: "EssentialFoundation", swiftSettings: strict),
        // Bytes to occurrences and back: one module, as what it does a million times crosses its folders.
        .target(
            name: "ICalendarCore",
            dependencies: [
                "EssentialFoundation", libical, "LibicalLoader", "SystemIO",
                .product(name: "HeapModule", package: "swift-collections"),
            ],
            swiftSettings: strict
        ),
        // What is built upon it, each a module of its own.
        .target(name: "ICalendarExplaining", dependencies: ["ICalendarCore"], swiftSettings: strict),
        .target(
            name: "ICalendarExchange",
            dependencies: ["EssentialFoundation", "ICalendarCore"],
            swiftSettings: strict
        ),
        .target(name: "ICalendarChecking", dependencies: ["ICalendarCore"], swiftSettings: strict),
        .target(
            name: "ICalendarFoundation",
            dependencies: ["EssentialFoundation", "ICalendarCore"],
            swiftSettings: strict
        ),
        .target(
            name: "ICalendarIsolation",
            dependencies: ["ICalendarCore", "ICalendarExchange", "SystemIO"],
            swiftSettings: strict
        ),
        .target(
            name: "ICalendarReports",
            dependencies: [
                "EssentialFoundation", "ICalendarCore", "ICalendarExchange", "ICalendarChecking",
            ],
            swiftSettings: strict
        ),
        // What a program imports: all of the above.
        .target(
            name: "ICalendar",
            dependencies: [
                "ICalendarCore", "ICalendarExplaining", "ICalendarExchange", "ICalendarChecking",
                "ICalendarFoundation", "ICalendarIsolation", "ICalendarReports",
            ],
            swiftSettings: strict
        ),
        // libical's parser behind the same values.
        .target(
            name: "ICalendarLibical",
            dependencies: [libical, "ICalendarCore", "ICalendarExchange"],
            swiftSettings: strict
        ),
        .target(
            name: "ICalendarStore",
            dependencies: ["EssentialFoundation", "ICalendar", "SystemIO"],
            swiftSettings: strict
        ),
        .target(
            name: "ICalendarRecords",
            dependencies: [
                "EssentialFoundation",
                "ICalendar",
                "ICalendarStore",
                "SystemIO",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Records"])),
            ],
            swiftSettings: strict
        ),
        // The protocol of calendar servers, without a network.
        .target(name: "CalDAV", swiftSettings: strict),
        // libcurl, which is loaded when it is first called.
        .target(name: "CCurl", cSettings: [.define("NETWORK", .when(traits: ["Network"]))]),
        // The connection to calendar servers.
        .target(
            name: "ICalendarNetwork",
            dependencies: [
                "CalDAV", "SystemIO", .target(name: "CCurl", condition: .when(traits: ["Network"])),
            ],
            swiftSettings: strict
        ),
        // A store and calendar servers kept in step.
        .target(
            name: "ICalendarSync",
            dependencies: ["ICalendar", "ICalendarStore", "CalDAV", "SystemIO"],
            swiftSettings: strict
        ),
        // Events by day, and their pictures in a terminal.
        .target(name: "ICSViews", dependencies: ["ICalendar"], swiftSettings: strict),
        // The same as files for other programs: HTML, SVG, Markdown and CSV.
        .target(name: "ICSPages", dependencies: ["ICalendar", "ICSViews"], swiftSettings: strict),
        // Pages by templates: a target of its own, as the engine brings all of Foundation.
        .target(
            name: "ICSTemplates",
            dependencies: [
                "ICalendar", "ICSViews", "ICSPages",
                .product(
                    name: "Mustache",
                    package: "swift-mustache",
                    condition: .when(traits: ["Templates"])
                ),
            ],
            swiftSettings: strict
        ),
        // The times and events that people type, without a clock.
        .target(name: "ICSPhrases", dependencies: ["ICalendar"], swiftSettings: strict),
        // The handling of arguments, rows and text that both programs share.
        .target(
            name: "ICSConsole",
            dependencies: [
                "ICalendar",
                "ICSViews",
                "ICSPages",
                "ICSPhrases",
                "SystemIO",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLine"])
                ),
            ],
            swiftSettings: strict
        ),
        // Stored items as programs show, edit and import them.
        .target(
            name: "ICSItems",
            dependencies: ["ICalendar", "ICalendarStore", "ICSConsole", "ICSViews"],
            swiftSettings: strict
        ),
        // Pages that a program asks for: it starts ics-web, and learns the user's action.
        .target(
            name: "ICalendarUI",
            dependencies: ["ICalendar", "ICalendarStore", "SystemIO"],
            swiftSettings: strict
        ),
        // The pages of a calendar in a browser: a request becomes an answer, without a network.
        .target(
            name: "ICSWeb",
            dependencies: [
                "ICalendar", "ICalendarStore", "ICalendarUI", "ICSViews", "ICSPages", "ICSConsole",
                "ICSItems",
                "SystemIO",
            ],
            resources: [.embedInCode("Assets")],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ics-expand",
            dependencies: [
                "EssentialFoundation",
                "ICalendar",
                "ICalendarLibical",
                "ICSConsole",
                "ICSViews",
                "SystemIO",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLine"])
                ),
            ],
            path: "Sources/ICSExpand",
            exclude: ["ics-expand.1"],
            swiftSettings: strict
        ),
        .executableTarget(
            name: "ics-store",
            dependencies: [
                "EssentialFoundation",
                "ICalendar",
                "ICalendarStore",
                "ICalendarRecords",
                "CalDAV",
                "ICalendarNetwork",
                "ICalendarSync",
                "ICSConsole",
                "ICSItems",
                "ICSViews",
                "ICSPages",
                "ICSTemplates",
                "ICSPhrases",
                "SystemIO",
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["CommandLine"])
                ),
            ],
            path: "Sources/ICSStore",
            exclude: ["ics-store.1"],
            swiftSettings: strict
        ),
        // How to begin: each a program of one file.
        .executableTarget(
            name: "drop-in-lesson",
            dependencies: ["ICalendar"],
            path: "Sources/Examples/DropInLesson",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "repeating-lessons",
            dependencies: ["ICalendar", "ICalendarStore"],
            path: "Sources/Examples/RepeatingLessons",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "monthly-events",
            dependencies: ["ICalendar", "ICalendarStore"],
            path: "Sources/Examples/MonthlyEvents",
            swiftSettings: strict
        ),
        .executableTarget(
            name: "drop-in-page",
            dependencies: ["ICalendar", "ICalendarUI"],
            path: "Sources/Examples/DropInPage",
            swiftSettings: strict
        ),
        .target(name: "TestTraits", path: "Tests/TestTraits", swiftSettings: strict),
        .testTarget(
            name: "ICalendarTests",
            dependencies: [
                "TestTraits", "ICalendar", "ICalendarCore", "ICalendarExchange", "ICalendarChecking",
                "ICalendarExplaining",
                "ICalendarIsolation", "ICalendarReports", "ICalendarLibical", libical, "SystemIO",
            ],
            swiftSettings: strict,
            // The oracle calls more functions than the package.
            linkerSettings: [.linkedLibrary("ical", .when(traits: ["Libical"]))]
        ),
        // What the tests of the store start as another process, and kill.
        .executableTarget(
            name: "store-process",
            dependencies: ["ICalendar", "ICalendarStore", "ICalendarUI", "SystemIO"],
            path: "Tests/StoreProcess",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICalendarStoreTests",
            dependencies: [
                "TestTraits", "ICalendar", "ICalendarCore", "ICalendarStore", "SystemIO", "store-process",
            ],
            swiftSettings: strict
        ),
        // What the tests of records start as another process, and kill.
        .executableTarget(
            name: "records-process",
            dependencies: ["ICalendarStore", "ICalendarRecords", "SystemIO"],
            path: "Tests/RecordsProcess",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICalendarRecordsTests",
            dependencies: [
                "TestTraits", "ICalendar", "ICalendarStore", "ICalendarRecords", "records-process",
                .product(name: "GRDB", package: "GRDB.swift", condition: .when(traits: ["Records"])),
            ],
            swiftSettings: strict
        ),
        .testTarget(name: "CalDAVTests", dependencies: ["TestTraits", "CalDAV"], swiftSettings: strict),
        .testTarget(
            name: "ICalendarNetworkTests",
            dependencies: ["TestTraits", "CalDAV", "ICalendarNetwork", "SystemIO"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICalendarSyncTests",
            dependencies: [
                "TestTraits", "ICalendar", "ICalendarStore", "CalDAV", "ICalendarSync", "SystemIO",
            ],
            swiftSettings: strict
        ),
        // What `make complexity` counts the instructions of.
        .executableTarget(
            name: "merge-versions",
            dependencies: ["ICalendarSync"],
            path: "Tests/MergeVersions",
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSPagesTests",
            dependencies: ["TestTraits", "ICalendar", "ICSViews", "ICSPages", "CalDAV"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICalendarUITests",
            dependencies: ["ICalendar", "ICalendarStore", "ICalendarUI"],
            exclude: ["fake-ics-web"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSWebTests",
            dependencies: ["ICalendar", "ICalendarStore", "ICalendarUI", "ICSItems", "ICSWeb"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSTemplatesTests",
            dependencies: ["ICalendar", "ICSViews", "ICSPages", "ICSTemplates"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSViewsTests",
            dependencies: ["ICalendar", "ICSViews"],
            exclude: ["Pictures"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSPhrasesTests",
            dependencies: ["ICalendar", "ICSPhrases"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSExpandTests",
            dependencies: ["TestTraits", "ICalendar", "ICSConsole", "SystemIO", "ics-expand"],
            swiftSettings: strict
        ),
        .testTarget(
            name: "ICSStoreTests",
            dependencies: [
                "TestTraits", "ICalendar", "ICalendarStore", "ICSItems", "SystemIO", "ics-store",
                "drop-in-lesson",
                "repeating-lessons", "monthly-events",
            ],
            swiftSettings: strict
        ),
    ] + eventKitTargets
)
