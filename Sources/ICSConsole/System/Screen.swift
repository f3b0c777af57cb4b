package import SystemIO

/// The size of a terminal, or the size for laying out text written to a file.
package struct Screen: Sendable, Hashable {
    package let columns: Int
    /// The number of lines, or nil if the output is not a terminal.
    package let rows: Int?

    private static let usualColumns = 80
    private static let sizes = 1...10_000

    package init(columns: Int, rows: Int?) {
        self.columns = columns
        self.rows = rows
    }

    /// Returns the size for an output, from `COLUMNS` and `LINES` if they are set, otherwise from the terminal.
    ///
    /// The default is 80 columns.
    package static func of(_ descriptor: Descriptor) -> Screen {
        var size = winsize()
        let result = unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size)
        let isKnown = descriptor.isTerminal && result == 0
        let columns = number("COLUMNS") ?? (isKnown ? Int(size.ws_col) : 0)
        let rows = number("LINES") ?? (isKnown ? Int(size.ws_row) : 0)
        return Screen(
            columns: sizes.contains(columns) ? columns : usualColumns,
            rows: descriptor.isTerminal ? (rows > 0 ? rows : 24) : nil
        )
    }

    private static func number(_ name: String) -> Int? {
        SystemCalls.environment(name).flatMap { Int($0) }.flatMap { sizes.contains($0) ? $0 : nil }
    }
}
