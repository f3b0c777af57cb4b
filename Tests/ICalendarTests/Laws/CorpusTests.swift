import ICalendar
import Testing

/// The calendars of Corpus/calendars against the answers beside them.
struct CorpusTests {
    @Test func `the corpus is found`() {
        #expect(CorpusCase.names.count >= 25)
    }

    @Test(arguments: CorpusCase.names)
    func `a calendar of the corpus gives the answer beside it`(name: String) throws {
        let calendar = try CorpusCase(name)
        let answer = try calendar.answer()
        if CorpusCase.isUpdating, answer != calendar.expected {
            #expect(calendar.update(name, with: answer))
            Issue.record("\(name).expected was written anew; read the difference before it is kept")
        } else {
            #expect(answer == calendar.expected)
        }
    }
}
