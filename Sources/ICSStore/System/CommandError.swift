import ICalendarStore

/// Why a command did nothing, or not all: one sentence without a full stop.
struct CommandError: Error, Hashable {
    /// The sentence: `nothing has the identifier studio:1`.
    let text: String

    init(_ text: String) {
        self.text = text
    }
}

extension CommandError {
    /// That nothing in a calendar can be changed.
    static func readOnly(_ calendar: EventCalendar?) -> CommandError {
        CommandError("\(calendar?.title ?? "no calendar"): the calendar can only be read")
    }

    /// That something was left out, of which was said before what it is.
    static let incomplete = CommandError("not all of what was given could be read")
}
