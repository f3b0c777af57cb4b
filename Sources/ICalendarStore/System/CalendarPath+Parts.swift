package import ICalendar

extension CalendarPath {
    /// The folder that the file is in; nil for `/` and for a single name.
    package var parent: CalendarPath? {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), bytes.count > 1 else { return nil }
        return CalendarPath(bytes: slash == 0 ? bytes[...0] : bytes[..<slash])
    }

    package var lastName: [UInt8] {
        bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(bytes[($0 + 1)...]) } ?? bytes
    }

    /// Whether it is another path, or that of a folder around it; links are not looked at.
    package func isAround(_ path: CalendarPath) -> Bool {
        self == path || path.bytes.starts(with: appending([]).bytes)
    }
}
