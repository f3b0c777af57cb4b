import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore
@testable import ICalendarExchange

/// Tests the JSON reader against RFC 8259.
@Suite struct JSONReaderTests {
    /// Reads a value to the end of the input twice, once skipping it and once keeping it, and returns any
    /// failure reasons.
    private func failure(_ bytes: [UInt8]) -> (skipped: String?, kept: String?) {
        func run(_ body: (inout JSONReader) throws(JSONReader.Failure) -> Void) -> String? {
            var reader = JSONReader(bytes)
            do throws(JSONReader.Failure) {
                try body(&reader)
                guard try reader.next() == .end else { return "more" }
                return nil
            } catch {
                return "\(error.line): \(error.message)"
            }
        }
        return (
            run { reader throws(JSONReader.Failure) in try reader.skipValue() },
            run { reader throws(JSONReader.Failure) in _ = try reader.value(limit: 1000) }
        )
    }

    @Test(arguments: [
        "[]", "{}", " [ 1 , -0.5e+10 , 0 , -0 , 1E5 ] ", #"{"a":{"a":[true,false,null]},"a":""}"#,
        #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, "\"é😀\u{7F}\"", "1", "\u{FEFF}[]",
        "[[[[[[[[[[[[1]]]]]]]]]]]]",
    ])
    func `valid JSON is read`(_ text: String) {
        #expect(failure(Array(text.utf8)) == (nil, nil))
    }

    @Test(arguments: [
        "", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{1:1}", "[1}",
        "{\"a\":1]",
        "01", "-", "-01", "1.", ".5", "+1", "1e", "1e+", "0x1", "NaN", "Infinity", "tru", "truex", "nul",
        "'a'",
        "\"", "\"a", "\"\n\"", "\"\t\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\", "// a\n1", "[1]]",
        "1 2",
        "\u{A0}1",
    ])
    func `invalid JSON is rejected`(_ text: String) {
        let (skipped, kept) = failure(Array(text.utf8))
        #expect(skipped != nil && kept != nil)
    }

    @Test func `invalid UTF-8 is rejected with its line number`() {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] {
            for escape in ["", "\\n"] {
                let (skipped, kept) = failure([0x0A, 0x22] + Array(escape.utf8) + bytes + [0x22])
                #expect(skipped == "2: a string is not valid UTF-8")
                #expect(kept == "2: a string is not valid UTF-8")
            }
        }
    }

    @Test(arguments: [
        ("\\ud83d\\ude00", "😀", 0), ("\\ud83d", "\u{FFFD}", 1), ("\\ude00", "\u{FFFD}", 1),
        ("\\ud83d\\u0041", "\u{FFFD}A", 1), ("\\ud83d\\ud83d\\ude00", "\u{FFFD}😀", 1),
        ("\\ud83dx", "\u{FFFD}x", 1),
        ("\\uFFFF\\u0000", "\u{FFFF}\u{0}", 0),
    ])
    func `unpaired surrogates are replaced`(_ escaped: String, _ text: String, _ halves: Int) throws {
        var reader = JSONReader(Array("\"\(escaped)\"".utf8))
        #expect(try reader.next() == .string)
        #expect(try reader.string() == text)
        #expect(reader.repairs.surrogates == halves)
    }

    @Test(.long) func `deeply nested JSON does not exhaust the call stack`() {
        let depth = 1_000_000
        let open = Array(repeating: UInt8(ascii: "["), count: depth)
        let close = Array(repeating: UInt8(ascii: "]"), count: depth)
        #expect(failure(open + close) == (nil, nil))
        let (skipped, kept) = failure(open)
        #expect(skipped != nil && kept != nil)
    }

    @Test func `members stay in order, and values over the limit are counted`() throws {
        var reader = JSONReader(Array(#"{"b":1,"a":[1,2,3],"b":2}"#.utf8))
        guard case .object(let members) = try reader.value(limit: 3) else {
            Issue.record("no object")
            return
        }
        #expect(members.map(\.name) == ["b", "a", "b"])
        var limited = JSONReader(Array("[1,[2,3,4],5,6]".utf8))
        _ = try limited.value(limit: 2)
        #expect(limited.repairs.values == 3)
    }
}
