import ICalendar
import Testing

@testable import ICSPhrases

/// Tests phrases with the table in `Corpus/phrases`.
@Suite struct PhraseTests {
    private static let wednesday = Result {
        try PhraseRow.context("2026-11-25T10:30", "day-first", "Europe/Berlin")
    }

    private func phrase(_ text: String) throws -> Phrase {
        try PhraseReader.event(text, in: try Self.wednesday.get())
    }

    @Test func `every phrase in the table has the expected meaning`() throws {
        let rows = try PhraseRow.all.get().filter { !$0.isRefused }
        #expect(rows.count >= 200)
        for row in rows {
            do {
                let words = try PhraseReader.event(row.text, in: row.context).words
                if words != row.meaning { Issue.record("\(row): \(words), not \(row.meaning)") }
            } catch {
                Issue.record("\(row): \(error), not \(row.meaning)")
            }
        }
    }

    @Test func `every ambiguous or invalid phrase in the table is rejected`() throws {
        let rows = try PhraseRow.all.get().filter(\.isRefused)
        #expect(rows.count >= 60)
        for row in rows {
            do {
                let words = try PhraseReader.event(row.text, in: row.context).words
                Issue.record("\(row): read as \(words)")
            } catch {
                if error.description != row.meaning { Issue.record("\(row): \(error), not \(row.meaning)") }
            }
        }
    }

    @Test func `every reading of an ambiguous phrase has the printed meaning`() throws {
        var count = 0
        for row in try PhraseRow.all.get() where row.isRefused {
            let error = try #require(throws: PhraseError.self) {
                try PhraseReader.event(row.text, in: row.context)
            }
            #expect(error.readings.count != 1)
            for reading in error.readings {
                #expect(try PhraseReader.event(reading.text, in: row.context).words == reading.words)
                count += 1
            }
        }
        #expect(count > 40)
    }

    @Test func `a phrase contains the parts that an event needs`() throws {
        let phrase = try phrase("Lunch with Ann tomorrow 12:30-13:30 @ Da Elena #food")
        let day = try #require(CivilDate(year: 2026, month: 11, day: 26))
        #expect(
            phrase.title == "Lunch with Ann" && phrase.place == "Da Elena" && phrase.categories == ["food"]
        )
        #expect(phrase.start == .local(CivilDateTime(day, secondOfDay: 45_000)))
        #expect(phrase.end == .local(CivilDateTime(day, secondOfDay: 48_600)))
        #expect(phrase.rule == nil && phrase.namedZone == nil && phrase.instant == nil)
    }

    @Test(arguments: [
        (
            "Gym every 2 weeks on tue, thu until 2026-12-31",
            "every second week on Tuesday and Thursday until 31 December 2026"
        ),
        ("Gym every weekday", "every weekday"), ("Gym every 1 dec", "every year"),
    ])
    func `a recurrence in words becomes a rule`(text: String, rule: String) throws {
        #expect(try phrase(text).rule?.description == rule)
    }

    @Test(arguments: [
        (
            "Buy milk tomorrow 9am !1 #home",
            "Buy milk, due Thursday 26 November 2026 09:00 (Europe/Berlin), priority 1, #home"
        ),
        ("Buy milk", "Buy milk, no due time"),
        ("!low Sell 2 chairs #home", "Sell 2 chairs, no due time, priority 9, #home"),
        ("Pay invoice by friday", "Pay invoice, due Friday 27 November 2026"),
        (
            "Library books due tomorrow 18:00",
            "Library books, due Thursday 26 November 2026 18:00 (Europe/Berlin)"
        ),
        ("Rent due by the 1st !high", "Rent, due Tuesday 1 December 2026, priority 1"),
        ("Wow!", "Wow!, no due time"), ("Milk !10", "Milk !10, no due time"),
        (
            "Water plants every 3 days starting tomorrow",
            "Water plants, due Thursday 26 November 2026; repeats every third day"
        ),
        (
            "Call Ann at half past 9 tomorrow !2",
            "Call Ann, due Thursday 26 November 2026 09:30 (Europe/Berlin), priority 2"
        ),
    ])
    func `a reminder can have a due time or none`(text: String, words: String) throws {
        #expect(try PhraseReader.reminder(text, in: try Self.wednesday.get()).words == words)
    }

    @Test(arguments: [
        "Report mon-wed", "Meet tomorrow 9-10", "Nap today for 2 hours", "Milk !1 !2", "tomorrow",
        "by friday",
    ])
    func `a reminder without a title or with an end is rejected`(text: String) throws {
        let context = try Self.wednesday.get()
        #expect(throws: PhraseError.self) { try PhraseReader.reminder(text, in: context) }
    }

    @Test func `only reminders have due times and priorities`() throws {
        #expect(try phrase("Milk !1, tomorrow 9:00").title == "Milk !1")
        #expect(throws: PhraseError.self) { try phrase("Milk by friday") }
    }

    @Test func `a time without other words has no title`() throws {
        let context = try Self.wednesday.get()
        #expect(try PhraseReader.time("fri 14:00", in: context).title.isEmpty)
        for text in ["fri 14:00 lunch", "lunch", "fri @ bar", "fri #food"] {
            #expect(throws: PhraseError.self) { try PhraseReader.time(text, in: context) }
        }
    }

    @Test func `a time of day without a date applies to the given day`() throws {
        var context = try Self.wednesday.get()
        context.day = CivilDate(year: 2026, month: 12, day: 24)
        #expect(
            try PhraseReader.time("9am", in: context).words
                == "Thursday 24 December 2026 09:00 (Europe/Berlin)"
        )
    }

    @Test func `text that is far too long is rejected`() throws {
        let parts = [
            "a", "tomorrow ", "9-", "\"", "every ", "1.", "@ ", "9am to ", "9am ", "1-2 ", "1h ",
            "next week ", "(",
        ]
        for part in parts {
            let text = String(repeating: part, count: 1_000_000 / part.count)
            #expect(throws: PhraseError.self) { try phrase(text) }
            // The longest phrase that is read.
            _ = try? phrase(String(text.prefix(1000)))
        }
    }

    @Test(arguments: [
        "\u{202E}", "\u{1B}[31m", "\u{0}", "\n", "\u{2066}", "\u{FEFF}", "\u{200B}", "\u{7F}", "\u{2028}",
    ])
    func `control characters and invisible characters are rejected`(character: String) {
        #expect(throws: PhraseError.self) { try phrase("Lunch\(character) tomorrow 12:30") }
    }

    @Test(arguments: [
        ("en_US.UTF-8", DateOrder.monthFirst), ("de_DE.UTF-8", .dayFirst), ("en_GB", .dayFirst),
        ("C", .unknown),
        ("C.UTF-8", .unknown), ("POSIX", .unknown), ("", .unknown), ("en_CA", .unknown),
        ("sr_RS@latin", .dayFirst),
        ("ja_JP.UTF-8", .unknown), ("en", .unknown),
    ])
    func `the locale determines the order of day and month`(locale: String, order: DateOrder) {
        #expect(DateOrder(locale: locale) == order)
    }

    @Test(arguments: [
        ("weekly", "every week"), ("every 2 weeks on tue,thu", "every second week on Tuesday and Thursday"),
        ("monthly on the 1st", "every month on the 1st"),
        ("every first monday", "every month on the first Monday"),
        ("weekdays", "every weekday"),
    ])
    func `a phrase can consist of only a recurrence`(text: String, rule: String) throws {
        #expect(try RulePhrase.rule(text).description == rule)
    }

    @Test(arguments: [
        "", "often", "weekly lunch", "every second monday", "every 1 dec", "hourly", "every 0 days",
    ])
    func `an unknown recurrence is rejected`(text: String) {
        #expect(throws: PhraseError.self) { try RulePhrase.rule(text) }
    }
}
