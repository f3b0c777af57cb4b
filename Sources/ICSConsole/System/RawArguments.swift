package import ICalendar
import SystemIO

/// The raw bytes of the process's arguments, needed for file names that are not UTF-8.
package struct RawArguments {
    private var rest: ArraySlice<CalendarPath>

    package init(without options: [String] = []) {
        var all = Self.all
        // After `--`, all arguments are file names.
        let end = all.dropFirst().firstIndex { $0.text == "--" } ?? all.endIndex
        for index in (2..<max(2, end)).reversed() where options.contains(all[index - 1].text ?? "") {
            all.remove(at: index)
        }
        rest = all.dropFirst()
    }

    package static var all: [CalendarPath] {
        (0..<Int(CommandLine.argc)).compactMap { index in
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
            var bytes: [UInt8] = []
            var place = 0
            while unsafe argument[place] != 0 {
                unsafe bytes.append(UInt8(bitPattern: argument[place]))
                place += 1
            }
            return CalendarPath(bytes: bytes)
        }
    }

    /// Returns an argument as a path with its original bytes, even if they are not valid UTF-8.
    ///
    /// Call this for all arguments in order.
    package mutating func path(_ argument: String) -> CalendarPath {
        guard let place = rest.firstIndex(where: { $0.description == argument }) else {
            return CalendarPath(argument)
        }
        defer { rest = rest[(place + 1)...] }
        return rest[place]
    }

    /// Returns an option's value as a path with its original bytes.
    package static func path(_ value: String, of option: String) -> CalendarPath {
        let all = all
        let prefix = "\(option)="
        for (index, argument) in all.enumerated() {
            if index > 0, all[index - 1].text == option, argument.description == value { return argument }
            if argument.description == prefix + value {
                return CalendarPath(bytes: argument.bytes.dropFirst(prefix.utf8.count))
            }
        }
        return CalendarPath(value)
    }
}
