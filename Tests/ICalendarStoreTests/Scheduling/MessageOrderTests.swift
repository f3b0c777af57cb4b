import ICalendar
import Testing
import TestTraits

@testable import ICalendarStore

/// The law of messages: delivered twice and in any order, they produce the same state.
@Suite struct MessageOrderTests {
    /// The seeds.
    ///
    /// `make test-all` runs all of them.
    private static let seeds: Range<UInt64> = TestRun.isComplete ? 0..<200 : 0..<20

    @Test(arguments: seeds)
    func `messages delivered twice in any order produce the same state`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed &* 0x9E37_79B9 &+ 1)
        var organizer = MessageModel(numbers: numbers)
        let first = organizer.invitation
        let messages = organizer.messages(count: 3 + Int(seed % 9))
        var expected: [String]?
        for round in 0..<8 {
            let once = round == 0 ? messages : messages.shuffled(using: &numbers)
            let twice = round == 0 ? messages : messages.shuffled(using: &numbers)
            var stored = try MessageModel.calendar([first])
            for message in once + twice { stored = try MessageModel.apply(message, to: stored) }
            let state = try MessageModel.state(of: stored)
            if let expected {
                #expect(state == expected, "\((once + twice).map(\.name))")
            } else {
                expected = state
            }
            let again = try (once + twice).reduce(stored) { try MessageModel.apply($1, to: $0) }
            #expect(try MessageModel.state(of: again) == state)
        }
        #expect(expected?.map { String($0.prefix(16)) } == organizer.expectedStarts)
    }
}

/// An organizer and two attendees who send messages about a daily series.
struct MessageModel {
    struct Message {
        let name: String
        let method: SchedulingMethod
        let text: String
    }

    private struct Revision {
        var sequence: Int
        var hour: Int
        var summary: String
    }

    private var numbers: SeededGenerator
    private var sequence = 0
    private var minute = 0
    private var master = Revision(sequence: 0, hour: 9, summary: "s0")
    private var masterIsCurrent = true
    /// The overrides and the removed occurrences, by the hour in April of their slots.
    private var overrides: [Int: Revision] = [:]
    private var removed: Set<Int> = []
    private var added: Set<Int> = []
    private var isCanceled = false

    init(numbers: SeededGenerator) { self.numbers = numbers }

    private static let days = 6..<11

    private var slots: Set<Int> { Set(Self.days.map { $0 * 24 + master.hour }).union(added) }
    private var active: [Int] { slots.subtracting(removed).sorted() }

    var expectedStarts: [String] {
        if isCanceled { return [] }
        let starts = active.map { slot in overrides[slot].map { slot / 24 * 24 + $0.hour } ?? slot }
        return starts.map { "2026-04-\(Self.two($0 / 24)) \(Self.two($0 % 24)):00" }.sorted()
    }

    private static func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    private static func time(_ hour: Int) -> String { "202604\(two(hour / 24))T\(two(hour % 24))0000Z" }

    private mutating func stamp() -> String {
        minute += 1
        return "20260301T\(Self.two(minute / 60))\(Self.two(minute % 60))00Z"
    }

    private mutating func event(_ lines: String...) -> String {
        "BEGIN:VEVENT\nUID:u\nDTSTAMP:\(stamp())\nORGANIZER:mailto:o@x.example\n\(lines.joined(separator: "\n"))\nEND:VEVENT"
    }

    private static let attendees = "ATTENDEE:mailto:a@x.example\nATTENDEE:mailto:b@x.example"

    var invitation: String {
        var copy = self
        return copy.whole()
    }

    private mutating func whole() -> String {
        let dates = added.sorted().map { "RDATE:\(Self.time($0))\n" }.joined()
        let gone = removed.sorted().map { "EXDATE:\(Self.time($0))\n" }.joined()
        return event(
            "SEQUENCE:\(master.sequence)\nSUMMARY:\(master.summary)",
            "DTSTART:\(Self.time(6 * 24 + master.hour))\nDURATION:PT30M\nRRULE:FREQ=DAILY;COUNT=5",
            dates + gone + Self.attendees
        )
    }

    private mutating func one(_ slot: Int, isAddition: Bool = false) -> String {
        let revision = overrides[slot] ?? master
        let id = isAddition ? "" : "RECURRENCE-ID:\(Self.time(slot))\n"
        return event(
            "SEQUENCE:\(revision.sequence)\nSUMMARY:\(revision.summary)",
            "\(id)DTSTART:\(Self.time(slot / 24 * 24 + revision.hour))\nDURATION:PT30M\n\(Self.attendees)"
        )
    }

    mutating func messages(count: Int) -> [Message] {
        // The invitation has the earliest stamp.
        minute = 1
        var messages: [Message] = []
        while messages.count < count {
            if let message = next() { messages.append(message) }
        }
        if Int.random(in: 0..<6, using: &numbers) == 0 {
            sequence += 1
            isCanceled = true
            messages.append(Message(name: "cancel", method: .cancel, text: event("SEQUENCE:\(sequence)")))
        }
        return messages
    }

    private mutating func next() -> Message? {
        let slot = active.randomElement(using: &numbers)
        let title = "s\(minute)"
        switch Int.random(in: 0..<10, using: &numbers) {
        case 0:
            if !masterIsCurrent {
                sequence += 1
                master.sequence = sequence
            }
            master.summary = title
            masterIsCurrent = true
            return Message(name: "change", method: .request, text: whole())
        case 1 where master.hour < 12:
            sequence += 1
            master = Revision(sequence: sequence, hour: master.hour + 1, summary: title)
            (overrides, removed, added, masterIsCurrent) = ([:], [], [], true)
            return Message(name: "move", method: .request, text: whole())
        case 2:
            guard let slot else { return nil }
            var revision = overrides[slot] ?? master
            if overrides[slot] == nil { revision.hour = slot % 24 }
            revision.summary = title
            overrides[slot] = revision
            return Message(name: "change \(slot)", method: .request, text: one(slot))
        case 3:
            guard let slot else { return nil }
            sequence += 1
            overrides[slot] = Revision(sequence: sequence, hour: 14 + minute % 8, summary: title)
            return Message(name: "move \(slot)", method: .request, text: one(slot))
        case 4:
            guard let slot, active.count > 2 else { return nil }
            sequence += 1
            overrides[slot] = nil
            removed.insert(slot)
            masterIsCurrent = false
            let text = event("SEQUENCE:\(sequence)\nRECURRENCE-ID:\(Self.time(slot))")
            return Message(name: "cancel \(slot)", method: .cancel, text: text)
        case 5:
            guard let slot = removed.sorted().randomElement(using: &numbers) else { return nil }
            sequence += 1
            removed.remove(slot)
            masterIsCurrent = false
            overrides[slot] = Revision(sequence: sequence, hour: slot % 24, summary: title)
            return Message(name: "restore \(slot)", method: .request, text: one(slot))
        case 6:
            let slot = Int.random(in: 12..<20, using: &numbers) * 24 + 8
            guard !slots.contains(slot) else { return nil }
            sequence += 1
            added.insert(slot)
            masterIsCurrent = false
            overrides[slot] = Revision(sequence: sequence, hour: 8, summary: title)
            return Message(name: "add \(slot)", method: .add, text: one(slot, isAddition: true))
        default:
            return reply(to: Bool.random(using: &numbers) ? slot : nil)
        }
    }

    private mutating func reply(to slot: Int?) -> Message {
        let name = Bool.random(using: &numbers) ? "a" : "b"
        let status = ["ACCEPTED", "DECLINED", "TENTATIVE"].randomElement(using: &numbers) ?? ""
        let revision = slot.flatMap { overrides[$0] } ?? master
        let id = slot.map { "RECURRENCE-ID:\(Self.time($0))\n" } ?? ""
        let text = event(
            "SEQUENCE:\(revision.sequence)\n\(id)ATTENDEE;PARTSTAT=\(status):mailto:\(name)@x.example"
        )
        return Message(name: "\(name) \(status) \(slot ?? 0)", method: .reply, text: text)
    }

    // MARK: - Receiver

    static func calendar(_ components: [String]) throws -> CalendarObject {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\n" + components.joined(separator: "\n")
            + "\nEND:VCALENDAR\n"
        return try #require(try CalendarFile(text: text).calendars.first)
    }

    static func apply(_ message: Message, to stored: CalendarObject) throws -> CalendarObject {
        let item = StoredItem(
            calendar: stored,
            uid: "u",
            displayZone: .utc,
            now: Instant(secondsSince1970: 1_780_000_000)
        )
        let components = try calendar([message.text]).component.components
        return try ItemMessage(message.method, components).applied(to: item).calendar
    }

    /// Returns the occurrences that are not canceled, with their titles and replies.
    static func state(of stored: CalendarObject) throws -> [String] {
        // Simulates writing and rereading.
        let file = try CalendarFile(bytes: CalendarFile(calendars: [stored]).icsBytes(.asRead))
        let window = try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_772_323_200),
            to: Instant(secondsSince1970: 1_780_272_000),
            in: .utc
        )
        return file.occurrences(in: window).filter { $0.event.status != .cancelled }.map { occurrence in
            let start = occurrence.start.instant(in: .utc)
            let civil = CivilDateTime(secondNumber: start.secondsSince1970).description.prefix(16)
            let answers = occurrence.event.attendees.map(\.status.rawValue).joined(separator: " ")
            return "\(civil.replacing("T", with: " ")) \(occurrence.event.summary ?? "") \(answers)"
        }.sorted()
    }
}
