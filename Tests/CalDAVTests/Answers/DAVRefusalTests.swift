import Testing

@testable import CalDAV

@Suite struct DAVRefusalTests {
    private func error(_ content: String) -> String {
        "<?xml version='1.0'?><D:error xmlns:D='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'>\(content)</D:error>"
    }

    @Test(arguments: [
        (
            403, "<D:valid-sync-token/><D:responsedescription>Invalid</D:responsedescription>",
            "the server no longer knows the previous state: 'Invalid' (403)", DAVRefusal.Remedy.listEverything
        ),
        (
            412, "<D:valid-sync-token/>", "the server no longer knows the previous state (412)",
            .listEverything
        ),
        (403, "<D:number-of-matches-within-limits/>", "the request covers too many items (403)", .askForLess),
        (
            409, "<C:no-uid-conflict/>", "the calendar already contains an item with this UID (409)",
            .findDuplicate
        ),
        (
            403, "<C:unique-scheduling-object-resource/>",
            "another calendar already contains an item with this UID (403)", .findDuplicate
        ),
        (507, "<D:quota-not-exceeded/>", "the account has no space left (507)", .giveUp),
        (403, "<C:valid-calendar-data/>", "the server rejects the item as invalid (403)", .giveUp),
        (
            403, "<C:allowed-attendee-scheduling-object-change/>",
            "only the organizer can make this change (403)",
            .giveUp
        ),
        (403, "<x xmlns='u'/>", "the server reports 'x' (403)", .giveUp),
        (403, "", "the server does not allow this (403)", .giveUp),
        (401, "", "the server does not accept the user name or password (401)", .authenticate),
        (412, "", "the resource has changed on the server (412)", .readAgain),
        (404, "", "the resource does not exist on the server (404)", .readAgain),
        (503, "", "the server is not available at the moment (503)", .wait),
        (418, "", "unexpected status (418)", .giveUp),
        (507, "", "the server has no space left (507)", .giveUp),
        (301, "", "the resource is at another address (301)", .giveUp),
    ])
    func `refusals have a description and a next step`(
        code: Int,
        body: String,
        words: String,
        remedy: DAVRefusal.Remedy
    ) throws {
        let refusal = try #require(DAVRefusal(answer(code, error(body))))
        #expect(refusal.description == words)
        #expect(refusal.remedy == remedy)
    }

    @Test func `the href of the item with the same UID is kept`() throws {
        let body = error(
            "<C:unique-scheduling-object-resource><D:href>/w/a&amp;b.ics</D:href></C:unique-scheduling-object-resource>"
        )
        #expect(DAVRefusal(answer(403, body))?.href == Array("/w/a&b.ics".utf8))
    }

    @Test(arguments: [
        "", "Bad Request", "<html><body><error/></body></html>", "<error><x/></error>", "<!DOCTYPE x>",
        "<D:error xmlns:D='DAV:'",
    ])
    func `a body that is not an error contains no conditions`(body: String) {
        #expect(Precondition.all(inErrorBody: Array(body.utf8)).isEmpty)
    }

    @Test func `the number of conditions in an error is limited`() {
        let many = error((0..<500).map { "<D:x\($0)/>" }.joined())
        #expect(Precondition.all(inErrorBody: Array(many.utf8)).count == 16)
        let cut = error("<D:valid-sync-token/>").dropLast(9)
        #expect(Precondition.all(inErrorBody: Array(cut.utf8)) == [.validSyncToken])
    }

    @Test func `names from a server cannot control the terminal`() {
        let body = error("<D:x\u{202E}\u{80}y/>")
        let words = DAVRefusal(answer(403, body))?.description ?? ""
        #expect(words == "the server reports 'x\\u{202e}\\u{80}y' (403)")
    }

    @Test func `a partially failed write counts as refused`() throws {
        let body = multistatus(
            """
            <d:response><d:href>/work/</d:href><d:propstat><d:prop><d:displayname/></d:prop>\
            <d:status>HTTP/1.1 424 Failed Dependency</d:status></d:propstat><d:propstat><d:prop><a:calendar-color/></d:prop>\
            <d:status>HTTP/1.1 403 Forbidden</d:status><d:error><d:cannot-modify-protected-property/></d:error>\
            </d:propstat></d:response>
            """
        )
        let refusal = try #require(DAVRefusal(answer(207, body), to: .propertyPatch))
        #expect(refusal.description == "the server reports 'cannot-modify-protected-property' (403)")
        #expect(DAVRefusal(answer(207, body), to: .propertyFind) == nil)
        let members = multistatus(status("/work/1.ics", "423 Locked"))
        #expect(DAVRefusal(answer(207, members), to: .delete)?.href == Array("/work/1.ics".utf8))
        let done = multistatus(found("/work/", "<d:displayname/>"))
        #expect(DAVRefusal(answer(207, done), to: .propertyPatch) == nil)
    }

    @Test func `the server's own words are quoted, without control characters`() throws {
        let words = "DTEND must occur\u{9B}31m after DTSTART"
        let body = error("<C:valid-calendar-data/><D:responsedescription> \(words)\n</D:responsedescription>")
        let refusal = try #require(DAVRefusal(answer(403, body)))
        #expect(refusal.explanation == "DTEND must occur\\u{9b}31m after DTSTART")
        #expect(
            refusal.description
                == "the server rejects the item as invalid: 'DTEND must occur\\u{9b}31m after DTSTART' (403)"
        )
        let long = error(
            "<D:responsedescription>\(String(repeating: "x", count: 8000))</D:responsedescription>"
        )
        #expect(DAVRefusal(answer(403, long))?.explanation?.count == 201)
    }

    @Test func `success is not a refusal`() {
        for code in [200, 201, 204, 207] { #expect(DAVRefusal(answer(code)) == nil) }
        #expect(DAVRefusal(answer(302, "", "Location: /x"))?.location == "/x")
    }
}
