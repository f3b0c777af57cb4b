import ICalendar
import Testing

@testable import ICalendarCore

struct ByteWordTests {
    @Test func `a search for two bytes matches a loop`() {
        for place in 0..<8 {
            for filler in [UInt8](0...255) where filler != 0x3A && filler != 0x3B {
                var bytes = Array(repeating: filler, count: 8)
                #expect(ByteWord(bytes.span, at: 0).first(of: 0x3A, or: 0x3B) == 8)
                bytes[place] = 0x3A
                bytes[7] = place == 7 ? 0x3A : 0x3B
                #expect(ByteWord(bytes.span, at: 0).first(of: 0x3A, or: 0x3B) == place)
            }
        }
    }

    @Test func `only pairs of digits are read as numbers`() {
        for number in 0..<100 {
            let text = (number < 10 ? "0" : "") + "\(number)"
            let bytes = Array("x\(text)0799\(text)".utf8)
            let pairs = ByteWord(bytes.span, at: 1).digitPairs
            #expect(pairs?.0 == number && pairs?.1 == 7 && pairs?.2 == 99 && pairs?.3 == number)
        }
        for byte in [UInt8](0...255) {
            for place in 0..<8 {
                var bytes = Array("20260131".utf8)
                bytes[place] = byte
                let isDigit = (0x30...0x39).contains(byte)
                #expect((ByteWord(bytes.span, at: 0).digitPairs != nil) == isDigit)
            }
        }
    }

    @Test func `plain text is printable ASCII without a backslash`() {
        for byte in [UInt8](0...255) {
            for place in 0..<8 {
                var bytes = Array("a~ {z09Z".utf8)
                bytes[place] = byte
                let isPlain = byte >= 0x20 && byte < 0x7F && byte != 0x5C
                #expect(ByteWord(bytes.span, at: 0).isPlainText == isPlain)
            }
        }
    }

    @Test func `names consist of capital letters and hyphens`() {
        for byte in [UInt8](0...255) {
            for place in 0..<8 {
                var bytes = Array("AZ-MQXBY".utf8)
                bytes[place] = byte
                let isName = (0x41...0x5A).contains(byte) || byte == 0x2D
                #expect(ByteWord(bytes.span, at: 0).leadingNameBytes == (isName ? 8 : place))
                #expect(ByteWord(bytes.span, at: 0)[place] == byte)
            }
        }
    }
}
