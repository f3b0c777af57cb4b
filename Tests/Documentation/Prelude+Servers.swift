import CalDAV

/// The server responses behind the names in the prelude.
struct ServerAnswers {
    /// The listing of a home with one calendar.
    static let home = """
        <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:a="http://apple.com/ns/ical/">
        <d:response><d:href>/nora/work/</d:href><d:propstat><d:prop>
        <d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Work</d:displayname>
        <a:calendar-color>#0088FF</a:calendar-color><d:sync-token>t1</d:sync-token><d:current-user-privilege-set>
        <d:privilege><d:read/></d:privilege><d:privilege><d:write/></d:privilege></d:current-user-privilege-set>
        <d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report>
        </d:supported-report-set></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        </d:multistatus>
        """
    /// The changes in that calendar: one item.
    static let changes = """
        <d:multistatus xmlns:d="DAV:"><d:response><d:href>/nora/work/1.ics</d:href><d:propstat><d:prop>
        <d:getetag>"5f2"</d:getetag></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
        <d:sync-token>t2</d:sync-token></d:multistatus>
        """
    /// The principal for Nora, who owns the home.
    static let principal = """
        <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:response><d:href>/</d:href><d:propstat>
        <d:prop><c:calendar-home-set><d:href>/nora/</d:href></c:calendar-home-set><d:displayname>Nora</d:displayname>
        </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>
        """

    let url: ResourceURL
    let response: MultistatusResponse
    let summary: MultistatusSummary
    let report: CollectionReport
    let listedItem: CollectionReport.Item
    let account: DiscoveredAccount

    init() throws {
        url = try ResourceURL("https://dav.example.com/nora/work/")
        var (reader, report) = (MultistatusReader(), CollectionReport(of: url))
        response = try reader.read(Array(Self.changes.utf8)).first.orThrow()
        summary = try reader.finish()
        listedItem = try report.rows(response).compactMap {
            if case .item(let item) = $0 { item } else { nil }
        }
        .first.orThrow()
        self.report = report
        var discovery = Discovery(at: try ResourceURL("https://dav.example.com"))
        for body in [Self.principal, Self.home] {
            discovery.receive(DAVAnswer(HTTPStatus(207), HTTPFields(), body: Array(body.utf8)))
        }
        guard case .found(let account) = discovery.step else { throw DiscoveryFailure.notFound }
        self.account = account
    }
}
