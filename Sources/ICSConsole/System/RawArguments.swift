package import ICalendar

/// The process's arguments as the system has them, for names of files that are not UTF-8.
package struct RawArguments {
    /// The arguments that are not UTF-8, in order.
    private var rest: [CalendarPath]

    /// The arguments that the process was started with.
    package init() {
        rest = Self.all.filter { $0.text == nil }
    }

    /// All arguments as the system has them, the name of the program first.
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

    /// The path that an argument names: its own bytes, where the text is a repaired one.
    package mutating func path(_ argument: String) -> CalendarPath {
        guard let place = rest.firstIndex(where: { $0.description == argument }) else {
            return CalendarPath(argument)
        }
        return rest.remove(at: place)
    }
}
