import Foundation
import Testing

@testable import ICalendarExchange

@Suite struct JSONTextTests {
    private func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONText.append(string: text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `quotes, backslashes and control characters are escaped, but slashes are not`() {
        #expect(quoted("a/b \"c\" \\d\n\t\u{1}\u{7F}") == #""a/b \"c\" \\d\n\t\u0001\u007f""#)
    }

    @Test func `control characters beyond ASCII are escaped, but letters are not`() {
        #expect(quoted("\u{9B}31m \u{A0}é日🎉") == "\"\\u009b31m \u{A0}é日🎉\"")
    }

    @Test func `written JSON can be read back`() throws {
        let text = String(String.UnicodeScalarView((0..<0x3000).compactMap(Unicode.Scalar.init)))
        let decoded = try JSONDecoder().decode([String].self, from: Data("[\(quoted(text))]".utf8))
        #expect(decoded == [text])
    }

    @Test func `an object omits nil members and can be empty`() {
        var bytes = Array("[".utf8)
        JSONText.append(object: [("a", "1"), ("b", nil), ("c", "3")], to: &bytes)
        JSONText.append(object: [("a", nil)], to: &bytes)
        #expect(bytes == Array(#"[{"a":"1","c":"3"}{}"#.utf8))
    }
}
