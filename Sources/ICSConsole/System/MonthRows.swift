import SystemIO

/// The rows of records as lines of JSON, grouped by start month in the display time zone.
package struct MonthRows: Sendable {
    /// The lines for each month, keyed by their leading word.
    private var lines: [UInt64: [UInt8]] = [:]
    /// The number of bytes in all lines.
    package private(set) var count = 0

    /// The leading word of lines without a start; other lines begin with their month, such as `2026-03-`.
    static let noMonth = "none----"

    package init() {}

    /// Adds the lines of a block without their leading words.
    package mutating func add(_ block: OutputBlock) {
        count += block.count
        unsafe block.withBytes { bytes in
            var start = 0
            while start + 8 < bytes.count {
                let line = unsafe Self.line(in: bytes, from: start)
                let month = unsafe UnsafeRawBufferPointer(line).loadUnaligned(as: UInt64.self)
                unsafe lines[month, default: []].append(contentsOf: line.dropFirst(8))
                start += line.count
            }
        }
    }

    /// Removes and returns the lines for each month, with the month's name: `2026-03`, or `none`.
    package mutating func removeAll() -> [(month: String, lines: [UInt8])] {
        defer { self = MonthRows() }
        return lines.map { month, lines in
            let name = unsafe withUnsafeBytes(of: month) { unsafe String(decoding: $0, as: UTF8.self) }
            return (name.split(separator: "-").joined(separator: "-"), lines)
        }
    }

    private static func line(
        in bytes: UnsafeBufferPointer<UInt8>,
        from start: Int
    ) -> UnsafeBufferPointer<UInt8> {
        let rest = unsafe UnsafeBufferPointer(rebasing: bytes[start...])
        guard let base = rest.baseAddress, let end = unsafe memchr(base, 0x0A, rest.count) else {
            return unsafe rest
        }
        return unsafe UnsafeBufferPointer(
            start: base,
            count: UnsafeRawPointer(end) - UnsafeRawPointer(base) + 1
        )
    }
}
