import ICalendar
import Testing

@testable import ICSItems
@testable import ICSWeb

/// Tests of the controls for recurrence rules.
@Suite struct RuleFormTests {
    @Test(arguments: [
        ("FREQ=DAILY", "daily"), ("FREQ=WEEKLY", "weekly"), ("FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "weekly"),
        ("FREQ=MONTHLY", "month-day"), ("FREQ=MONTHLY;BYDAY=5TU", "month-weekday"),
        ("FREQ=MONTHLY;BYDAY=-1TU", "month-last"), ("FREQ=YEARLY;COUNT=3", "yearly"),
        ("FREQ=DAILY;UNTIL=20260410T215959Z", "daily"), ("FREQ=DAILY;UNTIL=20260410T070000Z", "rule"),
        ("FREQ=MONTHLY;BYDAY=1TU", "rule"), ("FREQ=MONTHLY;BYMONTHDAY=1", "rule"), ("FREQ=HOURLY", "rule"),
        ("FREQ=WEEKLY;BYDAY=MO;BYHOUR=9", "rule"), ("FREQ=WEEKLY;INTERVAL=2;WKST=SU", "rule"),
    ])
    func `the controls show the meaning of a rule`(_ text: String, _ pattern: String) throws {
        let start = try EventTime("2026-03-31 09:00", in: "Europe/Berlin")
        let rule = try RuleLine.rule(text)
        let form = RuleForm([rule], startingAt: start)
        #expect(form.pattern.rawValue == pattern)
        let said = try form.lines(startingAt: start).map { try RuleLine.rule($0).ending(like: start) }
        #expect(said == [rule])
        var fields = FormFields()
        for (name, value) in form.pairs { fields.append("was.\(name)", value) }
        #expect(RuleForm(fields, "was.") == form)
    }

    @Test func `several rules are kept as text`() throws {
        let rules = try ["FREQ=DAILY;COUNT=3", "FREQ=WEEKLY"].map { try RuleLine.rule($0) }
        let start = try EventTime("2026-03-31")
        let form = RuleForm(rules, startingAt: start)
        #expect(form.pattern == .rule)
        #expect(try form.lines(startingAt: start).count == 2)
    }
}
