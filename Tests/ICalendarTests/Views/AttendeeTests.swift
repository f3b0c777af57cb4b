import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct AttendeeTests {
    private func attendee(_ address: String, _ parameters: [String: String] = [:]) -> Attendee {
        let parameters = parameters.map { Parameter($0.key, $0.value) }
        return Attendee(Property("ATTENDEE", .calendarAddress(address), parameters: parameters))
    }

    @Test(arguments: [
        ("mailto:jane@example.com", "jane@example.com"), ("MAILTO:jane@example.com", "jane@example.com"),
        ("MailTo: jane@example.com ", "jane@example.com"), (" mailto:jane@example.com", "jane@example.com"),
        ("mailto:Jane.Doe@EXAMPLE.Com", "Jane.Doe@example.com"),
        ("mailto:jane@example.com?subject=Hi%20there", "jane@example.com"),
        ("mailto:jane%40home@example.com", "jane@home@example.com"),
        ("mailto:j%C3%BCrgen@example.com", "jürgen@example.com"),
        ("mailto:jane%2Bcal@Example.com", "jane+cal@example.com"),
        ("mailto:what%3Fnot@example.com", "what?not@example.com"),
        ("mailto:100%@example.com", "100%@example.com"),
        ("mailto:bad%FFbyte@example.com", "bad%FFbyte@example.com"),
        ("mailto:jane", "jane"), ("mailto:jane@[IPv6:2001:db8::1]", "jane@[ipv6:2001:db8::1]"),
        ("mailto:a,b;c@example.com", "a,b;c@example.com"),
        ("mailto:a@example.com?cc=b@example.com,c@example.com", "a@example.com"),
    ])
    func `an address loses mailto and its query, is decoded, and gets a lowercase domain`(
        address: String,
        email: String
    ) {
        #expect(attendee(address).email == email)
        #expect(attendee(address).uri == address)
    }

    @Test(arguments: [
        ("mailto:<x@Y.example>", "x@y.example"), ("MAILTO: < x@y.example > ", "x@y.example"),
        ("mailto:%3Cx@y.example%3E", "x@y.example"), ("mailto:<>", "<>"),
        ("mailto:Jo <x@Y.example>", "x@y.example"), ("Jo <x@Y.example>", "x@y.example"),
        ("<x@y.example>", "x@y.example"), ("mailto:\"<Jo>\" <x@y.example>", "x@y.example"),
        ("mailto:mailto:x@Y.example", "x@y.example"), ("MAILTO:Mailto: mailto:x@y.example", "x@y.example"),
        ("\"mailto:x@Y.example\"", "x@y.example"), ("mailto:x@Y.example;PARTSTAT=DECLINED", "x@y.example"),
        ("mailto:x@y.example, mailto:b@y.example", "x@y.example"),
        ("x@Y.example:PARTSTAT=ACCEPTED", "x@y.example"),
        ("x@y.example;CN=a@b.example", "x@y.example"), ("mailto:x@y.example\\,b@y.example", "x@y.example"),
        ("mailto:mailto:<x@y.example>?subject=a", "x@y.example"),
        ("mailto:mailto%3Ax@y.example", "x@y.example"),
        ("<mailto:x@Y.example>", "x@y.example"), (",mailto:x@Y.example", "x@y.example"),
        (":mailto:x@y.example", "x@y.example"), ("\"mailto:x@y.example", "x@y.example"),
        ("'mailto:x@y.example'", "x@y.example"), ("mailto::x@y.example", "x@y.example"),
        ("mailto://x@Y.example", "x@y.example"), ("mailto;x@y.example", "x@y.example"),
        ("Jo <mailto:x@y.example>", "x@y.example"), ("Jo mailto:x@y.example", "x@y.example"),
        ("SENT-BY=mailto:a@y.example:mailto:x@y.example", "x@y.example"),
        (",mailto:x@y.example,mailto:b@y.example", "x@y.example"),
    ])
    func
        `quotes, angle brackets, a name, a second mailto and other text around an email address are reported`(
            address: String,
            email: String
        )
    {
        #expect(attendee(address).email == email)
        #expect(attendee(address).uri == address)
        let event = Component("VEVENT", properties: [attendee(address).property])
        #expect(event.addressDiagnostics(file: nil).isEmpty == (email == "<>"))
    }

    @Test(arguments: ["", " ", "mailto:", "MAILTO: "])
    func `an address without a name or an email is ignored and reported`(address: String) {
        let event = Component("VEVENT", properties: [attendee(address).property])
        #expect(event.addressDiagnostics(file: nil).map(\.message) == ["empty ATTENDEE; ignored"])
        #expect(Event(event).attendees.isEmpty)
        let named = Component("VEVENT", properties: [attendee(address, ["CN": "Jo"]).property])
        #expect(named.addressDiagnostics(file: nil) == [])
        #expect(Event(named).attendees.map(\.name) == ["Jo"])
    }

    @Test(arguments: [
        "urn:uuid:5b4d4a0e", "urn:x:mailto:a@y.example", "http://y.example/?mailto:a@y.example",
        "invalid:nomail", "/principals/jane", "http://example.com/jane@home", "",
    ])
    func `without mailto, the email is the EMAIL parameter or nil`(address: String) {
        #expect(attendee(address).email == nil)
        #expect(attendee(address, ["EMAIL": "Jane@EXAMPLE.com"]).email == "Jane@example.com")
        #expect(attendee(address, ["EMAIL": ""]).email == nil)
    }

    @Test func `an EMAIL parameter does not replace a mailto address`() {
        #expect(attendee("mailto:a@example.com", ["EMAIL": "b@example.com"]).email == "a@example.com")
    }

    @Test func `an address without a scheme is an email and is reported`() throws {
        let property = Property("ATTENDEE", .calendarAddress("jane@Example.com"))
        #expect(Attendee(property).email == "jane@example.com")
        let event = Component(
            "VEVENT",
            properties: [property, Property("ORGANIZER", .calendarAddress("x@y.example"))]
        )
        let remarks = event.addressDiagnostics(file: "a.ics")
        #expect(remarks.count == 2)
        #expect(remarks.first?.code == .address)
        #expect(remarks.first?.message.contains("jane@Example.com") == true)
    }

    @Test(arguments: [
        "mailto:jane@example.com", "urn:uuid:1", "jane", "a b@example.com", "@example.com", "a@",
    ])
    func `other kinds of addresses are not reported`(address: String) {
        let event = Component("VEVENT", properties: [Property("ATTENDEE", .calendarAddress(address))])
        #expect(event.addressDiagnostics(file: nil).isEmpty)
    }

    @Test func `the name is CN and is never made up`() {
        #expect(attendee("mailto:jane@example.com", ["CN": "Jane \"J\" Doe"]).name == "Jane \"J\" Doe")
        #expect(attendee("mailto:jane@example.com", ["CN": ""]).name == nil)
        #expect(attendee("mailto:jane@example.com").name == nil)
    }

    @Test(arguments: [
        ("NEEDS-ACTION", Attendee.Status.pending), ("accepted", .accepted), ("DECLINED", .declined),
        ("TENTATIVE", .tentative), ("DELEGATED", .delegated), ("COMPLETED", .completed),
        ("In-Process", .inProcess), ("MAYBE", .unknown), ("", .pending), ("UNKNOWN", .unknown),
    ])
    func `PARTSTAT is case-insensitive`(word: String, status: Attendee.Status) {
        #expect(attendee("mailto:a@b.example", ["PARTSTAT": word]).status == status)
    }

    @Test(arguments: [
        ("REQ-PARTICIPANT", Attendee.Role.required), ("opt-participant", .optional), ("CHAIR", .chair),
        ("NON-PARTICIPANT", .nonParticipant), ("GUEST", .unknown),
    ])
    func `ROLE is case-insensitive`(word: String, role: Attendee.Role) {
        #expect(attendee("mailto:a@b.example", ["ROLE": word]).role == role)
    }

    @Test(arguments: [
        ("INDIVIDUAL", Attendee.UserType.person), ("room", .room), ("RESOURCE", .resource), ("GROUP", .group),
        ("UNKNOWN", .unknown), ("ROBOT", .unknown),
    ])
    func `CUTYPE is case-insensitive`(word: String, kind: Attendee.UserType) {
        #expect(attendee("mailto:a@b.example", ["CUTYPE": word]).type == kind)
    }

    @Test func `status, role and type default to pending, required and person`() {
        let plain = attendee("mailto:a@b.example")
        #expect(plain.status == .pending && plain.role == .required && plain.type == .person)
        #expect(plain.expectsReply == false && plain.delegates.isEmpty && plain.sentBy == nil)
    }

    @Test func `setters write the parameters that the getters read`() {
        var attendee = Attendee(email: "jane@example.com", name: "Jane")
        attendee.status = .inProcess
        attendee.role = .optional
        attendee.type = .room
        attendee.expectsReply = true
        attendee.delegates = ["mailto:a@b.example", "mailto:c@d.example"]
        #expect(attendee.property.parameters["PARTSTAT"] == "IN-PROCESS")
        #expect(attendee.property.parameters["ROLE"] == "OPT-PARTICIPANT")
        #expect(attendee.property.parameters["CUTYPE"] == "ROOM")
        #expect(attendee.property.parameters["RSVP"] == "TRUE")
        #expect(attendee.property.parameters.values("DELEGATED-TO").count == 2)
        attendee.email = "jo@example.com"
        #expect(attendee.uri == "mailto:jo@example.com" && attendee.name == "Jane")
        attendee.name = nil
        #expect(attendee.property.parameters["CN"] == nil)
    }

    @Test func `setting a value to unknown keeps the existing text`() {
        var odd = attendee("mailto:a@b.example", ["PARTSTAT": "MAYBE"])
        odd.status = .unknown
        #expect(odd.property.parameters["PARTSTAT"] == "MAYBE")
    }
}
