import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// A participant with their stored components for one item, without a store.
struct Participant {
    let name: String
    var stored: [Component] = []
    var kind = Event.componentName
    var uid = "u"
    var stamp = 1_780_000_000

    var email: String { "\(name)@x.example" }

    init(_ name: String, _ stored: [String] = [], kind: String = Event.componentName) throws {
        (self.name, self.kind) = (name, kind)
        self.stored = try Self.calendar(stored).component.components
    }

    static func calendar(_ components: [String]) throws -> CalendarObject {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\n" + components.joined(separator: "\n")
            + "\nEND:VCALENDAR\n"
        return try #require(try CalendarFile(text: text).calendars.first)
    }

    private func item(at seconds: Int = 0) throws -> StoredItem {
        var object = CalendarObject()
        object.component.components = stored
        return StoredItem(
            calendar: object,
            uid: uid,
            kind: kind,
            displayZone: try Zone(identifier: "Europe/Berlin"),
            now: Instant(secondsSince1970: stamp + seconds)
        )
    }

    /// Returns the messages that the participant can create, each time with a later timestamp.
    mutating func scheduling() throws -> ItemScheduling {
        stamp += 60
        return ItemScheduling(
            try item(),
            users: Attendee.keys(ofEmails: [email]),
            at: Instant(secondsSince1970: stamp)
        )
    }

    /// Processes a message and returns the result.
    @discardableResult
    mutating func receive(_ message: OutgoingMessage, from sender: String? = nil) throws -> MessageOutcome {
        let received = ItemMessage(message.method, message.components, sender: sender ?? message.sender.email)
        let context = MessageContext(users: [email])
        guard !stored.isEmpty else {
            guard received.mayAdd, received.wrongSender(context) == nil else { return .init(.ignored) }
            stored = message.components
            return .init(.added)
        }
        let (calendar, outcome) = try received.applied(to: try item(at: 1), in: context)
        stored = calendar.component.components.filter { $0.name != "VTIMEZONE" }
        return outcome
    }

    /// The participants and their replies, for each component.
    var answers: [String] {
        stored.map { component in
            Event(component).attendees.map { "\($0.email?.prefix(1) ?? "") \($0.status.rawValue)" }
                .joined(separator: ", ")
        }
    }

    /// The lines of the components, without timestamps.
    var lines: [String] {
        stored.flatMap { component in
            var plain = component
            plain.remove(["DTSTAMP", "LAST-MODIFIED"])
            return String(decoding: plain.contentLines, as: UTF8.self)
                .replacingOccurrences(of: "\r\n ", with: "").components(separatedBy: "\r\n")
        }
    }
}

extension OutgoingMessage {
    /// The message text, unfolded.
    var text: String {
        String(decoding: CalendarFile(calendars: [calendar]).icsBytes(), as: UTF8.self)
            .replacingOccurrences(of: "\r\n ", with: "")
    }

    var names: [String] { recipients.map { String($0.email.prefix(1)) } }

    /// Violations of RFC 5545 and RFC 5546.
    var violations: [String] {
        CalendarFile(calendars: [calendar]).validate().filter { $0.severity == .error }.map(\.message)
    }
}
