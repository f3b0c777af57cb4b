import ICalendarStore

/// A file that shows whether it is complete: text repeated to a certain length, and its digest.
package enum WholeFile {
    /// Returns the bytes of a file for the given text.
    package static func bytes(_ text: String, length: Int = 400) -> [UInt8] {
        let line = Array("\(text)\n".utf8)
        let body = Array(repeating: line, count: max(1, length / line.count)).joined()
        return body + Array("digest \(FileDigest(of: Array(body)).text)\n".utf8)
    }

    /// Returns a file's text, or nil if the file is incomplete.
    package static func text(_ bytes: [UInt8]) -> String? {
        guard bytes.count > 72, bytes.suffix(72).starts(with: "digest ".utf8) else { return nil }
        let body = Array(bytes.dropLast(72))
        let digest = String(decoding: bytes.suffix(65).dropLast(), as: UTF8.self)
        guard FileDigest(of: body).text == digest else { return nil }
        return body.split(separator: 0x0A).first.map { String(decoding: $0, as: UTF8.self) }
    }
}
