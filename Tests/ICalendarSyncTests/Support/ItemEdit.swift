/// A change to the item in the tests of plans.
enum ItemEdit: Hashable, Sendable {
    case none, delete, garbage
    case title(String), place(String), notes(String), move(String), end(String), rule(String), category(
        String
    )
    case answer(String, String), alarm(String), excluded(String), cancelled, sequence(Int), stamp, program
    case x(String), reordered, folded, override(String), noPlace
    indirect case both(ItemEdit, ItemEdit)

    /// The item's text before any change.
    static let base = text()

    static func text(
        uid: String = "1",
        title: String = "Stand-up",
        start: String = "20260302T090000Z",
        extra: [String] = []
    ) -> String {
        ([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN", "BEGIN:VEVENT", "UID:\(uid)",
            "DTSTAMP:20260101T000000Z", "SUMMARY:\(title)", "DTSTART:\(start)", "DTEND:20260302T100000Z",
            "RRULE:FREQ=DAILY;COUNT=9", "LOCATION:Room 1", "DESCRIPTION:Notes", "SEQUENCE:1",
            "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:ann@example.com",
            "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.com", "X-COLOR:red",
        ] + extra + ["END:VEVENT", "END:VCALENDAR", ""]).joined(separator: "\r\n")
    }

    /// Returns the changed text, or nil if the item is removed.
    func applied(to text: String = base) -> String? {
        func line(_ name: String, _ new: String) -> String {
            text.split(separator: "\r\n", omittingEmptySubsequences: false)
                .map { $0.hasPrefix(name) ? new : String($0) }.joined(separator: "\r\n")
        }
        func added(_ lines: String) -> String {
            text.replacing("END:VEVENT", with: lines + "\r\nEND:VEVENT", maxReplacements: 1)
        }
        switch self {
        case .none: return text
        case .delete: return nil
        case .garbage: return "no calendar"
        case .title(let value): return line("SUMMARY", "SUMMARY:\(value)")
        case .place(let value): return line("LOCATION", "LOCATION:\(value)")
        case .noPlace: return text.replacing("LOCATION:Room 1\r\n", with: "")
        case .notes(let value): return line("DESCRIPTION", "DESCRIPTION:\(value)")
        case .move(let hour): return line("DTSTART", "DTSTART:20260302T\(hour)0000Z")
        case .end(let hour): return line("DTEND", "DTEND:20260302T\(hour)0000Z")
        case .rule(let rule): return line("RRULE", "RRULE:\(rule)")
        case .category(let value): return added("CATEGORIES:\(value)")
        case .answer(let who, let answer):
            return text.replacing(
                "PARTSTAT=NEEDS-ACTION:mailto:\(who)@",
                with: "PARTSTAT=\(answer):mailto:\(who)@"
            )
        case .alarm(let trigger):
            return added("BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:\(trigger)\r\nEND:VALARM")
        case .excluded(let day): return added("EXDATE:202603\(day)T090000Z")
        case .cancelled: return added("STATUS:CANCELLED")
        case .sequence(let number): return line("SEQUENCE", "SEQUENCE:\(number)")
        case .stamp: return line("DTSTAMP", "DTSTAMP:20260201T000000Z")
        case .program: return line("PRODID", "PRODID:-//Server//EN")
        case .x(let value): return line("X-COLOR", "X-COLOR:\(value)")
        case .reordered:
            return text.replacing(
                "LOCATION:Room 1\r\nDESCRIPTION:Notes",
                with: "DESCRIPTION:Notes\r\nLOCATION:Room 1"
            )
        case .folded: return text.replacing("mailto:ann@example.com", with: "mailto:ann@exa\r\n mple.com")
        case .override(let day):
            let instance = [
                "BEGIN:VEVENT", "UID:1", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:202603\(day)T090000Z",
                "SUMMARY:Late", "DTSTART:202603\(day)T120000Z", "END:VEVENT",
            ].joined(separator: "\r\n")
            return text.replacing("END:VCALENDAR", with: instance + "\r\nEND:VCALENDAR")
        case .both(let one, let two): return one.applied(to: text).flatMap { two.applied(to: $0) }
        }
    }

    var side: (ItemSideText) {
        self == .none ? .unchanged : applied().map { .contents($0) } ?? .gone
    }
}

/// One side of an item as text.
enum ItemSideText: Sendable {
    case unchanged, gone
    case contents(String)
}
