import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

/// Tests that the unreadable parts of a file are never lost.
@Suite struct UnreadablePartsTests {
    private static let corpus = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Corpus")

    static let files: [String] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: corpus.path())) ?? []
        return names.filter { $0.hasSuffix(".ics") }.sorted()
    }()

    /// Returns a store with one corpus file.
    private func opened(_ name: String) throws -> (opened: OpenedStore, text: Data) {
        let opened = try OpenedStore()
        let data = try Data(contentsOf: Self.corpus.appending(path: name))
        try data.write(to: URL(filePath: opened.folder.path + "/home/x.ics"))
        try opened.store.refreshSourcesIfNecessary()
        return (opened, data)
    }

    private func now(_ opened: OpenedStore) -> Data {
        FileManager.default.contents(atPath: opened.folder.path + "/home/x.ics") ?? Data()
    }

    /// Returns how often each unfolded line occurs in a file.
    private func counts(_ data: Data) -> [String: Int] {
        let text = String(decoding: data, as: UTF8.self).split(omittingEmptySubsequences: true) {
            $0.isNewline
        }
        var lines: [String] = []
        for line in text {
            if line.first == " " || line.first == "\t", !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(String(line))
            }
        }
        return lines.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private func events(_ opened: OpenedStore) -> [CalendarEvent] {
        let uids = opened.store.snapshot.items["home"]?.files.first?.uids ?? []
        return uids.prefix(3).compactMap { uid in
            let identifier = ItemIdentifier(calendarIdentifier: "home", uid: uid).description
            return (try? opened.store.event(withIdentifier: identifier)) ?? nil
        }
    }

    @Test(.long, arguments: files)
    func `an edit changes only the edited item or is rejected`(name: String) throws {
        let (opened, before) = try opened(name)
        for event in events(opened) {
            let start = now(opened)
            var event = event
            event.title = "Something else"
            if let error = refusal({ try opened.store.save(&event, span: .allEvents) }) {
                #expect(now(opened) == start, "\(error)")
                continue
            }
            let kept = counts(now(opened))
            let lost = counts(start).filter { line, count in kept[line, default: 0] < count }
            let changed = ["SUMMARY", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE", "UID"]
            #expect(
                lost.keys.allSatisfy { line in changed.contains { line.uppercased().hasPrefix($0) } },
                "\(lost.keys)"
            )
        }
        #expect(before.isEmpty || !now(opened).isEmpty)
    }

    static let unreadable = [
        "alarm-not-closed", "calendar-in-calendar", "card-among-calendars", "ends-of-other-names",
        "event-in-event", "nested-too-deep", "time-zone-without-an-end", "truncated",
    ]

    @Test(arguments: unreadable)
    func `an item with parts that would be lost is reported, and cannot be edited or removed`(name: String)
        throws
    {
        let (opened, before) = try opened("broken/\(name).ics")
        let event = try #require(events(opened).first)
        var edited = event
        edited.title = "Something else"
        let error = refusal { try opened.store.save(&edited, span: .allEvents) }
        #expect(error?.code == .eventNotMutable, "\(String(describing: error))")
        #expect(error?.subject == "home/x.ics" && error?.detail.hasPrefix("line ") == true)
        let other = refusal { try opened.store.remove(event, span: .allEvents) }
        #expect(other?.code == .eventNotMutable)
        let moved = refusal {
            var event = event
            event.calendar = try opened.calendar("work")
            try opened.store.save(&event, span: .allEvents)
        }
        #expect(moved?.code == .eventNotMutable)
        #expect(now(opened) == before)
        // The item can still be read, but not edited.
        var shown = event
        #expect(try opened.store.refresh(&shown))
    }

    @Test func `a missing END:VCALENDAR does not count as a loss`() throws {
        let text = OpenedStore.calendar([OpenedStore.lunch]).replacingOccurrences(
            of: "END:VCALENDAR\r\n",
            with: ""
        )
        let opened = try OpenedStore(files: ["home/a.ics": text])
        var event = try opened.event("Lunch")
        event.title = "Supper"
        try opened.store.save(&event, span: .thisEvent)
        #expect(opened.folder.text("home/a.ics")?.hasSuffix("END:VEVENT\r\nEND:VCALENDAR\r\n") == true)
    }

    @Test func `blank lines, line endings, a byte order mark and lowercase names do not count as a loss`()
        throws
    {
        let text =
            "\u{FEFF}"
            + OpenedStore.calendar([OpenedStore.lunch]).replacingOccurrences(of: "\r\n", with: "\n")
            .replacingOccurrences(of: "BEGIN:VEVENT", with: "\n\nbegin:vevent ")
        let opened = try OpenedStore(files: ["home/a.ics": text])
        var event = try opened.event("Lunch")
        event.title = "Supper"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == ["03-30 12:00 Supper"])
    }

    @Test func `merging with another program's version loses nothing`() throws {
        let base = OpenedStore.calendar([OpenedStore.lunch])
        let ours = base.replacingOccurrences(of: "Lunch", with: "Supper")
        let half = "BEGIN:VEVENT\r\nUID:half\r\nDTSTART:20260401T100000Z\r\nEND:VCALENDAR\r\n"
        let theirs =
            base.replacingOccurrences(of: "SUMMARY:Lunch", with: "SUMMARY:Lunch\r\nLOCATION:Room 4")
            .replacingOccurrences(of: "END:VCALENDAR\r\n", with: half)
        for written in [ours, nil] {
            let conflict = FileConflict(
                place: try FilePlace("home/a.ics"),
                base: Array(base.utf8),
                ours: written.map { Array($0.utf8) },
                theirs: Array(theirs.utf8)
            )
            #expect(throws: ItemMerging.Failure.self) { try ItemMerging().merged(conflict) }
        }
    }
}
