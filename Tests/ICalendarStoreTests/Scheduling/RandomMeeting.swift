import Foundation
import ICalendar
import TestTraits

@testable import ICalendarStore

/// A meeting that its organizer changes at random in a store, with guests who answer at random.
///
/// The messages are those that `invite`, `accept` and the other commands make.
final class RandomMeeting {
    /// A sent message, with the names of its sender and recipients.
    struct Sent {
        let message: OutgoingMessage
        let sender: String
        let recipients: [String]
        let note: String
        var uid: String { message.components.first?.text("UID") ?? "" }
    }

    static let organizer = "a@x.example"
    private let opened: OpenedStore
    private var numbers: SeededGenerator
    private var stamp = 1_772_000_000
    private var uids = ["u"]
    private(set) var guests: [String: Guest] = [:]
    private(set) var log: [Sent] = []
    /// The messages that changed an item although they only ask for something.
    private(set) var changedByQuestions: [String] = []
    /// The places in the log of messages that were not delivered yet, by recipient.
    private var pending: [String: [Int]] = [:]

    init(seed: UInt64) throws {
        numbers = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 7)
        let text =
            "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:p\r\nBEGIN:VEVENT\r\nUID:u\r\nDTSTAMP:20260101T000000Z\r\n"
            + "DTSTART;TZID=Europe/Berlin:20260406T090000\r\nDTEND;TZID=Europe/Berlin:20260406T093000\r\n"
            + "RRULE:FREQ=DAILY;COUNT=8\r\nSUMMARY:Meeting\r\nORGANIZER:mailto:a@x.example\r\n"
            + "ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example\r\nATTENDEE;RSVP=TRUE:mailto:b@x.example\r\n"
            + "ATTENDEE;RSVP=TRUE:mailto:c@x.example\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        opened = try OpenedStore(files: ["home/u.ics": text], users: [Self.organizer])
        for name in ["b", "c", "d", "e"] { guests[name] = Guest(name) }
        try send(try scheduling("u").changes(since: []), "invite")
        try deliverAll()
    }

    private var store: EventStore { opened.store }

    // MARK: - Delivery

    private func send(_ messages: [OutgoingMessage], from sender: String = "a", _ note: String) throws {
        for message in messages {
            let sent = Sent(message: message, sender: sender, recipients: message.names, note: note)
            for name in sent.recipients { pending[name, default: []].append(log.count) }
            log.append(sent)
        }
    }

    private func deliver(_ sent: Sent, to name: String) throws {
        let before = try components(sent.uid, of: name)
        if name == "a" {
            let message = SchedulingMessage(sent.message.calendar, sender: "\(sent.sender)@x.example")
            try store.process(message)
        } else {
            try guests[name]?.receive(sent)
        }
        guard [.counter, .declineCounter, .refresh].contains(sent.message.method) else { return }
        if try components(sent.uid, of: name) != before { changedByQuestions.append(sent.note) }
    }

    private func components(_ uid: String, of name: String) throws -> [Component] {
        name == "a"
            ? (try? scheduling(uid))?.components ?? [] : guests[name]?.items[uid]?.stored ?? []
    }

    /// Delivers the oldest message that someone has not received.
    private func deliverOne() throws {
        guard
            let name = pending.keys.sorted().filter({ pending[$0]?.isEmpty == false })
                .randomElement(using: &numbers), let place = pending[name]?.removeFirst()
        else { return }
        try deliver(log[place], to: name)
    }

    func deliverAll() throws {
        while pending.values.contains(where: { !$0.isEmpty }) { try deliverOne() }
    }

    /// Delivers everything that the organizer has received again, in any order.
    func repeatToOrganizer() throws {
        for sent in log.filter({ $0.recipients.contains("a") }).shuffled(using: &numbers) {
            try deliver(sent, to: "a")
        }
    }

    /// Returns a guest who receives the same messages in another order, and twice.
    func replayed(_ name: String) throws -> (guest: Guest, order: String) {
        var guest = Guest(name)
        let all = log.filter { $0.recipients.contains(name) || $0.sender == name }
        // Each item is added by its first message.
        for uid in uids {
            if let first = all.first(where: { $0.uid == uid }) { try guest.receive(first) }
        }
        // The guest's own answers are stored when they are made, before the organizer can send them back.
        for sent in all where sent.sender == name { try guest.receive(sent) }
        let twice = all.shuffled(using: &numbers) + all.shuffled(using: &numbers)
        for sent in twice { try guest.receive(sent) }
        return (guest, twice.map(\.note).joined(separator: ", "))
    }

    // MARK: - Changes

    /// Makes a random change, or delivers a message.
    func step() throws {
        stamp += 60
        let (count, number) = (log.count, numbers.next(21))
        do {
            switch number {
            case 0...7: try change(number)
            case 8...12: try answer()
            case 13: try delegate()
            case 14: guests[["b", "c"][numbers.next(2)]]?.makePersonal(numbers.next(100))
            case 15: try propose()
            default: try deliverOne()
            }
        } catch let error as StoreError {
            // A change that is impossible now sends nothing.
            guard log.count == count else { throw error }
        }
    }

    private func identifier(_ uid: String) -> ItemIdentifier {
        ItemIdentifier(calendarIdentifier: "home", uid: uid)
    }

    private func scheduling(_ uid: String) throws -> ItemScheduling {
        let found = try store.scheduling(of: identifier(uid), .event, at: Instant(secondsSince1970: stamp))
        guard let found else { throw StoreError(.noSuchItem, uid, "gone") }
        return found
    }

    private var occurrences: [CalendarEvent] {
        get throws {
            let predicate = try store.predicateForEvents(
                withStart: Self.window.start.date,
                end: Self.window.end.date
            )
            return try store.events(matching: predicate).filter { $0.event.status != .cancelled }
        }
    }

    private static func moved(_ event: Event, by seconds: Int) -> Event {
        var event = event
        for time: WritableKeyPath<Event, EventTime?> in [\.start, \.end] {
            guard let was = event[keyPath: time] else { continue }
            event[keyPath: time] = was.with(was.civil.adding(seconds: seconds))
        }
        return event
    }

    private func change(_ number: Int) throws {
        guard var event = try occurrences.randomElement(using: &numbers) else { return }
        let uid = event.calendarItemExternalIdentifier
        let old = try scheduling(uid).components
        let span: EventSpan = [.thisEvent, .thisEvent, .futureEvents, .allEvents][numbers.next(4)]
        var note = "\(number) \(span) \(uid)"
        switch number {
        case 0...2:
            event.event = Self.moved(event.event, by: [-1, 1, 2][numbers.next(3)] * 3600)
            note = "move \(note)"
            try store.save(&event, span: span)
        case 3, 4:
            event.title = "T\(stamp % 1000)"
            note = "title \(note)"
            try store.save(&event, span: span)
        case 5:
            let name = ["b", "c", "d"][numbers.next(3)]
            note = "people \(name) \(uid)"
            try changePeople(uid, name)
        case 6:
            guard let slot = ItemIdentifier(event.id)?.slotTime else { return }
            let cancellation = try scheduling(uid).cancellation(at: slot)
            try store.applyOwn(cancellation, to: identifier(uid), .event)
            return try send([cancellation], "cancel \(slot.words)")
        default:
            return try send(try scheduling(uid).invitation(), "again \(uid)")
        }
        try send(try scheduling(uid).changes(since: old), note)
        // This and the following occurrences continue as an item of their own.
        for event in try occurrences where !uids.contains(event.calendarItemExternalIdentifier) {
            uids.append(event.calendarItemExternalIdentifier)
            try send(try scheduling(event.calendarItemExternalIdentifier).changes(since: []), "split \(note)")
        }
    }

    /// Adds or removes a guest, as `invite` does.
    private func changePeople(_ uid: String, _ name: String) throws {
        let added = Attendee(email: "\(name)@x.example")
        let isInvited = try scheduling(uid).people.attendees.contains { $0.key == added.key }
        try store.changePeople(of: identifier(uid), .event) { event in
            var attendees = event.attendees.filter { $0.key != added.key }
            if !isInvited { attendees.append(added) }
            event.attendees = attendees
            return event.status != .cancelled
        }
    }

    private func answer() throws {
        let name = ["b", "c", "d", "e"][numbers.next(4)]
        let status = [Attendee.Status.accepted, .declined, .tentative][numbers.next(3)]
        guard let uid = uids.randomElement(using: &numbers),
            let scheduling = try guests[name]?.scheduling(uid, at: stamp)
        else { return }
        let slot = numbers.next(2) == 0 ? nil : try guests[name]?.slot(uid, numbers.next(8))
        if numbers.next(8) == 0 { return try send([try scheduling.refresh()], from: name, "refresh") }
        let reply = try scheduling.reply(status, at: slot)
        try send([reply], from: name, "\(name) \(status) \(slot?.words ?? "") \(uid)")
        try guests[name]?.receive(log[log.count - 1])
    }

    /// Lets a guest propose another time for an occurrence, and the organizer accept or decline the proposal.
    private func propose() throws {
        let name = ["b", "c", "d"][numbers.next(3)]
        guard let scheduling = try guests[name]?.scheduling("u", at: stamp),
            let component = scheduling.components.randomElement(using: &numbers)
        else { return }
        let proposed = Self.moved(Event(component), by: 1800).component
        try send([try scheduling.counter([proposed])], from: name, "\(name) proposes")
        guard numbers.next(2) == 0, let organizer = try? self.scheduling("u") else { return }
        // The organizer has removed the guest in the meantime.
        guard let refusal = try? organizer.declinedCounter(of: "\(name)@x.example") else { return }
        try send([refusal], "decline the proposal of \(name)")
    }

    /// Lets a guest or a delegate delegate to somebody, who replies, when everyone knows the same.
    ///
    /// Until the delegate has replied, the organizer sends them nothing.
    private func delegate() throws {
        try deliverAll()
        let name = ["b", "b", "c", "d"][numbers.next(4)]
        guard let scheduling = try guests[name]?.scheduling("u", at: stamp), scheduling.people.own != nil,
            let delegate = ["d", "e"].first(where: { guests[$0]?.items.isEmpty == true })
        else { return }
        let messages = try scheduling.delegation(to: Attendee(email: "\(delegate)@x.example"))
        try send(messages, from: name, "\(name) delegates to \(delegate)")
        try guests[name]?.receive(log[log.count - 2])
        try deliverAll()
        guard let delegated = try guests[delegate]?.scheduling("u", at: stamp + 1) else { return }
        // A moved occurrence needs a reply of its own.
        let moved = delegated.components.filter { component in
            component.isOverride && !component.isCancelled
                && component.revisionNumber > delegated.components.first?.revisionNumber ?? 0
        }
        for slot in [nil] + moved.compactMap({ Event($0).recurrenceID }) {
            try send([try delegated.reply(.tentative, at: slot)], from: delegate, "\(delegate) as delegate")
            try guests[delegate]?.receive(log[log.count - 1])
        }
        try deliverAll()
    }

    /// Sends everything to everyone again.
    func finish() throws {
        try deliverAll()
        for uid in uids {
            stamp += 60
            guard let scheduling = try? scheduling(uid), let all = try? scheduling.invitation() else {
                continue
            }
            try send(all, "last \(uid)")
        }
        try deliverAll()
    }

    // MARK: - States

    static let window = (
        start: Instant(secondsSince1970: 1_774_994_400), end: Instant(secondsSince1970: 1_777_586_400)
    )

    /// Returns the occurrences to which a guest is invited, with the answers of all, or only of the guest.
    static func state(_ components: [Component], of name: String, isOwn: Bool) throws -> [String] {
        var object = CalendarObject()
        object.component.components = components
        // As after writing and reading.
        let file = try CalendarFile(bytes: CalendarFile(calendars: [object]).icsBytes(.asRead))
        let window = try OccurrenceWindow(from: window.start, to: window.end, in: .utc)
        return file.occurrences(in: window).compactMap { occurrence -> String? in
            let people = occurrence.event.attendees
            guard occurrence.event.status != .cancelled,
                people.contains(where: { $0.email == "\(name)@x.example" })
            else { return nil }
            let answers = people.filter { !isOwn || $0.email == "\(name)@x.example" }
                .map { "\($0.email?.prefix(1) ?? "") \($0.status.rawValue)" }.sorted()
            let times = [occurrence.start, occurrence.end].map { time in
                CivilDateTime(secondNumber: time.instant(in: .utc).secondsSince1970).description
            }
            return "\(times[0]) \(times[1]) \(occurrence.event.summary ?? "") \(answers)"
        }.sorted()
    }

    func organizerState(for name: String, isOwn: Bool) throws -> [String] {
        try uids.flatMap { uid in
            try Self.state((try? scheduling(uid))?.components ?? [], of: name, isOwn: isOwn)
        }.sorted()
    }

    var notes: String {
        log.map { "\($0.note) (\($0.message.method) to \($0.recipients))" }.joined(separator: "\n")
    }
}

/// A guest with the items that they received.
struct Guest {
    let name: String
    private(set) var items: [String: Participant] = [:]

    init(_ name: String) { self.name = name }

    mutating func receive(_ sent: RandomMeeting.Sent) throws {
        var item = try items[sent.uid] ?? Participant(name)
        let isNew = item.stored.isEmpty
        item.uid = sent.uid
        try item.receive(sent.message, from: "\(sent.sender)@x.example")
        items[sent.uid] = item
        if isNew { makePersonal(0, sent.uid) }
    }

    /// Sets what only concerns the guest: an alarm, a category and the time shown as free.
    mutating func makePersonal(_ number: Int, _ uid: String? = nil) {
        for key in items.keys where uid ?? key == key {
            for place in items[key]?.stored.indices ?? 0..<0 {
                guard var component = items[key]?.stored[place] else { continue }
                component.replace("CATEGORIES", with: [Property("CATEGORIES", .text(name))])
                component.replace("TRANSP", with: [Property("TRANSP", .text("TRANSPARENT"))])
                if component.components.isEmpty {
                    component.components.append(Alarm.display("Soon", .before(.minutes(7))).component)
                }
                component.noteModified(at: Instant(secondsSince1970: 1_790_000_000 + number))
                items[key]?.stored[place] = component
            }
        }
    }

    var keepsPersonal: Bool {
        items.values.flatMap(\.stored).allSatisfy { component in
            component.text("CATEGORIES") == name && component.text("TRANSP") == "TRANSPARENT"
                && component.components.count == 1
        }
    }

    mutating func scheduling(_ uid: String, at stamp: Int) throws -> ItemScheduling? {
        guard var item = items[uid], !item.stored.isEmpty else { return nil }
        item.stamp = stamp - 60
        return try item.scheduling()
    }

    /// Returns the slot of an occurrence, or nil if there are fewer.
    func slot(_ uid: String, _ number: Int) throws -> EventTime? {
        guard let master = items[uid]?.stored.first(where: { !$0.isOverride }),
            let start = Event(master).start
        else { return nil }
        return start.with(start.civil.adding(seconds: number * 86_400))
    }

    func state(isOwn: Bool) throws -> [String] {
        try items.values.flatMap { try RandomMeeting.state($0.stored, of: name, isOwn: isOwn) }.sorted()
    }
}
