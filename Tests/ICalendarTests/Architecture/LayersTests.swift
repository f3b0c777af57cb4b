import Foundation
import Testing

/// The order of the house: who may name whom, how many share a room, how far a type is spread, how much is public.
@Suite struct LayersTests {
    private static let map = Result { try SourceMap(HouseTests.root.appending(path: "Sources")) }

    /// The folders in the order in which data flows, from what uses nothing to the programs; rooms stand inside them.
    ///
    /// ARCHITECTURE.md says what each is for.
    private static let order = [
        "SystemIO", "ICalendarCore/Model", "ICalendarCore/System", "ICalendarCore/Values",
        "ICalendarCore/Rules",
        "ICalendarCore/Zones", "ICalendarCore/Grammar", "ICalendarCore/Libical", "ICalendarCore/Views",
        "ICalendarCore/Reading", "ICalendarCore/Series", "ICalendarCore/Expansion", "ICalendarCore/Indexing",
        "ICalendarCore/Writing", "ICalendarFoundation", "ICalendarExplaining/Wording", "ICalendarExplaining",
        "ICalendarExchange",
        "ICalendarChecking", "ICalendarIsolation", "ICalendarPlanning", "ICalendar", "ICalendarLibical",
        "ICalendarStore/Model", "ICalendarStore/System", "ICalendarStore/Layout", "ICalendarStore/Committing",
        "ICalendarStore/Editing", "ICalendarStore/Items", "ICalendarStore/Querying", "ICalendarStore/Access",
        "ICalendarStore/Changes", "ICalendarStore/Store",
        "ICalendarRecords", "ICSConsole", "ICSExpand", "ICSStore", "Examples",
    ]

    /// The place of a folder in the order; nil for one that the order does not know.
    private func rank(_ path: String) -> Int? {
        Self.order.firstIndex { path.hasPrefix($0 + "/") }
    }

    @Test func `every file has a place in the order`() throws {
        #expect(try Self.map.get().files.filter { rank($0.path) == nil }.map(\.path) == [])
    }

    @Test func `a folder names only what stands below it`() throws {
        // Of two targets the compiler knows which may name the other.
        let arrows = try Self.map.get().arrows.filter { arrow in
            arrow.from.prefix { $0 != "/" } == arrow.to.prefix { $0 != "/" }
        }
        #expect(arrows.count > 1000)
        let up = arrows.filter { (rank($0.to) ?? 0) > (rank($0.from) ?? 0) }
        #expect(up.map(\.description).sorted() == [])
    }

    @Test func `no folders name each other in a circle`() throws {
        let circles = try Self.map.get().circlesOfFolders.map { $0.sorted() }
        #expect(circles == [])
    }

    @Test func `a room holds twenty-five files at most`() throws {
        let rooms = Dictionary(grouping: try Self.map.get().files, by: \.folder)
        #expect(rooms.filter { $0.value.count > 25 }.map { "\($0.key): \($0.value.count)" }.sorted() == [])
    }

    /// Types that are still spread over more than three files, or five hundred lines: the number of files may only shrink,
    /// and a type that fits leaves the list.
    private static let spread = [
        "ICSStore.EventFields": 3,
        "ICalendarCore.CalendarReader": 3,
        "ICalendarCore.Component": 3,
        "ICalendarCore.LineScanner": 2,
        "ICalendarCore.OccurrenceIndex": 3,
        "ICalendarCore.RecurrenceRule": 3,
        "ICalendarExplaining.RuleSentence": 2,
        "ICalendarRecords.EventRecords": 3,
        "ICalendarStore.CalendarEvent": 3,
        "ICalendarStore.EventStore": 8,
        "ICalendarStore.JournalSteps": 3,
        "ICalendarStore.SeriesChange": 3,
        "ICalendarStore.StoredItem": 3,
    ]

    @Test func `a type is in three files at most, of five hundred lines together`() throws {
        var found: [String: (files: Int, lines: Int)] = [:]
        for file in try Self.map.get().files where file.type.first?.isUppercase == true {
            let module = file.path.prefix { $0 != "/" }
            found["\(module).\(file.type)", default: (0, 0)].files += 1
            found["\(module).\(file.type)"]?.lines += file.lines
        }
        let large = found.filter { $0.value.files > 3 || $0.value.lines > 500 }.mapValues(\.files)
        #expect(large == Self.spread)
    }

    /// How many public symbols a library may have; more is a decision, and changes this.
    @Test(arguments: [
        ("ICalendar", 1128), ("ICalendarLibical", 40), ("ICalendarStore", 274), ("ICalendarRecords", 72),
    ])
    func `what is public stays within its budget`(library: String, most: Int) throws {
        // ICalendar hands on what the modules behind it have.
        let others = ["ICalendarLibical/", "ICalendarStore/", "ICalendarRecords/"].filter {
            $0 != library + "/"
        }
        let files = try Self.map.get().files.filter { file in
            file.path.hasPrefix(library) && !others.contains { file.path.hasPrefix($0) }
        }
        let symbols = files.reduce(0) { $0 + $1.publicSymbols }
        #expect(symbols > 0 && symbols <= most, "\(library) has \(symbols)")
    }
}
