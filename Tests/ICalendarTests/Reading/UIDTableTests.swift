import ICalendar
import Testing

@testable import ICalendarCore

struct UIDTableTests {
    @Test func `the UID table matches a dictionary`() {
        var table = UIDTable()
        var dictionary: [String: Int32] = [:]
        for step in 0..<3000 {
            let uid = "uid-\(step * step % 1999)"
            let number = Int32(step % 77)
            let expected = dictionary[uid] ?? number
            dictionary[uid] = expected
            #expect(table.insert(UIDHash(uid), number) == expected)
        }
        for step in 0..<3000 {
            let uid = "uid-\(step)"
            #expect(table[UIDHash(uid)] == dictionary[uid])
            table.raise(UIDHash(uid), to: 50)
            #expect(table[UIDHash(uid)] == dictionary[uid].map { max($0, 50) })
        }
        #expect(table.count == dictionary.count)
    }

    @Test func `a table entry is 16 bytes long`() {
        #expect(MemoryLayout<UIDTable.Entry>.stride == 16)
    }

    @Test func `UIDs with different lengths or with one different byte have different hashes`() {
        var seen: Set<UIDHash> = []
        var count = 0
        for length in 0..<40 {
            let zeros = Array(repeating: UInt8(0), count: length)
            #expect(seen.insert(UIDHash(zeros.span)).inserted)
            for place in 0..<length {
                var bytes = zeros
                bytes[place] = 1
                #expect(seen.insert(UIDHash(bytes.span)).inserted)
                count += 1
            }
        }
        #expect(seen.count == count + 40)
    }

    @Test func `only plain UIDs are hashed directly from their bytes, with the same result`() {
        for byte in [UInt8](0...127) {
            for length in [1, 7, 8, 9, 16, 20] {
                var bytes = Array(repeating: UInt8(ascii: "u"), count: length)
                bytes[length / 2] = byte
                let isPlain = byte >= 0x20 && byte < 0x7F && byte != 0x5C
                let text = String(decoding: bytes, as: UTF8.self)
                #expect(UIDHash(plain: bytes.span) == (isPlain ? UIDHash(text) : nil))
            }
        }
    }
}
