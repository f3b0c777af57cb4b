import EssentialFoundation
import ICSConsole
import ICalendar
import ICalendarStore
import SystemIO

enum Prompt {
    static var isPossible: Bool { Descriptor.input.isTerminal && Descriptor.error.isTerminal }

    /// Prompts the user to choose by number.
    ///
    /// Returns the index of the choice.
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

    /// Prompts until the answer is yes or no.
    ///
    /// An empty line means `usually`, and the end of the input means no.
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

    /// Returns a typed line.
    ///
    /// At the end of the input, starts a new line and returns nil.
    private static func answer() -> String? {
        if let line = readLine() { return line }
        Program.errors.print("")
        return nil
    }
}

/// The reason why a command failed completely or in part, as one sentence without a period.
struct CommandError: Error, Hashable {
    /// The sentence, such as `no item has the identifier studio:1`.
    let text: String

    init(_ text: String) {
        self.text = text
    }

    static func readOnly(_ calendar: EventCalendar?) -> CommandError {
        CommandError("\(calendar?.title ?? "no calendar"): the calendar is read-only")
    }

    static func inside(_ name: String) -> CommandError {
        CommandError(
            "\(name): is inside the calendar folder, which is only for calendars; use a file elsewhere"
        )
    }

    /// The error for skipped input that has already been reported.
    static let incomplete = CommandError("some of the input could not be read")
}

enum RealPlace {
    /// The maximum length of a chain of symbolic links, which equals the system's limit.
    private static let mostLinks = 40

    /// Returns the real path of a file, which may be missing or a link to a missing file.
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
