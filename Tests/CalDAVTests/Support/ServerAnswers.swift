/// Sample responses in the styles of different servers.
enum ServerAnswers {
    static let item = """
        BEGIN:VCALENDAR
        VERSION:2.0
        PRODID:-//Studio//Calendar//EN
        BEGIN:VEVENT
        UID:kiln
        DTSTAMP:20260101T000000Z
        DTSTART:20260301T090000Z
        SUMMARY:Kiln & glaze
        END:VEVENT
        END:VCALENDAR

        """

    private static var escapedItem: String { item.replacing("&", with: "&amp;") }

    /// WebDAV is the default namespace, the token comes first, and `@` is escaped.
    static let radicale = """
        <?xml version='1.0' encoding='utf-8'?>
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
        <sync-token>http://radicale.org/ns/sync/90aa99b3</sync-token>\
        <response><href>/u/work/we%20ird%C3%BC%40x.ics</href><status>HTTP/1.1 404 Not Found</status></response>\
        <response><href>/u/work/kiln.ics</href><propstat><prop><getetag>"d45d6b30"</getetag>\
        <C:calendar-data>\(escapedItem)</C:calendar-data></prop><status>HTTP/1.1 200 OK</status></propstat></response>\
        </multistatus>
        """

    /// The prefixes are numbered, the status precedes the properties, and `@` is not escaped.
    static let xandikos = """
        <ns0:multistatus xmlns:ns0="DAV:" xmlns:ns1="urn:ietf:params:xml:ns:caldav"><ns0:response>\
        <ns0:href>/u/work/kiln.ics</ns0:href><ns0:propstat><ns0:status>HTTP/1.1 200 OK</ns0:status><ns0:prop>\
        <ns0:getetag>"d45d6b30"</ns0:getetag><ns1:calendar-data>\(escapedItem)</ns1:calendar-data></ns0:prop>\
        </ns0:propstat></ns0:response><ns0:response><ns0:href>/u/work/we%20ird%C3%BC@x.ics</ns0:href>\
        <ns0:status>HTTP/1.1 404 Not Found</ns0:status></ns0:response>\
        <ns0:sync-token>9bd28003</ns0:sync-token></ns0:multistatus>
        """

    /// Calendar data is in a CDATA section.
    static let cyrus = """
        <?xml version="1.0" encoding="utf-8"?>
        <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">
        <d:response><d:href>/u/work/kiln.ics</d:href><d:propstat><d:prop><d:getetag>"d45d6b30"</d:getetag>\
        <c:calendar-data><![CDATA[\(item)]]></c:calendar-data></d:prop><d:status>HTTP/1.1 200 OK</d:status>\
        </d:propstat></d:response><d:response><d:href>/u/work/we%20ird%C3%BC@x.ics</d:href>\
        <d:status>HTTP/1.1 404 Not Found</d:status></d:response>\
        <d:sync-token>data:,1795769271-9</d:sync-token></d:multistatus>
        """

    /// Line ends are character references, and the document is indented.
    static let daviCal = """
        <?xml version="1.0" encoding="utf-8" ?>
        <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">
         <response>
          <href>/u/work/kiln.ics</href>
          <propstat>
           <prop>
            <getetag>"d45d6b30"</getetag>
            <C:calendar-data>\(escapedItem.replacing("\n", with: "&#13;\n"))</C:calendar-data>
           </prop>
           <status>HTTP/1.1 200 OK</status>
          </propstat>
         </response>
         <response>
          <href>/u/work/we%20ird%c3%bc@x.ics</href>
          <status>HTTP/1.1 404 Not Found</status>
         </response>
         <sync-token>data:,1042</sync-token>
        </multistatus>
        """

    /// Hrefs contain unescaped spaces and umlauts, and the namespaces are numbered.
    static let sogo = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:n1="urn:ietf:params:xml:ns:caldav">\
        <D:response><D:href>/u/work/kiln.ics</D:href><D:propstat><D:prop><D:getetag>"d45d6b30"</D:getetag>\
        <n1:calendar-data>\(escapedItem)</n1:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>\
        </D:response><D:response><D:href>/u/work/we irdü@x.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>\
        </D:response><D:sync-token>1795769271</D:sync-token></D:multistatus>
        """

    /// Each element declares its namespace, and entity tags contain character references.
    static let iCloud = """
        <?xml version='1.0' encoding='UTF-8'?><multistatus xmlns='DAV:'>
          <response xmlns="DAV:"><href>/u/work/kiln.ics</href><propstat><prop>\
        <getetag xmlns="DAV:">&quot;d45d6b30&quot;</getetag>\
        <calendar-data xmlns="urn:ietf:params:xml:ns:caldav"><![CDATA[\(item)]]></calendar-data></prop>\
        <status>HTTP/1.1 200 OK</status></propstat></response>
          <response xmlns="DAV:"><href>/u/work/we%20ird%C3%BC%40x.ics</href><status>HTTP/1.1 404 Not Found</status>\
        </response><sync-token>HwoQEgwAABGl</sync-token></multistatus>
        """

    /// The prefixes are the same as in the RFC, and there are comments.
    static let google = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- Served by a cluster -->
        <D:multistatus xmlns:D="DAV:" xmlns:caldav="urn:ietf:params:xml:ns:caldav" \
        xmlns:cs="http://calendarserver.org/ns/">
         <D:response>
          <D:href>/u/work/kiln.ics</D:href>
          <D:propstat>
           <D:status>HTTP/1.1 200 OK</D:status>
           <D:prop>
            <D:getetag>"d45d6b30"</D:getetag>
            <caldav:calendar-data>\(escapedItem)</caldav:calendar-data>
           </D:prop>
          </D:propstat>
         </D:response>
         <D:response>
          <D:href>/u/work/we%20ird%C3%BC%40x.ics</D:href>
          <D:status>HTTP/1.1 404 Not Found</D:status>
         </D:response>
         <D:sync-token>https://apidata.example/caldav/v2/sync/CJDQ</D:sync-token>
        </D:multistatus>
        """

    /// Unknown properties surround the known ones, and missing ones are listed with 404.
    static let nextcloud = """
        <?xml version="1.0"?>
        <d:multistatus xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns" xmlns:cal="urn:ietf:params:xml:ns:caldav" \
        xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:response>\
        <d:href>/u/work/kiln.ics</d:href><d:propstat><d:prop><oc:owner-principal>p</oc:owner-principal>\
        <d:getetag>&quot;d45d6b30&quot;</d:getetag><cal:calendar-data>\
        \(escapedItem.replacing("\n", with: "&#13;\n"))</cal:calendar-data>\
        </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><nc:deleted-at/><d:sync-token/>\
        </d:prop><d:status>HTTP/1.1 404 Not Found</d:status></d:propstat></d:response><d:response>\
        <d:href>/u/work/we%20ird%c3%bc%40x.ics</d:href><d:status>HTTP/1.1 404 Not Found</d:status></d:response>\
        <d:sync-token>http://sabre.io/ns/sync/7</d:sync-token></d:multistatus>
        """

    /// Cyrus behind a proxy, with descriptions.
    static let fastmail = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">\
        <D:response><D:href>/u/work/kiln.ics</D:href><D:propstat><D:prop><D:getetag>"d45d6b30"</D:getetag>\
        <C:calendar-data content-type="text/calendar" version="2.0"><![CDATA[\(item)]]></C:calendar-data></D:prop>\
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response><D:response>\
        <D:href>/u/work/we%20ird%C3%BC@x.ics</D:href><D:status>HTTP/1.1 404 Not Found</D:status>\
        <D:responsedescription>Removed</D:responsedescription></D:response>\
        <D:sync-token>data:,1580000000-77</D:sync-token></D:multistatus>
        """

    static let all: [(name: String, text: String)] = [
        ("Radicale", radicale), ("Xandikos", xandikos), ("Cyrus", cyrus), ("DAViCal", daviCal),
        ("SOGo", sogo),
        ("iCloud", iCloud), ("Google", google), ("Nextcloud", nextcloud), ("Fastmail", fastmail),
    ]
}
