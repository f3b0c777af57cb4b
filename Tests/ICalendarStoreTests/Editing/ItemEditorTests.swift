import Testing
@testable import ICalendarStore
import ICalendar

@Suite struct ItemEditorTests {
    @Test func `nothing yet`() { #expect(EventSpan.allCases.count == 3) }
}
