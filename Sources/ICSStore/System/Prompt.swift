import ICSConsole
import ICalendar
import ICalendarStore

import SystemIO

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

enum Prompt {
    static var isPossible: Bool { Descriptor.input.isTerminal && Descriptor.error.isTerminal }

    /// Has one of some things chosen by its number, and gives its place.
    static func choice(_ question: String, _ choices: [String]) throws -> Int {
        for line in [question] + choices.enumerated().map({ "  \($0 + 1)  \($1)" }) {
            Program.errors.print(line)
        }
        while true {
            var bytes: [UInt8] = []
            PrintableText.append("Number, 1 to \(choices.count): ", to: &bytes)
            try? Descriptor.error.write(bytes)
            guard let line = answer(), !line.isEmpty else { throw CommandError("nothing was changed") }
            if let number = Int(line.filter { $0 != " " }), choices.indices.contains(number - 1) {
                return number - 1
            }
        }
    }

    /// Asks until the answer is yes or no; nothing, or the end of the input, is the usual answer.
    static func asks(_ question: String, usually: Bool = false) -> Bool {
        while true {
            var bytes: [UInt8] = []
            PrintableText.append(question, to: &bytes)
            try? Descriptor.error.write(bytes)
            guard let line = answer() else { return false }
            switch line.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "": return usually
            default: continue
            }
        }
    }

    /// A line that was typed; nil at the end of the input, after which what is said next stands on a line of its own.
    private static func answer() -> String? {
        if let line = readLine() { return line }
        Program.errors.print("")
        return nil
    }
}

/// Why a command did nothing, or not all: one sentence without a full stop.
struct CommandError: Error, Hashable {
    /// The sentence: `nothing has the identifier studio:1`.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func readOnly(_ calendar: EventCalendar?) -> CommandError {
        CommandError("\(calendar?.title ?? "no calendar"): the calendar is read-only")
    }

    static func inside(_ name: String) -> CommandError {
        CommandError(
            "\(name): it lies in the folder of the calendars, where only calendars are kept; name a file elsewhere"
        )
    }

    /// That something was left out, of which was said before what it is.
    static let incomplete = CommandError("not all of what was given could be read")
}

enum RealPlace {
    /// As many links lead to one another at most, as the system has it.
    private static let mostLinks = 40

    /// The place of a file that may be missing, and may be a link to what is missing.
    static func of(_ path: CalendarPath) -> CalendarPath {
        var path = path
        for _ in 0..<mostLinks {
            if (try? path.identity()) != nil { return path.real }
            let folder = path.parent ?? CalendarPath(".")
            guard let text = path.text,
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: text)
            else { return folder.real.appending(path.lastName) }
            path = target.hasPrefix("/") ? CalendarPath(target) : folder.appending(Array(target.utf8))
        }
        return path
    }

    static func isInside(_ path: CalendarPath, _ store: EventStore) throws(StoreError) -> Bool {
        let place = of(path)
        if store.folder.real.isAround(place) { return true }
        return try store.calendars(for: .event).contains { $0.path.real.isAround(place) }
    }
}
