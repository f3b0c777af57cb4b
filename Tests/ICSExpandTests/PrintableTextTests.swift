import Testing

@testable import ICSConsole

@Suite struct PrintableTextTests {
    @Test func `control sequences are escaped`() {
        #expect(PrintableText.string("a\u{1B}[31mb\u{9B}c\u{7F}") == "a\\u{1B}[31mb\\u{9B}c\\u{7F}")
    }

    @Test func `line endings become blanks, which keeps an occurrence on one line`() {
        #expect(PrintableText.string("Room 1\nBerlin\u{2028}x\ty") == "Room 1 Berlin x y")
    }

    @Test func `characters that change the text direction are escaped`() {
        #expect(PrintableText.string("a\u{202E}b") == "a\\u{202E}b")
        #expect(PrintableText.string("a\u{61C}b\u{E0041}") == "a\\u{61C}b\\u{E0041}")
    }
}
