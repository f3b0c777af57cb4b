import ICalendar
import Testing

@testable import ICalendarChecking

/// Tests that releasing a check's findings frees its memory.
struct CheckLifetimeTests {
    @Test func `findings with repairs do not keep their check in memory`() throws {
        let text = Sample.event(
            "SUMMARY:a",
            "dtstart;value=date-time;tzid=\"Europe/Berlin\":20260101t100000",
            "PRIORITY:99"
        )
        let calendar = try CalendarFile(text: text).calendars[0]
        weak var kept: CheckContext?
        do {
            let context = CheckContext(calendar, sharing: SharedChecks(), keeping: .all)
            kept = context
            let event = calendar.component.components[0]
            let findings = ComponentCheck.findings(of: event, in: nil, place: 0, context)
            #expect(findings.contains { $0.mend != nil })
        }
        #expect(kept == nil)
    }
}
