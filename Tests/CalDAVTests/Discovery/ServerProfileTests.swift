import Testing

@testable import CalDAV

@Suite struct ServerProfileTests {
    @Test(
        arguments: [
            ("Radicale", ["WWW-Authenticate: Basic realm=\"Radicale - Password Required\""], nil),
            ("Radicale", [], "http://radicale.org/ns/sync/90aa"),
            ("Xandikos", ["Server: Python/3.11 aiohttp/3.14.5"], nil),
            ("Cyrus", ["Server: Cyrus-HTTP/3.6.1 Cyrus-SASL/2.1.28"], nil),
            ("Cyrus", [], "data:,1795769271-9"),
            ("DAViCal", ["X-DAViCal-Version: DAViCal/1.1.12; DB/1.3.5"], "data:,7"),
            ("Nextcloud", ["DAV: 1, 3, extended-mkcol", "DAV: calendar-access, nc-calendar-search"], nil),
            ("Baikal", ["X-Sabre-Version: 4.6.0"], nil), (nil, ["Server: nginx"], nil),
            (nil, ["DAV: 1, calendar-access"], "t"),
        ] as [(String?, [String], String?)]
    )
    func `server software is recognized by its responses`(name: String?, lines: [String], token: String?)
        throws
    {
        let profile = ServerProfile.recognized(
            at: try WebOrigin("https://dav.example.com"),
            HTTPFields(lines: lines),
            syncToken: token
        )
        #expect(profile?.name == name)
    }

    @Test(arguments: [
        ("https://caldav.icloud.com", "iCloud"), ("https://apidata.googleusercontent.com", "Google"),
        ("https://caldav.gmx.net", "GMX"), ("https://evilicloud.com", nil),
        ("https://icloud.com.evil.example", nil),
        ("https://other.googleusercontent.com", nil),
    ])
    func `services are recognized by their domains`(origin: String, name: String?) throws {
        #expect(try ServerProfile.recognized(at: WebOrigin(origin), HTTPFields())?.name == name)
    }

    @Test func `names are unique, and every quirk has a server and a description`() {
        let profiles = ServerProfile.all
        #expect(Set(profiles.map { $0.name.lowercased() }).count == profiles.count)
        #expect(
            profiles.reduce(into: Set<ServerQuirk>()) { $0.formUnion($1.quirks) } == Set(ServerQuirk.allCases)
        )
        #expect(Set(ServerQuirk.allCases.map(\.description)).count == ServerQuirk.allCases.count)
        #expect(ServerProfile.named("SOGO")?.name == "SOGo" && ServerProfile.named("x") == nil)
    }
}
