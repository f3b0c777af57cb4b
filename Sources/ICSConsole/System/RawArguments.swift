package import ICalendar

/// The process's arguments as the system has them, for names of files that are not UTF-8.
package struct RawArguments {
    /// The arguments that are not UTF-8, in order.
    private var rest: [CalendarPath]

    /// The arguments that the process was started with.
    package init() {
        rest = []
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            var bytes: [UInt8] = []
            var place = 0
            while unsafe argument[place] != 0 {
                unsafe bytes.append(UInt8(bitPattern: argument[place]))
                place += 1
            }
            let path = CalendarPath(bytes: bytes)
            if path.text == nil { rest.append(path) }
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
