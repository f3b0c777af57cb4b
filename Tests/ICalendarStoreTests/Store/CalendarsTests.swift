import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore

struct CalendarsTests {
    private static func source(_ store: EventStore, _ identifier: String = "") throws -> EventSource {
        try #require(try store.sources.first { $0.sourceIdentifier == identifier })
    }

    @Test func `a new calendar gets its own folder, named after its title`() throws {
        let folder = try StoreFolder()
        let store = try folder.open(.allow)
        let source = try Self.source(store)
        for expected in ["pottery-kids", "pottery-kids-2", "pottery-kids-3"] {
            var calendar = EventCalendar(
                title: "Pottery & Kids!",
                color: CalendarColor("#c63"),
                source: source
            )
            #expect(calendar.isNew)
            try store.saveCalendar(&calendar)
            #expect(calendar.calendarIdentifier == expected)
            #expect(!calendar.isNew)
            #expect(calendar.title == "Pottery & Kids!")
            #expect(try store.calendar(withIdentifier: expected) == calendar)
            #expect(folder.text("\(expected)/displayname") == "Pottery & Kids!\n")
            #expect(folder.text("\(expected)/color") == "#CC6633\n")
        }
        #expect(folder.everything.count == 6)
        var event = try newEvent(in: try store.calendar(withIdentifier: "pottery-kids-2"))
        try store.save(&event, span: .thisEvent)
        #expect(try store.month() == ["Dentist"])
    }

    @Test(arguments: [
        ("Work", "work"), ("  ../../etc/passwd ", "etc-passwd"), ("", "calendar"), ("…", "calendar"),
        (".hidden", "hidden"), ("Café Über", "café-über"), ("a.ics", "a-ics"), ("日程", "日程"),
        ("x\0y\nz", "x-y-z"), ("-rf", "rf"), (String(repeating: "ab ", count: 60), nil),
    ])
    func `a folder gets a safe name, whatever the title is`(title: String, expected: String?) {
        let name = CalendarFolderName.forTitle(title, attempt: 0)
        if let expected { #expect(String(decoding: name, as: UTF8.self) == expected) }
        for attempt in [0, 1, 9999] {
            let name = CalendarFolderName.forTitle(title, attempt: attempt)
            #expect(FilePlace.isFolder(name) && name.count < 120)
            #expect(!name.contains(UInt8(ascii: "/")))
        }
    }

    @Test func `a new calendar is created in the given source`() throws {
        let folder = try StoreFolder("home/one")
        let other = try StoreFolder("far/one")
        let store = try folder.open(.allow)
        var calendar = EventCalendar(title: "Two", source: try Self.source(store, "home"))
        try store.saveCalendar(&calendar)
        #expect(calendar.calendarIdentifier == "home/two")
        #expect(folder.everything == ["home/two/displayname": "Two\n"])
        let foreign = try #require(try other.open(.allow).sources.first { $0.sourceIdentifier == "far" })
        var lost = EventCalendar(title: "Lost", source: foreign)
        let error = #expect(throws: StoreError.self) { try store.saveCalendar(&lost) }
        #expect(error?.code == .objectBelongsToDifferentStore)
        #expect(lost.isNew)
    }

    @Test func `saving a calendar writes only its changes`() throws {
        let folder = try StoreFolder("a")
        try folder.write("a/displayname", "Alpha")
        try folder.write("a/color", "#000000")
        let store = try folder.open(.allow)
        var calendar = try #require(try store.calendar(withIdentifier: "a"))
        // Another program renames the calendar in the meantime.
        try folder.write("a/displayname", "Beta")
        calendar.color = CalendarColor("#fff")
        try store.saveCalendar(&calendar)
        #expect(calendar.title == "Beta")
        #expect(folder.everything == ["a/displayname": "Beta", "a/color": "#FFFFFF\n"])
        calendar.title = " Two\nlines\u{7} "
        calendar.color = nil
        try store.saveCalendar(&calendar)
        #expect(calendar.title == "Two lines?")
        #expect(folder.everything == ["a/displayname": "Two lines?\n"])
        calendar.title = ""
        try store.saveCalendar(&calendar)
        #expect(calendar.title == "a")
        #expect(folder.everything.isEmpty)
    }

    @Test func `a calendar that only the system may change cannot be saved`() throws {
        let folder = try StoreFolder("a")
        try folder.writeEvent("holidays.ics")
        let store = try folder.open(.allow)
        var calendar = try #require(try store.calendar(withIdentifier: "holidays.ics"))
        #expect(calendar.isImmutable && calendar.isSubscribed)
        calendar.title = "Mine"
        for use in [{ try store.saveCalendar(&calendar) }, { try store.removeCalendar(calendar) }] {
            let error = #expect(throws: StoreError.self) { try use() }
            #expect(error?.code == .calendarIsImmutable)
        }
        var new = EventCalendar(title: "New", source: calendar.source)
        let error = #expect(throws: StoreError.self) { try store.saveCalendar(&new) }
        #expect(error?.code == .sourceDoesNotAllowCalendarAddDelete)
        #expect(folder.everything.keys.sorted() == ["holidays.ics"])
    }

    @Test func `removing a calendar removes everything in it, and removing it again is not an error`() throws
    {
        let folder = try StoreFolder("a", "b")
        try folder.writeEvent("a/x.ics")
        try folder.write("a/displayname", "A")
        let store = try folder.open(.allow)
        let calendar = try #require(try store.calendar(withIdentifier: "a"))
        #expect(try store.month() == ["Lunch"])
        try store.removeCalendar(calendar)
        #expect(try store.month() == [])
        #expect(try store.calendars(for: .event).map(\.title) == ["b"])
        #expect(folder.everything.isEmpty)
        try store.removeCalendar(calendar)
        var gone = calendar
        gone.title = "Again"
        let error = #expect(throws: StoreError.self) { try store.saveCalendar(&gone) }
        #expect(error?.code == .noCalendar)
        try folder.make(folder: "b/inner")
        try folder.writeEvent("b/inner/y.ics")
        try folder.writeEvent("b/x.ics")
        let again = try folder.open(.allow)
        let b = try #require(try again.calendar(withIdentifier: "b"))
        #expect(throws: StoreError.self) { try again.removeCalendar(b) }
        #expect(folder.everything.keys.sorted() == ["b/inner/y.ics", "b/x.ics"])
    }

    @Test func `changes to calendars take effect with a commit, and a reset discards them`() throws {
        let folder = try StoreFolder("a", "b", "c")
        let store = try folder.open(.allow)
        var a = try #require(try store.calendar(withIdentifier: "a"))
        let b = try #require(try store.calendar(withIdentifier: "b"))
        func change() throws {
            a.title = "Alpha"
            try store.saveCalendar(&a, commit: false)
            try store.removeCalendar(b, commit: false)
        }
        try change()
        #expect(try store.calendars(for: .event).map(\.title) == ["a", "b", "c"])
        try store.reset()
        try store.commit()
        #expect(try store.calendars(for: .event).map(\.title) == ["a", "b", "c"])
        try change()
        try store.commit()
        #expect(try store.calendars(for: .event).map(\.title) == ["Alpha", "c"])
    }

    @Test func `the default calendar is stored for each user, outside the calendars`() throws {
        let folder = try StoreFolder("a", "b", "c")
        try folder.write("holidays.ics", "")
        let state = try StoreFolder()
        let store = try folder.open(.allow, state: state)
        let other = try folder.open(.allow, as: "other", state: state)
        #expect(try store.defaultCalendarForNewEvents?.title == "a")
        let b = try store.calendar(withIdentifier: "b")
        let before = folder.everything
        try store.setDefaultCalendar(b, for: .event)
        #expect(try store.defaultCalendarForNewEvents == b)
        #expect(try store.defaultCalendarForNewReminders?.title == "a")
        #expect(try other.defaultCalendarForNewEvents == b)
        #expect(try folder.open(.allow, state: state).defaultCalendarForNewEvents == b)
        #expect(folder.everything == before)
        var event = try newEvent()
        try store.save(&event, span: .thisEvent)
        #expect(folder.everything.keys.filter { $0.hasPrefix("b/") }.count == 1)
        let readOnly = try #require(try store.calendar(withIdentifier: "holidays.ics"))
        let error = #expect(throws: StoreError.self) { try store.setDefaultCalendar(readOnly, for: .event) }
        #expect(error?.code == .calendarReadOnly)
        // An unreadable setting counts as missing.
        let name = try #require(state.everything.keys.first)
        try state.write(name, "{]")
        #expect(try store.defaultCalendarForNewEvents?.title == "a")
        try store.setDefaultCalendar(b, for: .reminder)
        #expect(try other.defaultCalendarForNewReminders == b)
        try store.setDefaultCalendar(nil, for: .reminder)
        #expect(try other.defaultCalendarForNewReminders?.title == "a")
        // A removed calendar cannot be the default.
        try store.setDefaultCalendar(b, for: .event)
        try store.removeCalendar(try #require(b))
        #expect(try store.defaultCalendarForNewEvents?.title == "a")
    }

    @Test func `Radicale's folder properties are read`() throws {
        let folder = try StoreFolder("nora/tasks", "nora/all", "nora/people", "nora/odd")
        try folder.write(
            "nora/tasks/.Radicale.props",
            ##"{"C:supported-calendar-component-set":"VTODO,VJOURNAL","D:displayname":"To do","ICAL:calendar-color":"#33aa55ff","tag":"VCALENDAR","x":{"y":1}}"##
        )
        try folder.write("nora/all/.Radicale.props", #"{"tag": "VCALENDAR"}"#)
        try folder.write("nora/people/.Radicale.props", #"{"tag": "VADDRESSBOOK"}"#)
        try folder.write("nora/odd/.Radicale.props", "{")
        let store = try folder.open(.allow)
        let reminders = try store.calendars(for: .reminder)
        #expect(reminders.map(\.title) == ["all", "odd", "To do"])
        #expect(reminders.last?.color?.description == "#33AA55")
        #expect(try store.calendars(for: .event).map(\.title) == ["all", "odd"])
        let tasks = reminders.last
        var event = try newEvent(in: tasks)
        let error = #expect(throws: StoreError.self) { try store.save(&event, span: .thisEvent) }
        #expect(error?.code == .calendarDoesNotAllowEvents)
        #expect(#expect(throws: StoreError.self) { try store.setDefaultCalendar(tasks, for: .event) } != nil)
    }

    @Test(.long, arguments: ["", "account"])
    func `opening the store deletes the remains of a calendar whose creation crashed`(outer: String) throws {
        var leftOver = 0
        var isFinished = false
        for place in 1..<200 where !isFinished {
            let folder = try StoreFolder("a", "account/b")
            try folder.writeEvent("account/b/x.ics")
            // An earlier write has created the lock.
            let first = try folder.open(.allow)
            var event = try newEvent()
            try first.save(&event, span: .thisEvent)
            let files = FaultyFiles(at: place, .dies)
            var options = EventStore.Options()
            options.access = .allow
            guard let store = try? EventStore(folder.root, files: files, options: options),
                let source = try? store.sources.first(where: { $0.title == outer || outer.isEmpty })
            else { continue }
            var calendar = EventCalendar(title: "New", color: CalendarColor("#123456"), source: source)
            try? store.saveCalendar(&calendar)
            isFinished = files.count < place
            func hidden() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + outer)
                    .filter { $0.hasPrefix(".ics-store-") }
            }
            leftOver += try hidden().isEmpty ? 0 : 1
            // A program that another test is starting can hold the lock until it runs.
            for _ in 0..<5 where try !hidden().isEmpty {
                _ = try folder.open(.allow)
            }
            #expect(try hidden() == [], "call \(place)")
        }
        #expect(isFinished && leftOver > 0)
    }

    @Test func `after any failure, a new calendar is either complete or absent`() throws {
        for fault in [FaultyFiles.Fault.fails(.broken), .dies] {
            var isFinished = false
            for place in 1..<200 where !isFinished {
                let folder = try StoreFolder("a")
                let files = FaultyFiles(at: place, fault)
                var options = EventStore.Options()
                options.access = .allow
                guard let store = try? EventStore(folder.root, files: files, options: options) else {
                    continue
                }
                var calendar = EventCalendar(
                    title: "New",
                    color: CalendarColor("#123456"),
                    source: EventSource(of: folder.root)
                )
                try? store.saveCalendar(&calendar)
                isFinished = files.count < place
                let made = folder.everything.filter { $0.key.hasPrefix("new") }
                #expect(
                    made.isEmpty || made == ["new/color": "#123456\n", "new/displayname": "New\n"],
                    "call \(place)"
                )
                if isFinished { #expect(!made.isEmpty) }
            }
            #expect(isFinished)
        }
    }
}
