import ICalendar
import ICalendarChecking
import Testing

@testable import ICalendarStore

/// Tests the other rows in the method tables for events and to-dos (RFC 5546 sections 3.2 and 3.4).
///
/// These rows list what a message may contain once or several times. ``MethodRowTests`` tests what a message
/// must and must not contain.
@Suite struct MethodPresenceTests {
    /// Properties that most methods allow once.
    private static let single =
        "CLASS CREATED DESCRIPTION DURATION GEO LAST-MODIFIED LOCATION STATUS URL"
    /// Properties that most methods allow any number of times.
    private static let several = "ATTACH CATEGORIES COMMENT CONTACT RELATED-TO RESOURCES X-NOTE"
    private static let dates = "EXDATE RDATE"

    /// Properties that a message may contain once, by component and method.
    private static let once: [String: String] = [
        "VEVENT PUBLISH": "\(single) CONTACT DTEND PRIORITY RECURRENCE-ID RRULE SEQUENCE TRANSP",
        "VEVENT REQUEST": "\(single) DTEND PRIORITY RECURRENCE-ID RRULE SEQUENCE TRANSP",
        "VEVENT REPLY": "\(single) DTEND DTSTART PRIORITY RECURRENCE-ID RRULE SEQUENCE SUMMARY TRANSP",
        "VEVENT ADD": "\(single) DTEND PRIORITY TRANSP",
        "VEVENT CANCEL": "\(single) DTEND DTSTART PRIORITY RECURRENCE-ID RRULE SUMMARY TRANSP",
        "VEVENT REFRESH": "RECURRENCE-ID",
        "VEVENT COUNTER": "\(single) DTEND PRIORITY RECURRENCE-ID RRULE SEQUENCE TRANSP",
        "VEVENT DECLINECOUNTER": "\(single) DTEND DTSTART PRIORITY RECURRENCE-ID RRULE SUMMARY TRANSP",
        "VTODO PUBLISH": "\(single) DUE PERCENT-COMPLETE RECURRENCE-ID RRULE SEQUENCE",
        "VTODO REQUEST": "\(single) DUE PERCENT-COMPLETE RECURRENCE-ID RRULE SEQUENCE",
        "VTODO REPLY":
            "\(single) COMPLETED DTSTART DUE PERCENT-COMPLETE PRIORITY RECURRENCE-ID RRULE SEQUENCE SUMMARY",
        "VTODO ADD": "\(single) DTSTART DUE PERCENT-COMPLETE",
        "VTODO CANCEL": "\(single) DTSTART DUE PERCENT-COMPLETE PRIORITY RECURRENCE-ID RRULE SUMMARY",
        "VTODO REFRESH": "RECURRENCE-ID",
        "VTODO COUNTER": "\(single) DTSTART DUE PERCENT-COMPLETE RECURRENCE-ID RRULE SEQUENCE",
        "VTODO DECLINECOUNTER":
            "\(single) DTSTART DUE PERCENT-COMPLETE PRIORITY RECURRENCE-ID RRULE SUMMARY",
    ]

    /// Properties and components that a message may contain any number of times.
    private static let often: [String: String] = [
        "VEVENT PUBLISH": "ATTACH CATEGORIES COMMENT RELATED-TO RESOURCES X-NOTE VALARM \(dates)",
        "VEVENT REQUEST": "\(several) ATTENDEE VALARM \(dates)",
        "VEVENT REPLY": "\(several) REQUEST-STATUS \(dates)",
        "VEVENT ADD": "\(several) ATTENDEE VALARM",
        "VEVENT CANCEL": "\(several) ATTENDEE \(dates)",
        "VEVENT REFRESH": "COMMENT X-NOTE",
        "VEVENT COUNTER": "\(several) ATTENDEE REQUEST-STATUS VALARM \(dates)",
        "VEVENT DECLINECOUNTER": "\(several) ATTENDEE REQUEST-STATUS \(dates)",
        "VTODO PUBLISH": "\(several) VALARM \(dates)",
        "VTODO REQUEST": "\(several) ATTENDEE VALARM \(dates)",
        "VTODO REPLY": "\(several) REQUEST-STATUS \(dates)",
        "VTODO ADD": "\(several) ATTENDEE VALARM",
        "VTODO CANCEL": "\(several) ATTENDEE \(dates)",
        "VTODO REFRESH": "X-NOTE",
        "VTODO COUNTER": "\(several) ATTENDEE REQUEST-STATUS VALARM \(dates)",
        "VTODO DECLINECOUNTER": "\(several) ATTENDEE REQUEST-STATUS \(dates)",
    ]

    private func findings(_ table: MethodRowTests.Table, _ names: [String]) throws -> [String] {
        let text =
            "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:p\nMETHOD:\(table.method)\n"
            + MethodRowTests.component(table, names) + "\nEND:VCALENDAR\n"
        return try CalendarFile(text: text).validate().map(\.message)
    }

    @Test(arguments: MethodRowTests.tables)
    func `a property that is allowed once is accepted, and reported if it appears twice`(
        table: MethodRowTests.Table
    )
        throws
    {
        let names = try #require(Self.once[table.testDescription]).split(separator: " ").map(String.init)
        for name in names {
            let once = try findings(table, table.must + [name])
            #expect(!once.contains { $0.contains("\(name) is not allowed") }, "\(name): \(once)")
            let twice = try findings(table, table.must + [name, name])
            #expect(Set(twice).subtracting(once).contains { $0.contains(name) }, "\(name): \(twice)")
        }
    }

    @Test(arguments: MethodRowTests.tables)
    func `a property that is allowed any number of times is accepted`(table: MethodRowTests.Table) throws {
        let names = try #require(Self.often[table.testDescription]).split(separator: " ").map(String.init)
        let without = Set(try findings(table, table.must))
        for name in names {
            let twice = Set(try findings(table, table.must + [name, name])).subtracting(without)
            // RFC 5545 requires a start together with dates.
            let about = twice.filter { $0.contains("METHOD") || $0.contains("more than one \(name)") }
            #expect(about.isEmpty, "\(name): \(about)")
        }
    }

    @Test(arguments: MethodRowTests.tables)
    func `an allowed property does not change a message's effect`(table: MethodRowTests.Table) throws {
        let keyword = table.testDescription
        let words = (Self.once[keyword] ?? "") + " " + (Self.often[keyword] ?? "")
        // RECURRENCE-ID, rules, dates and attendees determine what a message is about.
        let subject: Set = ["RECURRENCE-ID", "RRULE", "RDATE", "EXDATE", "ATTENDEE", "STATUS"]
        let needed = table.must.contains("SEQUENCE") || table.method == "REFRESH" ? [] : ["SEQUENCE"]
        let base =
            table.must + needed
            + (table.method == "ADD" && !table.must.contains("DTSTART") ? ["DTSTART"] : [])
        let expected = try MethodRowTests.receive(table, base).outcome.action
        for name in Set(words.split(separator: " ").map(String.init)).subtracting(subject)
        where !base.contains(name) {
            let found = try MethodRowTests.receive(table, base + [name]).outcome
            #expect(found.action == expected, "\(name): \(found)")
        }
    }
}
