import ICSConsole
import ICalendar

/// One thing named on the command line.
enum Input: Sendable, Hashable, CustomStringConvertible {
    /// `-`, or nothing named at all.
    case standardInput
    /// A file or a folder; which of them is seen when it is read.
    case path(CalendarPath)

    /// The name that messages have.
    var description: String {
        switch self {
        case .standardInput: "<stdin>"
        case .path(let path): path.description
        }
    }

    /// What the arguments name.
    static func all(_ arguments: [String]) -> [Input] {
        var raw = RawArguments(without: ["--output"])
        return arguments.isEmpty
            ? [.standardInput] : arguments.map { $0 == "-" ? .standardInput : .path(raw.path($0)) }
    }

    /// Why a path can be no file, where more can be said than that there is none.
    static func complaint(about path: CalendarPath) -> CalendarError? {
        if path.bytes.isEmpty { return CalendarError(.unreadable, "the name of a file is empty") }
        let name = path.description
        let isAddress = ["http://", "https://", "webcal://"].contains { name.lowercased().hasPrefix($0) }
        guard isAddress, (try? path.identity()) == nil else { return nil }
        let address = name.lowercased().hasPrefix("webcal://") ? "https" + name.dropFirst(6) : name
        return CalendarError(
            .unreadable,
            file: name,
            "this is a web address; download it first: curl -s \(address) | ics-expand"
        )
    }
}
