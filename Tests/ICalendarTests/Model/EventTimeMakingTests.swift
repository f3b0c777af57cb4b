import Foundation
import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct EventTimeMakingTests {
    @Test(
        arguments: [
            ("2026-03-29", nil, EventTime.date(CivilDate(dayNumber: 20_541))),
            ("20260329", nil, .date(CivilDate(dayNumber: 20_541))),
            ("2026-03-29 09:30", nil, .floating(CivilDateTime(secondNumber: 1_774_776_600))),
            ("2026-03-29T09:30:01", nil, .floating(CivilDateTime(secondNumber: 1_774_776_601))),
            (
                "20260329T093000", "Europe/Berlin",
                .zoned(CivilDateTime(secondNumber: 1_774_776_600), timeZoneID: "Europe/Berlin")
            ),
            ("2026-03-29t09:30:00z", nil, .utc(CivilDateTime(secondNumber: 1_774_776_600))),
            ("2026-03-29 09:30", "UTC", .utc(CivilDateTime(secondNumber: 1_774_776_600))),
        ] as [(String, String?, EventTime)]
    )
    func `common time formats are read`(text: String, zone: String?, expected: EventTime) throws {
        #expect(try EventTime(text, in: zone) == expected)
    }

    @Test(arguments: [
        "", "2026", "2026-02-30", "2026-13-01", "0000-01-01", "2026-03-29 24:00", "2026-03-29 09:60",
        "2026-03-29 09:30:60", "2026-03-2909:30", "2026-03-29 9:30", "2026-0329", "2026-03-29 0930:00",
        "2026-03-29T09:30+01:00", "2026-03-29 09:30 ", "٢٠٢٦-٠٣-٢٩", "2026-03-29 09:3\u{300}0", "99999-01-01",
    ])
    func `an invalid time is rejected`(text: String) {
        #expect(throws: CalendarError.self) { try EventTime(text) }
    }

    @Test func `only local times can have a zone`() {
        #expect(throws: CalendarError.self) { try EventTime("2026-03-29", in: "Europe/Berlin") }
        #expect(throws: CalendarError.self) { try EventTime("2026-03-29T09:30:00Z", in: "Europe/Berlin") }
    }

    @Test func `.now is unambiguous even if Foundation is imported`() throws {
        let before = Instant.now
        let berlin = try Zone(identifier: "Europe/Berlin")
        let times = [
            EventTime(.now), EventTime(Date()), EventTime(.now, in: berlin), EventTime(Date(), in: berlin),
        ]
        #expect(times.map(\.timeZoneID) == [nil, nil, "Europe/Berlin", "Europe/Berlin"])
        for time in times {
            let zone = time.timeZoneID == nil ? Zone.utc : berlin
            #expect((before...Instant.now).contains(zone.instant(of: time.civil)))
        }
    }

    @Test func `a time with invalid fields returns nil`() {
        #expect(EventTime(year: 2026, month: 2, day: 29) == nil)
        #expect(EventTime(year: .max, month: 2, day: 1) == nil)
        #expect(EventTime(year: 2026, month: 2, day: 1, hour: 24) == nil)
        #expect(EventTime(year: 2026, month: 2, day: 1, hour: 9, minute: .min) == nil)
        #expect(EventTime(year: 2026, month: 3, day: 29) == time("2026-03-29"))
        #expect(
            EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "Asia/Tokyo")
                == time("2026-03-29 09:00", in: "Asia/Tokyo")
        )
    }

    @Test func `an unknown zone is rejected`() throws {
        #expect(throws: CalendarError.self) { try EventTime("2026-03-30T10:00", in: "Europe/Berln") }
        #expect(throws: CalendarError.self) { try EventTime("2026-03-30T10:00", in: "") }
        #expect(EventTime(year: 2026, month: 3, day: 29, hour: 9, timeZoneID: "X") == nil)
        let fixed = DateComponents(
            timeZone: TimeZone(secondsFromGMT: 5400),
            year: 2026,
            month: 3,
            day: 29,
            hour: 9
        )
        #expect(EventTime(fixed) == nil)
        do {
            _ = try EventTime("2026-03-30T10:00", in: "Europe/Berln")
        } catch {
            #expect(error.code == .unknownTimeZone)
            #expect(error.detail.contains("Europe/Berln"))
        }
    }

    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"), ("US/Eastern", "US/Eastern"),
        ("W. Europe Standard Time", "W. Europe Standard Time"),
        ("/mozilla.org/20050126_1/Europe/Berlin", "/mozilla.org/20050126_1/Europe/Berlin"),
    ])
    func `zone names that need no VTIMEZONE definition are accepted`(name: String, written: String) throws {
        #expect(try EventTime("2026-03-30T10:00", in: name).timeZoneID == written)
    }

    @Test func `a custom zone name defined by a VTIMEZONE is unchanged`() {
        let civil = CivilDateTime(secondNumber: 0)
        #expect(EventTime(civil, timeZoneID: "Customized").timeZoneID == "Customized")
    }

    @Test(arguments: [
        "2026-03-29", "2026-03-29 09:30:15", "2026-03-29T09:30:15Z", "1601-01-01", "9999-12-31 23:59:59",
    ])
    func `Foundation's date components survive a round trip`(text: String) {
        #expect(EventTime(time(text).dateComponents) == time(text))
    }

    @Test func `dates and zones from Foundation are converted`() {
        #expect(EventTime(Date(timeIntervalSince1970: 1_774_776_600.9)) == time("2026-03-29T09:30:00Z"))
        let berlin = time("2026-03-29 09:30", in: "Europe/Berlin")
        #expect(EventTime(berlin.dateComponents) == berlin)
        #expect(EventTime(DateComponents(year: 2026, month: 3)) == nil)
        #expect(EventTime(DateComponents(year: 2026, month: 2, day: 30)) == nil)
        #expect(EventTime(Date(timeIntervalSince1970: .nan)) == EventTime(Instant(secondsSince1970: 0)))
    }

    @Test func `durations saturate at the integer limits`() {
        #expect(NominalDuration.hours(.max).seconds == .max && NominalDuration.weeks(.min).days == .min)
        #expect((-NominalDuration(days: .min, seconds: 5)) == NominalDuration(days: .max, seconds: -5))
        #expect(
            -NominalDuration.minutes(15) == .minutes(-15) && NominalDuration.weeks(2).description == "P2W"
        )
    }
}
