import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarCore

/// Tests which libical functions are called.
///
/// Defects elsewhere in libical thus have no effect. They include `icalparser_parse` (unclosed components,
/// quadratic line handling, output on standard error), the single lock for VTIMEZONE, `foreach_recurrence`,
/// `get_span`, `normalize`, `merge` and `mime`. The native engine calls only one of the listed functions: the
/// iterator for days in non-Gregorian calendars.
struct LibicalCallTests {
    /// The functions that may be called, and why each call is safe.
    private static let allowed: [String: String] = [
        "ical_set_unknown_token_handling_setting": "once, before anything else",
        "icalerror_set_errors_are_fatal": "once, before anything else",
        "icaltimezone_get_utc_timezone": "once, as it is made without a lock",
        "icaltimezone_get_builtin_timezone": "under a lock of our own",
        "icaltime_as_timet_with_zone": "times of the iterator, under the same lock",
        "icaltime_set_timezone": "a value of its own",
        "icaltime_null_date": "takes nothing",
        "icaltime_null_time": "takes nothing",
        "icaltime_is_null_time": "a value of its own",
        "icaltime_is_utc": "a value of its own",
        "icalparser_new": "freed on every path",
        "icalparser_free": "on every path",
        "icalparser_add_line": "lines that were looked at, of a balanced component",
        "icalparser_get_state": "a value of its own",
        "icalcomponent_new": "takes a number",
        "icalcomponent_new_clone": "a tree that belongs to someone else",
        "icalcomponent_clone": "the same in libical 4",
        "icalcomponent_free": "by the owner alone",
        "icalcomponent_isa": "a tree that is owned",
        "icalcomponent_kind_to_string": "takes a number",
        "icalcomponent_as_ical_string_r": "for the name of an X- component; a copy of our own",
        "icalcomponent_add_component": "trees that are owned",
        "icalcomponent_add_property": "trees that are owned",
        "icalcomponent_remove_component": "trees that are owned",
        "icalcomponent_remove_property": "the first one each time, so nothing is searched",
        "icalcomponent_begin_component": "an iterator outside the tree",
        "icalcomponent_get_first_component": "one loop at a time for each component",
        "icalcomponent_get_next_component": "one loop at a time for each component",
        "icalcomponent_get_first_property": "one loop at a time for each component",
        "icalcomponent_get_next_property": "one loop at a time for each component",
        "icalcompiter_deref": "an iterator outside the tree",
        "icalcompiter_next": "an iterator outside the tree",
        "icalproperty_get_first_parameter": "one loop at a time for each property",
        "icalproperty_get_next_parameter": "one loop at a time for each property",
        "icalproperty_get_property_name_r": "a copy of our own, not the ring of buffers",
        "icalproperty_get_value": "a property that is owned",
        "icalproperty_get_xlicerror": "copied at once",
        "icalproperty_isa": "a property that is owned",
        "icalproperty_kind": "makes a number",
        "icalproperty_kind_to_string": "takes a number",
        "icalproperty_remove_parameter_by_name": "outside a loop over parameters",
        "icalparameter_isa": "a parameter that is owned",
        "icalparameter_get_tzid": "copied at once",
        "icalparameter_get_cn": "copied at once",
        "icalparameter_get_cutype": "makes a number",
        "icalparameter_get_partstat": "makes a number",
        "icalparameter_get_role": "makes a number",
        "icalparameter_get_rsvp": "makes a number",
        "icalparameter_get_xvalue": "tells only whether there is a text",
        "icalparameter_enum_to_string": "takes a number that libical made; copied at once",
        "icalparameter_as_ical_string_r": "a copy of our own, not the ring of buffers",
        "icalcomponent_kind": "makes a number",
        "icalvalue_isa": "a value that is owned",
        "icalvalue_get_text": "copied at once",
        "icalvalue_get_uri": "copied at once",
        "icalvalue_get_caladdress": "copied at once",
        "icalvalue_get_datetime": "a value of its own",
        "icalvalue_as_ical_string_r": "a copy of our own, not the ring of buffers",
        "icalmemory_free_buffer": "on every path",
        "icalrecurrencetype_rscale_supported_calendars": "takes nothing",
        "icalarray_element_at": "an index below its own count",
        "icalarray_free": "on every path",
        "icalrecurrencetype_from_string": "rules of a few fixed shapes, or ones that are looked at first",
        "icalrecurrencetype_new_from_string": "the same in libical 4",
        "icalrecurrencetype_unref": "on every path",
        "icalrecur_iterator_new": "the same rules",
        "icalrecur_iterator_next": "a stated number of times, under a lock of our own",
        "icalrecur_iterator_free": "on every path",
    ]

    @Test(.long) func `no other libical functions are called`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")
        var called: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter({
            $0.hasSuffix(".swift") || $0.hasSuffix("shim.h")
        }) {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            let code = text.split(separator: "\n").filter { !$0.contains("///") }.joined(separator: "\n")
            for match in code.matches(of: /\b(ical[a-z]*_[a-z_]+)\(/) { called.insert(String(match.1)) }
        }
        #expect(called == Set(Self.allowed.keys))
    }

    @Test func `no rule from a file reaches libical's iterator, whatever its RSCALE`() throws {
        // Each of these rules would run the iterator for seconds, or forever.
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
