import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests the messages about files that a store cannot use.
struct DiagnosticsTests {
    private static func event(_ uid: String, _ more: String = "SUMMARY:A") -> String {
        "UID:\(uid)\nDTSTART:20260330T080000Z\n\(more)"
    }

    @Test func `a UID in several files is reported once per calendar, and never across calendars`() throws {
        let one = [Self.event("a"), Self.event("b")]
        let opened = try OpenedStore([
            "home/1.ics": one, "home/2.ics": [Self.event("a")], "home/3.ics": [Self.event("a")],
            "home/4.ics": [Self.event("c")], "work/1.ics": one,
        ])
        let found = try opened.store.diagnostics(for: .event)
        #expect(
            found.map(\.description) == [
                "\(opened.folder.path)/home/2.ics: warning: the UID \"a\" is also used in 1.ics and 1 more file; "
                    + "kept as separate items"
            ]
        )
        #expect(found.first?.code == .series)
        let work = try opened.calendar("work")
        #expect(try opened.store.diagnostics(for: .event, in: [work]) == [])
    }

    @Test func `new problems are reported immediately, and fixed ones disappear`() throws {
        let opened = try OpenedStore(["home/1.ics": [Self.event("a")]])
        let store = opened.store
        #expect(try store.diagnostics(for: .event).isEmpty)
        try opened.folder.write("home/2.ics", OpenedStore.calendar([Self.event("a")]))
        try opened.folder.write("home/3.ics", "junk")
        try store.refreshSourcesIfNecessary()
        #expect(try store.diagnostics(for: .event).map(\.code) == [.series, .framing])
        try opened.folder.write("home/2.ics", OpenedStore.calendar([Self.event("b")]))
        try opened.folder.write("home/3.ics", OpenedStore.calendar([Self.event("c")]))
        try store.refreshSourcesIfNecessary()
        #expect(try store.diagnostics(for: .event).isEmpty)
    }

    @Test func `unreadable objects in a calendar's folder are reported until they disappear`() throws {
        let opened = try OpenedStore(["home/1.ics": [Self.event("a")]])
        try FileManager.default.createSymbolicLink(
            atPath: opened.folder.path + "/home/2.ics",
            withDestinationPath: "/no/such/file"
        )
        let said =
            "\(opened.folder.path)/home/2.ics: warning: link target not found; skipped"
        for _ in 0..<2 {
            try opened.store.refreshSourcesIfNecessary()
            #expect(try opened.store.diagnostics(for: .event).map(\.description) == [said])
        }
        let folders: Set<[UInt8]> = [Array("work".utf8)]
        let reader = StoreReader(opened.folder.root, merging: ItemMerging())
        let later = try opened.store.known.refreshed(folders: folders, reader).snapshot
        #expect(later.diagnostics().map(\.description) == [said])
        #expect(try opened.store.diagnostics(for: .event, in: [try opened.calendar("work")]) == [])
    }

    @Test func `overrides in a series, and a reminder with an event's UID, are not duplicates`() throws {
        let todo =
            "BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VTODO\nUID:a\nSUMMARY:Todo\nEND:VTODO\nEND:VCALENDAR\n"
        let override = "RECURRENCE-ID:20260331T080000Z\nDTSTART:20260331T090000Z\nUID:a"
        let opened = try OpenedStore(
            ["home/1.ics": [Self.event("a", "RRULE:FREQ=DAILY;COUNT=3"), override]],
            files: ["home/2.ics": todo]
        )
        for type in EntityType.allCases { #expect(try opened.store.diagnostics(for: type).isEmpty) }
        // A series whose components are in two files counts as two items.
        try opened.folder.write("home/3.ics", OpenedStore.calendar([override]))
        try opened.store.refreshSourcesIfNecessary()
        #expect(try opened.store.diagnostics(for: .event).count { $0.code == .series } == 1)
        #expect(try opened.store.diagnostics(for: .reminder).isEmpty)
    }

    @Test func `diagnostics for one type of item do not mention files that contain only the other type`()
        throws
    {
        let start = "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\n"
        let opened = try OpenedStore(
            files: [
                "home/event.ics": start + "BEGIN:VEVENT\nUID:1\nEND:VEVENT\nEND:VCALENDAR\n",
                "home/todo.ics": start + "BEGIN:VTODO\nUID:2\nDUE:soon\nEND:VTODO\nEND:VCALENDAR\n",
                "home/none.ics": "junk",
            ]
        )
        func names(_ type: EntityType) throws -> [String] {
            try opened.store.diagnostics(for: type).compactMap { $0.file?.split(separator: "/").last }
                .map(String.init)
        }
        #expect(try names(.event) == ["event.ics", "none.ics"])
        #expect(try names(.reminder) == ["none.ics", "todo.ics"])
    }

    @Test func `diagnostics are limited, with a count of the rest`() throws {
        let folder = try StoreFolder("home")
        for number in 10..<20 { try folder.write("home/\(number).ics", "junk") }
        var options = EventStore.Options()
        options.access = .allow
        options.limits.diagnostics = 3
        let found = try EventStore(folder.root, files: SystemFiles(), options: options).diagnostics(
            for: .event
        )
        #expect(found.count == 4)
        #expect(
            found.last?.message
                == "limit reached: 3 diagnostics (ReadingLimits.diagnostics); 7 more not listed"
        )
    }

    @Test func `diagnostics require read access`() throws {
        let folder = try StoreFolder("home")
        try folder.write("home/1.ics", "junk")
        for type in EntityType.allCases {
            let error = #expect(throws: StoreError.self) {
                _ = try folder.open(.deny).diagnostics(for: type)
            }
            #expect(error?.code == .eventStoreNotAuthorized)
        }
    }

    @Test func `comparing two large files with the same UIDs takes time proportional to their size`()
        throws
    {
        func time(_ count: Int) throws -> Duration {
            let text = OpenedStore.calendar((0..<count).map { Self.event("u\($0)") })
            let opened = try OpenedStore(files: ["home/1.ics": text, "home/2.ics": text])
            return try processorTime {
                let found = try opened.store.diagnostics(for: .event)
                #expect(found.count == min(count, 1001))
            }
        }
        let (small, large) = (try time(500), try time(8000))
        // The file is sixteen times larger. A quadratic algorithm would take 256 times as long.
        #expect(large < .milliseconds(20) + small * 80, "\(small), \(large)")
    }
}
