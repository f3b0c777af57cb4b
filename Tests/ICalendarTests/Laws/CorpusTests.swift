import ICalendar
import Testing

/// Compares the calendars in Corpus/calendars with their expected results.
struct CorpusTests {
    @Test func `the corpus is not empty`() {
        #expect(CorpusCase.names.count >= 25)
    }

    @Test(arguments: CorpusCase.names)
    func `a corpus calendar produces the expected result`(name: String) throws {
        let calendar = try CorpusCase(name)
        let answer = try calendar.answer()
        if CorpusCase.isUpdating, answer != calendar.expected {
            #expect(calendar.update(name, with: answer))
            Issue.record("\(name).expected was rewritten; review the difference")
        } else {
            #expect(answer == calendar.expected)
        }
    }
}
