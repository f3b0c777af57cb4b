import ICalendar
import Testing

@testable import ICalendarCore

struct ZoneNamesTests {
    @Test(arguments: [
        ("Europe/Berlin", "Europe/Berlin"), ("europe/berlin", "Europe/Berlin"),
        ("EUROPE/BERLIN", "Europe/Berlin"), (" Europe/Berlin ", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        ("america/argentina/buenos aires", "America/Argentina/Buenos_Aires"),
        ("US/Eastern", "US/Eastern"), ("us/eastern", "US/Eastern"), ("Asia/Calcutta", "Asia/Calcutta"),
        ("GMT", "GMT"), ("gmt", "GMT"), ("Etc/UTC", "Etc/UTC"), ("etc/gmt+5", "Etc/GMT+5"), ("EST", "EST"),
        ("UTC", "UTC"), ("utc", "UTC"), ("Z", "UTC"), ("z", "UTC"), ("CST6CDT", "CST6CDT"),
    ])
    func `zone names are recognized in any spelling`(text: String, name: String) throws {
        #expect(try Zone(identifier: text).identifier == name)
    }

    @Test func `UTC and Etc/UTC are distinct zones`() throws {
        #expect(try Zone(identifier: "UTC") == Zone.utc)
        let etc = try Zone(identifier: "Etc/UTC")
        #expect(etc != Zone.utc)
        #expect(etc.table == Zone.utc.table)
        #expect("\(Zone.utc)" == "UTC")
    }

    @Test(arguments: [
        ("W. Europe Standard Time", "Europe/Berlin"), ("w. europe standard time", "Europe/Berlin"),
        ("Eastern Standard Time", "America/New_York"), ("Romance Standard Time", "Europe/Paris"),
        ("Central European Standard Time", "Europe/Warsaw"),
        ("Central Standard Time (Mexico)", "America/Mexico_City"),
        ("India Standard Time", "Asia/Calcutta"), ("Samoa Standard Time", "Pacific/Apia"),
        ("Tokyo Standard Time", "Asia/Tokyo"), ("UTC-11", "Etc/GMT+11"), ("UTC+13", "Etc/GMT-13"),
        ("Kamchatka Standard Time", "Asia/Kamchatka"), ("Coordinated Universal Time", "Etc/UTC"),
    ])
    func `Windows zone names are recognized`(text: String, name: String) throws {
        #expect(try Zone(identifier: text).identifier == name)
    }

    @Test func `every Windows name and display name is mapped to its zone`() throws {
        #expect(WindowsZones.table.count >= 139)
        for row in WindowsZones.table {
            let zone = try Zone(identifier: row.name)
            // The Windows name `UTC` means this library's UTC.
            #expect(zone.identifier == row.target || row.name == "UTC", "\(row.name)")
            #expect(!row.shown.isEmpty, "\(row.name)")
            for bracket in ["(UTC+01:00)", "(GMT-05:00)", "(GMT+01.00)"] {
                let shown = try Zone(identifier: "\(bracket) \(row.shown)")
                #expect(shown.identifier == row.target, "\(row.shown)")
            }
        }
    }

    @Test(arguments: [
        ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
        ("(GMT+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "Europe/Berlin"),
        ("(GMT+01.00) Amsterdam/Berlin/Bern/Rome/Stockholm/Vienna", "Europe/Berlin"),
        ("(gmt+01:00) AMSTERDAM, BERN, BERLIN, ROME, STOCKHOLM, VIENNA", "Europe/Berlin"),
        ("(UTC-05:00) Eastern Time (US & Canada)", "America/New_York"),
        ("(UTC-05:00) Eastern Time (US and Canada)", "America/New_York"),
        ("Eastern Time (US & Canada)", "America/New_York"), ("Atlantic Time (Canada)", "America/Halifax"),
        ("(GMT+01.00) Sarajevo/Warsaw/Zagreb", "Europe/Warsaw"),
        ("(GMT+01:00) Sarajevo, Skopje, Sofija, Vilnius, Warsaw, Zagreb", "Europe/Warsaw"),
        ("(GMT) Greenwich Mean Time : Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("(GMT) Greenwich Mean Time/Dublin/Edinburgh/London", "Europe/London"),
        ("(UTC) Dublin, Edinburgh, Lisbon, London", "Europe/London"),
        ("(UTC) Coordinated Universal Time", "Etc/UTC"), ("(UTC)", "Etc/UTC"),
        ("(UTC-02:00) Coordinated Universal Time-02", "Etc/GMT+2"),
        ("(UTC+12:00) Coordinated Universal Time+12", "Etc/GMT-12"),
        ("(GMT+02:00) Helsinki, Kiev, Riga, Sofia, Tallinn, Vilnius", "Europe/Kiev"),
        ("(GMT+05:30) Chennai, Kolkata, Mumbai, New Delhi", "Asia/Calcutta"),
        ("(GMT+05:30) Bombay, Calcutta, Madras, New Delhi", "Asia/Calcutta"),
        ("(GMT-06:00) Guadalajara, Mexico City, Monterrey - New", "America/Mexico_City"),
        ("(GMT-07:00) Chihuahua, La Paz, Mazatlan - Old", "America/Chihuahua"),
        ("(UTC+03:00) Moscow, St. Petersburg, Volgograd (RTZ 2)", "Europe/Moscow"),
        ("(UTC+08:00) Irkutsk (RTZ 7)", "Asia/Irkutsk"),
        ("(UTC+13:00) Nuku\u{2019}alofa", "Pacific/Tongatapu"), ("(UTC-03:00) Brasília", "America/Sao_Paulo"),
        ("(GMT-01:00) Cape Verde Islands", "Atlantic/Cape_Verde"),
        ("(GMT+09:00) Tokyo, Osaka, Sapporo", "Asia/Tokyo"),
        ("(GMT+08:00) Beijing, Chongqing, Hong Kong SAR, Urumqi", "Asia/Shanghai"),
        ("(GMT-08:00) Pacific Time (US & Canada); Tijuana", "America/Los_Angeles"),
    ])
    func `Windows display names are recognized`(text: String, name: String) throws {
        #expect(try Zone(identifier: text).identifier == name)
    }

    @Test(arguments: [
        ("/mozilla.org/20050126_1/Europe/Berlin", "Europe/Berlin"),
        ("/mozilla.org/20071231_1/America/Argentina/Buenos_Aires", "America/Argentina/Buenos_Aires"),
        ("/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "Europe/Berlin"),
        ("/freeassociation.sourceforge.net/Europe/Berlin", "Europe/Berlin"),
        ("/citadel.org/20190914_1/America/New_York", "America/New_York"),
        ("/softwarestudio.org/Olson_20011030_5/Asia/Tokyo", "Asia/Tokyo"),
        ("/softwarestudio.org/Tzfile/Pacific/Apia", "Pacific/Apia"),
        ("/example.com/europe/berlin", "Europe/Berlin"), ("tzone://Microsoft/Utc", "UTC"),
    ])
    func `names with a vendor prefix are recognized`(text: String, name: String) throws {
        #expect(try Zone(identifier: text).identifier == name)
    }

    @Test(arguments: [
        "", " ", "Nowhere", "Mars/Olympus", "(UTC+01:00)", "(UTC+01:00) Nowhere", "Customized Time Zone", "/",
        "//",
        "/mozilla.org/20050126_1/", "(", "()", "Europe", "Berlin", "W. Europe", "\u{0}", "Perth",
        String(repeating: "/x", count: 50_000), String(repeating: "(", count: 5000),
    ])
    func `the error about an unknown zone name quotes the name`(text: String) {
        let error = #expect(throws: CalendarError.self) { try Zone(identifier: text) }
        #expect(error?.code == .unknownTimeZone)
        #expect(error?.detail.contains(text) == true)
    }

    @Test func `only UTC names work without a database`() throws {
        let names = ZoneNames(database: TimeZoneDatabase(variable: "/nowhere"))
        #expect(try names.databaseZone("utc") == Zone.utc)
        #expect(try names.databaseZone("etc/utc")?.identifier == "Etc/UTC")
        #expect(try names.databaseZone("GMT")?.table == Zone.utc.table)
        #expect(throws: CalendarError.self) { try names.databaseZone("Europe/Berlin") }
        #expect(throws: CalendarError.self) { try names.mappedZone("W. Europe Standard Time") }
    }
}
