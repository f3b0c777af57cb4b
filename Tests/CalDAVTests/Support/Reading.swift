@testable import CalDAV

/// A multistatus with prefixes as most servers write them.
func multistatus(_ content: String) -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" \
    xmlns:cs="http://calendarserver.org/ns/" xmlns:a="http://apple.com/ns/ical/">\(content)</d:multistatus>
    """
}

/// A response element with properties that were found.
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

/// The rows of a report about a calendar.
func rows(_ body: String, of calendar: String = "https://dav.example.com/work/") throws -> (
    rows: [CollectionReport.Row], report: CollectionReport
) {
    let read = ReadAnswer(body)
    if let failure = read.failure { throw failure }
    var report = CollectionReport(of: try url(calendar))
    return (read.responses.flatMap { report.rows($0) }, report)
}

/// A random generator with the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
