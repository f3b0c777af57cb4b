@testable import CalDAV

/// A multistatus with the prefixes that most servers use.
func multistatus(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
    xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/">\(content)</d:multistatus>
    """
}

/// A response element with found properties.
func found(_ href: String, _ properties: String) -> String {
    """
    <d:response><d:href>\(href)</d:href><d:propstat><d:prop>\(properties)</d:prop>\
    <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
    """
}

/// A response element with a status.
func status(_ href: String, _ line: String) -> String {
    "<d:response><d:href>\(href)</d:href><d:status>HTTP/1.1 \(line)</d:status></d:response>"
}

func answer(_ status: Int, _ body: String = "", _ lines: String...) -> DAVAnswer {
    DAVAnswer(HTTPStatus(status), HTTPFields(lines: lines), body: Array(body.utf8))
}

func url(_ text: String) throws -> ResourceURL { try ResourceURL(text) }

/// Returns the rows of a calendar's report.
func rows(_ body: String, of calendar: String = "https://dav.example.com/work/") throws -> (
    rows: [CollectionReport.Row], report: CollectionReport
) {
    let read = ReadAnswer(body)
    if let failure = read.failure { throw failure }
    var report = CollectionReport(of: try url(calendar))
    return (read.responses.flatMap { report.rows($0) }, report)
}
