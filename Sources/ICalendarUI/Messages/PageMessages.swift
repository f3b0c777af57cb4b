import Foundation

/// A program's request for a page, sent to `ics-web` as one line of JSON on standard input.
package struct PageRequest: Sendable, Hashable, Codable {
    package enum Page: String, Sendable, Codable {
        case editor, viewer, chooser, access
    }

    package var page: Page
    /// The program's name, as shown to the user.
    package var program: String
    /// The event as iCalendar text, or nil for an unchanged stored event.
    package var event: String?
    /// A stored occurrence's identifier, as in `CalendarEvent.occurrenceIdentifier`.
    package var identifier: String?
    /// Whether the viewer links to the editor and offers to delete the event.
    package var mayEdit: Bool?
    /// The identifiers of the initially selected calendars.
    package var selection: [String]?
    /// Whether the user can select several calendars.
    package var isMultiple: Bool?
    /// Whether to offer only calendars that accept new items.
    package var isWritableOnly: Bool?
    /// Whether the request is about reminders rather than events.
    package var isForReminders: Bool?
    /// A description of the requested access.
    package var access: String?
    /// Whether the program only requests permission to add events.
    ///
    /// In that case, the user chooses the calendar.
    package var isWriteOnly: Bool?
    /// The program's reason for its request.
    package var reason: String?

    package init(_ page: Page, program: String) {
        self.page = page
        self.program = program
    }

    /// The maximum size of a request in bytes.
    package static let mostBytes = 4 << 20
}

/// The user's action on a page, which `ics-web` writes as one line of JSON on standard output.
///
/// Except for the calendars that the user chose, the reply contains only data that the program already had.
package struct PageReply: Sendable, Hashable, Codable {
    package enum Action: String, Sendable, Codable {
        case saved, canceled, deleted, done, chosen, granted, refused
        /// The user closed the window.
        case closed
        /// The page could not be shown.
        case failed
    }

    /// A chosen calendar.
    package struct Choice: Sendable, Hashable, Codable {
        package var identifier: String
        package var title: String
        package var color: String?

        package init(identifier: String, title: String, color: String?) {
            self.identifier = identifier
            self.title = title
            self.color = color
        }
    }

    package var action: Action
    package var calendars: [Choice]?
    /// The reason for a failure.
    package var reason: String?

    package init(_ action: Action, calendars: [Choice]? = nil, reason: String? = nil) {
        self.action = action
        self.calendars = calendars
        self.reason = reason
    }

    /// The maximum size of a reply in bytes.
    package static let mostBytes = 4 << 20
}

/// Encodes and decodes values as lines of JSON.
package enum PageLine {
    package static func bytes(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ((try? encoder.encode(value)).map(Array.init) ?? []) + [0x0A]
    }

    /// Decodes a value from a line.
    ///
    /// Returns nil if the line does not contain a value of this type.
    package static func value<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) -> Value? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}
