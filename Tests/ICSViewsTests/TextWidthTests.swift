import ICSViews
import ICalendar
import Testing

/// Tests the width of text in a terminal.
@Suite struct TextWidthTests {
    @Test(arguments: [
        ("", 0), ("Stand-up", 8), ("Café", 4), ("Cafe\u{301}", 4), ("会議", 4), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2),
        ("ｶﾀｶﾅ", 4), ("Ａ", 2), ("🎂", 2), ("👨‍👩‍👧", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("🇩🇪", 2), ("👍🏽", 2),
        ("1\u{FE0F}\u{20E3}", 2),
        ("פגישה", 5), ("a\u{200B}b", 2), ("\u{AD}", 0), ("नि", 2), ("─●…", 3), ("\u{20BB7}", 2),
    ])
    func `the width of text is the total width of its characters`(text: String, columns: Int) {
        #expect(TextWidth.columns(text) == columns)
    }

    @Test(arguments: [
        ("Stand-up", 8, "Stand-up"), ("Stand-up", 7, "Stand-…"), ("Stand up", 7, "Stand…"),
        ("Stand-up", 1, "…"),
        ("Stand-up", 0, ""), ("会議の準備", 10, "会議の準備"), ("会議の準備", 9, "会議の準…"), ("会議の準備", 8, "会議の…"),
        ("会議", 3, "会…"),
        ("会議", 2, "…"), ("👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"), ("é e\u{301}", 2, "é…"),
    ])
    func `shortened text fits and ends with an ellipsis`(text: String, width: Int, cut: String) {
        #expect(TextWidth.cut(text, to: width) == cut)
        #expect(TextWidth.columns(cut) <= width)
    }

    @Test func `long text wraps at blanks`() {
        #expect(TextWidth.wrapped("Lunch with Ann", to: 10, most: 3) == ["Lunch with", "Ann"])
        #expect(TextWidth.wrapped("Lunch with Ann and Ben", to: 8, most: 2) == ["Lunch", "with An…"])
        #expect(TextWidth.wrapped("会議の準備", to: 4, most: 3) == ["会議", "の準", "備"])
        #expect(TextWidth.wrapped("", to: 4, most: 3) == [])
    }

    @Test func `text from a file cannot control the terminal`() {
        var line = StyledLine("a\u{1B}[31m\u{202E}b\r\nc\u{9B}2J")
        #expect(line.text == "a\\u{1B}[31m\\u{202E}b  c\\u{9B}2J".replacing("  ", with: "  "))
        line.add("x", .bold)
        #expect(line.rendered(.basic).hasSuffix("\u{1B}[1mx\u{1B}[0m"))
    }

    @Test func `the marks on a character and the length of a line are limited`() {
        let marks = String(repeating: "\u{301}", count: 500)
        #expect(SafeText.of("a\(marks)b").unicodeScalars.count == 10)
        #expect(SafeText.of(String(repeating: "x", count: 100_000)).utf8.count == 2000)
    }

    @Test func `right-to-left text does not swap places with adjacent text`() {
        var line = StyledLine("פגישה")
        line.add(" 10:00")
        #expect(line.text == "פגישה\u{200E} 10:00")
    }

    @Test(arguments: [
        (ColorAbility.Choice.auto, true, ["TERM": "xterm-256color"], ColorAbility.indexed),
        (.auto, true, ["TERM": "xterm"], .basic),
        (.auto, true, ["TERM": "xterm", "COLORTERM": "truecolor"], .full),
        (.auto, false, ["TERM": "xterm-256color"], .none), (.auto, true, ["TERM": "dumb"], .none),
        (.auto, true, [:], .none),
        (.auto, true, ["TERM": "xterm", "NO_COLOR": "1"], .none),
        (.auto, true, ["TERM": "xterm", "NO_COLOR": ""], .basic),
        (.always, false, ["NO_COLOR": "1"], .basic),
        (.never, true, ["COLORTERM": "truecolor", "TERM": "x"], .none),
    ])
    func `colors depend on the terminal`(
        choice: ColorAbility.Choice,
        isTerminal: Bool,
        environment: [String: String],
        ability: ColorAbility
    ) {
        #expect(ColorAbility.of(choice, isTerminal: isTerminal) { environment[$0] } == ability)
    }

    @Test func `a color is replaced by the terminal's nearest color`() {
        let line = StyledLine("x", .color(ViewedColor(red: 0x33, green: 0xAA, blue: 0x55)))
        #expect(line.rendered(.full) == "\u{1B}[38;2;51;170;85mx\u{1B}[0m")
        #expect(line.rendered(.indexed) == "\u{1B}[38;5;71mx\u{1B}[0m")
        #expect(line.rendered(.basic) == "\u{1B}[32mx\u{1B}[0m")
        #expect(line.rendered(.none) == "x")
    }
}
