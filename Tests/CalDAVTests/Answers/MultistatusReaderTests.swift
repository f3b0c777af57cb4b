import Testing

@testable import CalDAV

@Suite struct MultistatusReaderTests {
    @Test func `a response element is returned as soon as it is complete`() throws {
        var reader = MultistatusReader()
        #expect(try reader.read(Array("<multistatus xmlns='DAV:'><response><href>/a</href>".utf8)).isEmpty)
        #expect(try reader.read(Array("</response><response>".utf8)).map(\.hrefs) == [[Array("/a".utf8)]])
    }

    @Test func `a truncated response causes an error at its end`() throws {
        let text = multistatus(found("/a.ics", "<d:getetag>1</d:getetag>"))
        for length in 0..<text.utf8.count {
            let read = ReadAnswer(Array(text.utf8.prefix(length)))
            #expect(read.failure?.reason == .truncated && read.failure?.offset == length)
        }
        #expect(ReadAnswer(text).failure == nil)
    }

    @Test func `a response reader stops at the first failure`() throws {
        var reader = MultistatusReader()
        #expect(throws: XMLFailure.self) { try reader.read(Array("<a/>".utf8)) }
        #expect(throws: XMLFailure.self) { try reader.read(Array("<multistatus xmlns='DAV:'/>".utf8)) }
        #expect(throws: XMLFailure.self) { try reader.finish() }
    }

    @Test func `a property with an error status is listed as refused and has no value`() {
        let body = multistatus(
            """
            <d:response><d:href>/a.ics</d:href><d:propstat><d:prop><d:getetag>1</d:getetag></d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat><d:propstat><d:prop><d:displayname>x</d:displayname>\
            <cs:getctag/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status></d:propstat></d:response>
            """
        )
        let response = ReadAnswer(body).responses.first
        #expect(response?.properties.entityTag?.value == "1" && response?.properties.displayName == nil)
        #expect(response?.refused == [.displayName: HTTPStatus(403), .changeTag: HTTPStatus(403)])
    }

    @Test func `properties without a status are not trusted`() {
        let body = multistatus(
            "<d:response><d:href>/a</d:href><d:propstat><d:prop><d:getetag>1</d:getetag></d:prop></d:propstat>"
                + "</d:response>"
        )
        #expect(ReadAnswer(body).responses.first?.properties.entityTag == nil)
    }

    @Test func `known names in other positions or namespaces are ignored`() {
        let body = multistatus(
            """
            <x:response xmlns:x="urn:x"><d:href>/evil</d:href></x:response>\
            <d:other><d:response><d:href>/evil</d:href></d:response></d:other>\
            <d:response><d:href>/a<d:href>/evil</d:href></d:href><x:href xmlns:x="urn:x">/evil</x:href><d:propstat>\
            <d:prop><x:getetag xmlns:x="urn:x">evil</x:getetag><d:owner><d:getetag>evil</d:getetag></d:owner></d:prop>\
            <d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
            """
        )
        let read = ReadAnswer(body)
        #expect(read.responses.count == 1 && read.failure == nil)
        #expect(read.responses.first?.hrefs.count == 1)
        #expect(read.responses.first?.properties.entityTag == nil)
    }

    @Test func `hrefs in properties are kept as written`() {
        let body = multistatus(
            found(
                "/",
                """
                <d:current-user-principal><d:href>/p/</d:href></d:current-user-principal>\
                <c:calendar-home-set><d:href>/h1/</d:href><d:href>/h%202/</d:href></c:calendar-home-set>\
                <c:calendar-user-address-set><d:href>mailto:nora@example.com</d:href></c:calendar-user-address-set>
                """
            )
        )
        let hrefs = ReadAnswer(body).responses.first?.properties.hrefs ?? [:]
        #expect(hrefs[.homeSet] == [Array("/h1/".utf8), Array("/h%202/".utf8)])
        #expect(hrefs[.userAddresses] == [Array("mailto:nora@example.com".utf8)])
    }

    @Test func `a response element can name several resources`() throws {
        let body = multistatus(
            "<d:response><d:href>/work/1.ics</d:href><d:href>/work/2.ics</d:href>"
                + "<d:status>HTTP/1.1 404 Not Found</d:status></d:response>"
        )
        #expect(try rows(body).rows == [.gone(try Href("/work/1.ics")), .gone(try Href("/work/2.ics"))])
    }

    @Test func `calendar data keeps its bytes, even if they are not UTF-8`() {
        let text = multistatus(found("/a.ics", "<c:calendar-data>a\r\nb%\u{8}</c:calendar-data>"))
        let bytes = text.utf8.map { $0 == UInt8(ascii: "%") ? 0xE9 : $0 }
        let data = ReadAnswer(bytes).responses.first?.properties.calendarData
        #expect(data == Array("a\r\nb".utf8) + [0xE9, 8])
    }

    @Test func `an unexpected root element is reported by name`() {
        #expect(ReadAnswer("<html><body/></html>").failure?.reason == .root("html"))
        #expect(ReadAnswer("<multistatus/>").failure?.reason == .root("multistatus"))
        #expect(ReadAnswer("<!DOCTYPE html><html>").failure?.reason == .documentType)
    }

    @Test func `an empty listing is complete`() {
        #expect(ReadAnswer(multistatus("")).summary?.responses == 0)
    }
}
