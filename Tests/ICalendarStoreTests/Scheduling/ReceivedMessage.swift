import Foundation
import ICalendar
import Testing

@testable import ICalendarStore

/// The result of applying a message to an item: text, components, result, and whether the item is unchanged.
typealias ReceivedMessage = (text: String, components: [Component], outcome: MessageOutcome, isSame: Bool)

/// Applies a message to stored components with the UID `u`, without a store.
func received(
    _ method: SchedulingMethod?,
    _ message: [String],
    over stored: [String],
    kind: String,
    sender: String? = nil,
    in context: MessageContext = MessageContext()
) throws -> ReceivedMessage {
    func calendar(_ components: [String]) throws -> CalendarObject {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\n" + components.joined(separator: "\n")
            + "\nEND:VCALENDAR\n"
        return try #require(try CalendarFile(text: text).calendars.first)
    }
    let old = try calendar(stored)
    let editor = StoredItem(
        calendar: old,
        uid: "u",
        kind: kind,
        displayZone: try Zone(identifier: "Europe/Berlin"),
        now: Instant(secondsSince1970: 1_780_000_000)
    )
    let (new, outcome) = try ItemMessage(
        method,
        try calendar(message).component.components,
        sender: sender
    )
    .applied(to: editor, in: context)
    let text = String(decoding: CalendarFile(calendars: [new]).icsBytes(.asRead), as: UTF8.self)
        .replacingOccurrences(of: "\r\n ", with: "")
    return (text, new.component.components, outcome, new == old)
}
