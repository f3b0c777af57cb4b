import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// Tests rejected saves and removals.
///
/// Rejected changes write nothing, keep the value and throw EventKit's errors.
@Suite struct SavingRefusalTests {
    /// A rejected change and its expected error.
    struct Refused: CustomTestStringConvertible, Sendable {
        let code: StoreError.Code
        let change: @Sendable (inout CalendarEvent, OpenedStore) throws -> Void
        var span = EventSpan.thisEvent
        var testDescription: String { code.description }

        init(
            _ code: StoreError.Code,
            _ span: EventSpan = .thisEvent,
            _ change: @escaping @Sendable (inout CalendarEvent, OpenedStore) throws -> Void
        ) {
            self.code = code
            self.change = change
            self.span = span
        }
    }

    static let all: [Refused] = [
        Refused(.noStartDate) { event, _ in event.startDate = nil },
        Refused(.noStartDate) { event, _ in event = CalendarEvent(Event()) },
        Refused(.datesInverted) { event, _ in event.endDate = event.startDate?.addingTimeInterval(-60) },
        Refused(.datesInverted) { event, _ in event.startDate = event.endDate?.addingTimeInterval(60) },
        Refused(.invalidItem) { event, _ in event.endDate = Date(timeIntervalSince1970: 3e11) },
        Refused(.invalidItem) { event, _ in event.startDate = Date(timeIntervalSince1970: -1e12) },
        Refused(.calendarReadOnly) { event, opened in event.calendar = try opened.calendar("holidays.ics") },
        Refused(.calendarReadOnly) { event, opened in
            event = try opened.event("Holiday")
            event.title = "Other"
        },
        Refused(.objectBelongsToDifferentStore) { event, _ in
            let other = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]])
            event = try other.event("Lunch")
            event.title = "Other"
        },
        Refused(.objectBelongsToDifferentStore) { event, _ in
            event.calendar = try OpenedStore().calendar("work")
        },
        Refused(.noCalendar) { event, opened in
            event.calendar = try opened.calendar("work")
            try FileManager.default.removeItem(atPath: opened.folder.path + "/work")
            try opened.store.reset()
        },
        Refused(.invalidSpan) { event, _ in event.recurrenceRules = [.daily()] },
        Refused(.startDateCollidesWithOtherOccurrence) { event, _ in
            event.startDate = event.startDate?.addingTimeInterval(7 * 86_400)
            event.endDate = event.endDate?.addingTimeInterval(7 * 86_400)
        },
        Refused(.identifierIsTaken) { event, opened in
            event = try opened.newEvent("Twin")
            event.event.uid = "stand-up"
        },
        Refused(.invalidItem, .allEvents) { event, _ in
            event.recurrenceRules = [RecurrenceRule(.weekly, interval: 0)]
        },
        Refused(.invalidItem) { event, opened in
            event = try opened.newEvent("Never")
            event.recurrenceRules = [
                RecurrenceRule(.daily, until: try EventTime("2020-01-01 00:00", in: "UTC"))
            ]
        },
    ]

    @Test(arguments: all)
    func `a rejected save writes nothing`(refused: Refused) throws {
        let opened = try OpenedStore(
            ["home/stand-up.ics": [OpenedStore.standUp]],
            files: [
                "holidays.ics": OpenedStore.calendar(["UID:h\nSUMMARY:Holiday\nDTSTART;VALUE=DATE:20260403"])
            ]
        )
        var event = try opened.event("Stand-up")
        try refused.change(&event, opened)
        let (before, given) = (opened.folder.everything, event)
        let error = refusal { try opened.store.save(&event, span: refused.span) }
        #expect(error?.code == refused.code, "\(String(describing: error))")
        #expect(error?.description.isEmpty == false)
        #expect(opened.folder.everything == before && event == given)
        #expect(!opened.store.hasPendingChanges)
    }

    @Test func `a read-only calendar rejects removals too`() throws {
        let text = OpenedStore.calendar(["UID:h\nSUMMARY:Holiday\nDTSTART;VALUE=DATE:20260403"])
        let opened = try OpenedStore(files: ["holidays.ics": text])
        let event = try opened.event("Holiday")
        #expect(refusal { try opened.store.remove(event, span: .allEvents) }?.code == .calendarReadOnly)
        #expect(opened.folder.text("holidays.ics") == text)
    }

    @Test func `removing another store's event is rejected`() throws {
        let event = try OpenedStore(["home/lunch.ics": [OpenedStore.lunch]]).event("Lunch")
        let error = refusal { try OpenedStore().store.remove(event, span: .thisEvent) }
        #expect(error?.code == .objectBelongsToDifferentStore)
    }

    @Test func `a symbolic link in place of a file is not replaced`() throws {
        let folder = try StoreFolder("home", "work")
        try folder.write("elsewhere", OpenedStore.calendar([OpenedStore.lunch]))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/home/lunch.ics",
            withDestinationPath: folder.path + "/elsewhere"
        )
        let store = try OpenedStore.open(folder)
        var event = try #require(try OpenedStore.events(store).first)
        event.title = "Other"
        let error = refusal { try store.save(&event, span: .thisEvent) }
        #expect(error?.code == .eventNotMutable)
        #expect(error?.subject == "Other in home" && error?.itemIdentifier == "home:lunch")
    }

    @Test func `an existing violation is allowed when another property changes`() throws {
        let inverted = "UID:a\nSUMMARY:Odd\nDTSTART:20260330T100000Z\nDTEND:20260330T090000Z\nPRIORITY:77"
        let opened = try OpenedStore(["home/a.ics": [inverted]])
        var event = try opened.event("Odd")
        event.title = "Even"
        try opened.store.save(&event, span: .thisEvent)
        #expect(try opened.lines() == ["03-30 12:00 Even"])
    }

    /// Lines that many programs write although RFC 5545 or RFC 5546 forbids them.
    static let foreign = [
        "METHOD:PUBLISH\nX-ATTENDEE", "ATTENDEE:mailto:jane@studio.example", "PERCENT-COMPLETE:40",
        "DTEND:20260406T1000Z", "PRIORITY:77",
    ]

    @Test(arguments: foreign, EventSpan.allCases)
    func `splitting a series keeps its existing violations`(line: String, span: EventSpan) throws {
        let isMethod = line.hasPrefix("METHOD")
        let end = line.hasPrefix("DTEND") ? "" : "DTEND:20260406T100000Z\n"
        let inner = isMethod ? "ATTENDEE:mailto:jane@studio.example" : line
        let series = "UID:a\nSUMMARY:A\nDTSTART:20260406T090000Z\n\(end)\(inner)\nRRULE:FREQ=DAILY;COUNT=5"
        var text = OpenedStore.calendar([series])
        if isMethod {
            text = text.replacingOccurrences(of: "VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:PUBLISH")
        }
        let opened = try OpenedStore(files: ["home/a.ics": text])
        for place in [2, 3] {
            var event = try opened.events()[place]
            event.title = "B"
            try opened.store.save(&event, span: span)
        }
        #expect(try opened.events().map(\.title).dropFirst(2).prefix(2) == ["B", "B"])
    }

    @Test func `a violation in another event does not make a new one acceptable`() throws {
        let opened = try OpenedStore([
            "home/a.ics": [OpenedStore.lunch, OpenedStore.standUp + "\nPRIORITY:77"]
        ])
        var event = try opened.event("Lunch")
        event.event.component.properties.append(Property("PRIORITY", .integer(77)))
        #expect(refusal { try opened.store.save(&event, span: .thisEvent) }?.code == .invalidItem)
    }
}
