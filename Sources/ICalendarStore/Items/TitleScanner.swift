import ICalendar

/// Finds out, without decoding a file, whether a title in it may have a text in it.
struct TitleScanner {
    private let wanted: String
    private static let name = Array("SUMMARY".utf8)

    /// Looks for a text, whatever its case.
    init(_ wanted: String) {
        self.wanted = wanted.lowercased()
    }

    /// Whether a title has the text in it.
    func isMatch(_ title: String) -> Bool { title.lowercased().contains(wanted) }

    /// Whether a title is the text, whatever its case.
    func isSame(_ title: String) -> Bool { title.lowercased() == wanted }

    /// Whether one of the titles in some bytes may have the text in it; false is certain.
    func mayMatch(_ bytes: [UInt8]) -> Bool {
        var start = bytes.startIndex
        while start < bytes.endIndex {
            var end = lineEnd(bytes, from: start)
            if begins(bytes[start..<end]) {
                var line = Array(bytes[start..<end])
                while let next = continuation(bytes, after: end) {
                    end = lineEnd(bytes, from: next)
                    line += bytes[next..<end]
                }
                if mayMatch(line: line) { return true }
            }
            start = end + 1
        }
        return false
    }

    /// Where a line ends: at a line feed, or a carriage return of its own.
    private func lineEnd(_ bytes: [UInt8], from start: Int) -> Int {
        bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
    }

    /// Whether a line is that of a title; a folded name is taken for one.
    private func begins(_ line: ArraySlice<UInt8>) -> Bool {
        if line.count <= Self.name.count {
            guard let first = line.first else { return false }
            return first | 0x20 == 0x73 && zip(line, Self.name).allSatisfy { $0 & 0xDF == $1 }
        }
        return zip(line, Self.name).allSatisfy { $0 & 0xDF == $1 }
    }

    /// Where a folded line goes on, behind the blank.
    private func continuation(_ bytes: [UInt8], after end: Int) -> Int? {
        var next = end
        if next < bytes.endIndex, bytes[next] == 0x0D { next += 1 }
        if next < bytes.endIndex, bytes[next] == 0x0A { next += 1 }
        guard next > end, next < bytes.endIndex, bytes[next] == 0x20 || bytes[next] == 0x09 else {
            return nil
        }
        return next + 1
    }

    /// Whether the text may stand in a whole line of a title.
    private func mayMatch(line: [UInt8]) -> Bool {
        // Escapes, and bytes that are no UTF-8, are for who decodes.
        if line.contains(UInt8(ascii: "\\")) { return true }
        guard let text = String(validating: line, as: UTF8.self) else { return true }
        return isMatch(text)
    }
}
