package import ICalendar

/// An outgoing scheduling message with its sender and recipients.
package struct OutgoingMessage: Sendable, Hashable {
    /// A person with an email address.
    package struct Person: Sendable, Hashable {
        package var name: String?
        package let email: String

        init(name: String? = nil, email: String) {
            (self.name, self.email) = (name, email)
        }

        /// Creates a person from a property, or returns nil if the property has no email address.
        init?(_ user: some CalendarUser) {
            guard let email = user.email, Self.isSafe(email) else { return nil }
            self.init(name: user.name, email: email)
        }

        /// Returns whether an address can be written in an email header field without changing the meaning of the
        /// field.
        package static func isSafe(_ email: String) -> Bool {
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, email.utf8.count <= 254, !email.contains("=?") else { return false }
            let isDotted = parts.allSatisfy { part in
                part.utf8.first != UInt8(ascii: "-")
                    && part.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
            }
            let isHost = parts[1].utf8.allSatisfy { byte in
                byte > 0x7F || Ascii.isLetter(byte) || Ascii.isDigit(byte) || byte == 0x2D || byte == 0x2E
            }
            return isDotted && isHost
                && email.unicodeScalars.allSatisfy { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .unassigned:
                        false
                    default: !"<>()[],;:\\\"".unicodeScalars.contains(scalar)
                    }
                }
        }

        /// The name and address for use in a sentence: `Nora Lind <nora@studio.example>`.
        package var text: String { name.map { "\($0) <\(email)>" } ?? email }
    }

    package let method: SchedulingMethod
    /// The calendar to send, including METHOD and the time zones that it uses.
    package let calendar: CalendarObject
    package let sender: Person
    package var recipients: [Person]
    /// The item's title, which some methods do not allow in the calendar.
    package var title = ""
    /// Recipients without an email address.
    package var unreachable: [String] = []
    /// Whether the recipients already have an earlier revision.
    package var isUpdate = false
    /// Whether a cancellation is only for removed attendees.
    ///
    /// The item itself is not canceled.
    package var isRemoval = false

    /// The components of the item, without time zones.
    package var components: [Component] {
        calendar.component.components.filter { $0.name != "VTIMEZONE" }
    }
}
