import Testing

@testable import CalDAV

/// Exceeding a limit by one byte or element causes a failure that names the limit.
@Suite struct XMLLimitsTests {
    private func reason(_ text: String, _ change: (inout XMLLimits) -> Void) -> XMLFailure.Reason? {
        var limits = XMLLimits()
        change(&limits)
        return ReadAnswer(text, limits: limits).failure?.reason
    }

    private func nested(_ depth: Int) -> String {
        multistatus(
            String(repeating: "<d:a>", count: depth - 1) + String(repeating: "</d:a>", count: depth - 1)
        )
    }

    @Test func `the nesting depth is limited`() {
        #expect(reason(nested(64)) { _ in } == nil)
        #expect(reason(nested(65)) { _ in } == .limit("depth", 64))
        #expect(reason(nested(4)) { $0.depth = 3 } == .limit("depth", 3))
    }

    @Test func `the number of elements is limited`() {
        let text = multistatus(String(repeating: "<d:a/>", count: 9))
        #expect(reason(text) { $0.elements = 10 } == nil)
        #expect(reason(text) { $0.elements = 9 } == .limit("elements", 9))
    }

    @Test func `the size of the whole response is limited`() {
        let text = multistatus("")
        #expect(reason(text) { $0.bytes = text.utf8.count } == nil)
        #expect(reason(text) { $0.bytes = -1 } == .limit("bytes", -1))
        #expect(reason(text) { $0.bytes = text.utf8.count - 1 } == .limit("bytes", text.utf8.count - 1))
    }

    @Test func `the length of a name is limited`() {
        let name = String(repeating: "n", count: 1024)
        #expect(reason(multistatus("<\(name)/>")) { _ in } == nil)
        #expect(reason(multistatus("<\(name)n/>")) { _ in } == .limit("name", 1024))
        #expect(reason(multistatus("<a \(name)n=''/>")) { _ in } == .limit("name", 1024))
    }

    @Test func `the number of attributes is limited`() {
        func element(_ count: Int) -> String {
            multistatus("<a" + (0..<count).map { " a\($0)='1'" }.joined() + "/>")
        }
        #expect(reason(element(64)) { _ in } == nil)
        #expect(reason(element(65)) { _ in } == .limit("attributes", 64))
    }

    @Test func `the number of namespaces is limited`() {
        func elements(_ count: Int) -> String {
            let starts = (0..<count).map { "<a xmlns:p\($0)='u'>" }.joined()
            return multistatus(starts + String(repeating: "</a>", count: count))
        }
        #expect(reason(elements(10)) { $0.namespaces = 14 } == nil)
        #expect(reason(elements(11)) { $0.namespaces = 14 } == .limit("namespaces", 14))
    }

    @Test func `the length of a tag is limited`() {
        let value = String(repeating: "v", count: 100)
        #expect(reason("<a b='\(value)") { $0.tag = 50 } == .limit("tag", 50))
        #expect(reason("<a " + String(repeating: " ", count: 100_000)) { _ in } == .limit("tag", 65_536))
    }

    @Test func `the length of a text value is limited`() {
        let text = multistatus(found("/a", "<d:displayname>12345678901</d:displayname>"))
        #expect(reason(text) { $0.text = 15 } == nil)
        #expect(reason(text) { $0.text = 10 } == .limit("text", 10))
        #expect(
            reason(multistatus("<d:sync-token>12345678901</d:sync-token>")) { $0.text = 10 }
                == .limit("text", 10)
        )
    }

    @Test func `the total text length in a response element is limited`() {
        let names = String(repeating: "<d:displayname>1234567890</d:displayname>", count: 10)
        let text = multistatus(found("/a", names) + found("/b", names))
        #expect(reason(text) { $0.response = 120 } == nil)
        #expect(reason(text) { $0.response = 100 } == .limit("response", 100))
    }

    @Test func `the number of elements in a response element is limited`() {
        let hrefs = String(repeating: "<d:href>/a</d:href>", count: 10)
        let text = multistatus("<d:response>\(hrefs)</d:response><d:response>\(hrefs)</d:response>")
        #expect(reason(text) { $0.elementsInResponse = 10 } == nil)
        #expect(reason(text) { $0.elementsInResponse = 9 } == .limit("elementsInResponse", 9))
    }

    @Test func `an item that is too large is skipped, and the next one is read`() throws {
        let large = "<d:getetag>1</d:getetag><c:calendar-data>12345678901</c:calendar-data>"
        let small = "<d:getetag>2</d:getetag><c:calendar-data>1234567890</c:calendar-data>"
        let text = multistatus(found("/work/a.ics", large) + found("/work/b.ics", small))
        var limits = XMLLimits()
        limits.item = 10
        let read = ReadAnswer(text, limits: limits)
        #expect(read.responses.map(\.isTooLarge) == [true, false] && read.failure == nil)
        #expect(read.responses.map(\.properties.calendarData) == [nil, Array("1234567890".utf8)])
        var report = CollectionReport(of: try url("https://dav.example.com/work/"))
        let rows = read.responses.flatMap { report.rows($0) }
        #expect(rows.first == .problem(try Href("/work/a.ics"), "the item is too large"))
    }

    @Test func `text in unknown elements is neither stored nor limited`() {
        let long = String(repeating: "x", count: 500_000)
        let read = ReadAnswer(multistatus("<d:x>\(long)</d:x>" + found("/a", "<d:x>\(long)</d:x>")))
        #expect(read.failure == nil && read.responses.count == 1)
    }
}
