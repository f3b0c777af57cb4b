import ICalendarCore

/// A record in a stream: a calendar and the key to print with its results.
package struct CalendarRecord: Sendable {
    /// The key as JSON on a single line.
    package let key: [UInt8]
    /// The calendar in any supported file format.
    package let calendar: [UInt8]

    /// The reason that a record cannot be read.
    package struct Failure: Error {
        /// The key as JSON, or `null` if it is unknown.
        package let key: [UInt8]
        package let message: String

        package init(key: [UInt8], _ message: String) {
            self.key = key
            self.message = message
        }
    }

    package static let noKey = Array("null".utf8)

    package init(key: [UInt8], calendar: [UInt8]) {
        self.key = key
        self.calendar = calendar
    }

    /// Reads `{"key": any JSON, "ics": "..."}`.
    ///
    /// Members can be in any order, and unknown members are ignored.
    ///
    /// Bytes in `ics` that are not UTF-8 are preserved, since the calendar reader accepts them.
    package init(json line: [UInt8]) throws(Failure) {
        var reader = JSONReader(line)
        var (key, calendar): ([UInt8]?, [UInt8]?)
        do throws(JSONReader.Failure) {
            guard try reader.next() == .object else { throw reader.failure("not a JSON object") }
            reader.enter()
            var object = JSONReader.Container()
            while let name = try reader.memberName(&object) {
                let kind = try reader.next()
                if name == "ics", calendar == nil {
                    guard kind == .string else { throw reader.failure("\"ics\" is not a string") }
                    calendar = try reader.stringBytes(expecting: line.count - reader.index)
                } else {
                    let start = reader.index
                    try reader.skipValue()
                    if name == "key", key == nil { key = Self.plain(line[start..<reader.index]) }
                }
            }
            guard try reader.next() == .end else { throw reader.failure("text after the JSON object") }
        } catch {
            throw Failure(key: key ?? Self.noKey, error.message)
        }
        guard let calendar else { throw Failure(key: key ?? Self.noKey, "the JSON object has no \"ics\"") }
        self.init(key: key ?? Self.noKey, calendar: calendar)
    }

    /// Returns a JSON value without characters that can control a terminal.
    ///
    /// In valid JSON, characters below U+0020 occur only as whitespace between values, and all other control characters
    /// occur only in strings.
    private static func plain(_ value: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        for byte in value {
            switch byte {
            case ..<0x20: plain.append(Ascii.space)
            case 0x7F: plain += Array("\\u007f".utf8)
            case 0x80..<0xA0 where plain.last == 0xC2:
                plain.removeLast()
                plain += Array("\\u00\(String(byte, radix: 16))".utf8)
            default: plain.append(byte)
            }
        }
        return plain
    }
}
