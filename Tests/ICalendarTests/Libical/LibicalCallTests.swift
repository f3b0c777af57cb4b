import Foundation
import ICalendar
import Testing

@testable import ICalendarCore

/// What of libical is called at all, and what it is never asked.
///
/// What it does wrong elsewhere cannot happen then: its parser (unclosed components, lists of 500, quadratic lines, text on
/// standard error), its trees (recursion, iterators inside of objects), its zones (VTIMEZONE under one lock, gaps and
/// overlaps, missing data read as UTC), `foreach_recurrence`, `get_span`, `normalize`, `merge` and `mime`, and its writer.
struct LibicalCallTests {
    /// Each function that is called, and why it is safe.
    private static let allowed: [String: String] = [
        "ical_set_unknown_token_handling_setting": "once, before anything else",
        "icalerror_set_errors_are_fatal": "once, before anything else",
        "icaltimezone_get_utc_timezone": "once, as it is made without a lock",
        "icalproperty_string_to_kind": "names of our own table",
        "icalproperty_kind_to_value_kind": "a number of its own",
        "icalvalue_new_from_string": "text with escapes, and words, 64 KiB at most",
        "icalvalue_isa": "a value just made",
        "icalvalue_get_text": "copied before the value is freed",
        "icalvalue_as_ical_string_r": "a copy of our own, not the ring of buffers",
        "icalvalue_free": "on every path",
        "icalmemory_free_buffer": "on every path",
        "icalrecurrencetype_rscale_is_supported": "takes nothing",
        "icalrecurrencetype_rscale_supported_calendars": "takes nothing",
        "icalarray_element_at": "an index below its own count",
        "icalarray_free": "on every path",
        "icalrecurrencetype_from_string": "rules of a few fixed shapes",
        "icalrecur_iterator_new": "rules of a few fixed shapes",
        "icalrecur_iterator_next": "a stated number of times, under a lock of our own",
        "icalrecur_iterator_free": "on every path",
        "icaltime_null_date": "takes nothing",
        "icaltime_is_null_time": "a value of its own",
    ]

    @Test func `no other function of libical is called`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var called: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter({
            $0.hasSuffix(".swift")
        }) {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            for match in text.matches(of: /\b(ical[a-z]*_[a-z_]+)\(/) { called.insert(String(match.1)) }
        }
        #expect(called == Set(Self.allowed.keys))
    }

    @Test(arguments: [
        ValueForm.requestStatus, .recurrenceRule, .geo, .float, .unknown, .textList, .moment, .time, .integer,
        .utcOffset, .duration, .period, .binary, .boolean, .identifier, .status, .uri, .calendarAddress,
    ])
    func `values that libical gets wrong are never given to it`(_ form: ValueForm) {
        #expect(!form.isForLibical)
        for text in ["a", #"a\,b"#, "20260101"] {
            let bytes = Array(text.utf8)
            let isAsked = form.asksLibical(bytes.span, traits: .backslash)
            #expect(!isAsked)
        }
    }

    @Test func `no rule of a file reaches libical's iterator, whatever its RSCALE`() throws {
        // Each of these would make the iterator run on for seconds, or for ever.
        for rule in [
            "RSCALE=ISLAMIC-UMALQURA;FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=30;BYDAY=MO;BYSETPOS=7",
            "RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L;BYMONTHDAY=30;BYHOUR=3;INTERVAL=997",
            "RSCALE=CHINESE;FREQ=DAILY;INTERVAL=9999;BYMONTH=12L;BYMONTHDAY=30",
        ] {
            let found = try expand(
                calendar("DTSTART:20240101T000000Z\nRRULE:\(rule)"),
                from: "2024-01-01",
                to: "2027-12-31"
            )
            #expect(found.starts.first == "2024-01-01T00:00:00Z")
        }
    }
}
