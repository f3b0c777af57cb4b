import ICSConsole
import ICalendar

/// What is done with what was read.
enum Task: Sendable, Hashable {
    /// Occurrences are printed, or counted.
    case occurrences
    /// Why the events of a UID happen when they do.
    case explanation(uid: String)
    /// Free and busy times are printed.
    case freeBusy
    /// What takes the same time is printed.
    case conflicts
    /// When alarms go off is printed.
    case alarms
    /// What differs between two files is printed.
    case difference
    /// What breaks the rules is printed.
    case check
    /// A file is mended, and goes to another one or to standard output.
    case repair(output: CalendarPath?)

    /// What is typed for it.
    var name: String {
        switch self {
        case .occurrences: "printing occurrences"
        case .explanation: "--explain"
        case .freeBusy: "--format freebusy"
        case .conflicts: "--conflicts"
        case .alarms: "--alarms"
        case .difference: "--diff"
        case .check: "--check"
        case .repair: "--repair"
        }
    }

    /// Whether all components have to be read, not only what can touch the window.
    var needsEverything: Bool {
        switch self {
        case .occurrences, .conflicts: false
        default: true
        }
    }

    /// Whether it looks at a window.
    var hasWindow: Bool {
        switch self {
        case .difference, .check, .repair: false
        default: true
        }
    }

    /// The formats that it can be printed in.
    var formats: [OutputFormat] {
        switch self {
        case .occurrences: [.text, .json, .ndjson, .ics, .jcal, .xcal]
        case .freeBusy: [.freebusy]
        case .conflicts, .alarms, .difference, .check: [.text, .json, .ndjson]
        case .explanation, .repair: [.text]
        }
    }

    /// Whether only a number can be asked for.
    var canBeCounted: Bool {
        switch self {
        case .occurrences, .conflicts, .alarms: true
        default: false
        }
    }

    /// Whether only the first can be asked for.
    var canBeLimited: Bool {
        switch self {
        case .occurrences, .conflicts, .alarms, .explanation: true
        default: false
        }
    }
}
