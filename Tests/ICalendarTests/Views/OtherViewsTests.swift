import ICalendar
import Testing

@testable import ICalendarCore

@Suite struct OtherViewsTests {
    private let instant = Instant(secondsSince1970: 1_775_000_000)

    @Test func `the values set in a to-do read back unchanged`() {
        var todo = Todo()
        todo.due = .utc(CivilDateTime(secondNumber: 1_775_000_000))
        todo.completed = instant
        todo.percentComplete = 40
        todo.status = .needsAction
        todo.position = (52.5, 13.4)
        #expect(todo.completed == instant && todo.percentComplete == 40 && todo.status == .needsAction)
        #expect(todo.component.text("STATUS") == "NEEDS-ACTION")
        #expect(todo.position?.latitude == 52.5 && todo.position?.longitude == 13.4)
        #expect(todo.due == .utc(CivilDateTime(secondNumber: 1_775_000_000)))
    }

    @Test func `a journal entry can have several descriptions`() {
        var journal = Journal()
        journal.descriptions = ["a", "b"]
        journal.status = .final
        #expect(journal.component.all("DESCRIPTION").count == 2)
        #expect(journal.descriptions == ["a", "b"] && journal.status == .final)
    }

    @Test func `busy times have a type and periods`() {
        let period = Value.Period(
            start: CivilDateTime(secondNumber: 0),
            isUTC: true,
            end: .duration(NominalDuration(seconds: 60))
        )
        var freeBusy = FreeBusy()
        freeBusy.busyTimes = [FreeBusy.BusyTime([period], kind: .tentative)]
        #expect(freeBusy.component.first("FREEBUSY")?.parameters["FBTYPE"] == "BUSY-TENTATIVE")
        #expect(freeBusy.busyTimes.first?.periods == [period])
        let plain = FreeBusy.BusyTime(Property("FREEBUSY", .list([.period(period), .period(period)])))
        #expect(plain.kind == .busy && plain.periods.count == 2)
    }

    @Test func `an absolute trigger is a UTC time`() {
        var alarm = Alarm()
        alarm.trigger = .absolute(instant)
        #expect(alarm.component.first("TRIGGER")?.parameters["VALUE"] == "DATE-TIME")
        #expect(alarm.trigger == .absolute(instant))
        #expect(alarm.repetitions == 0)
    }

    @Test func `setting observances keeps the rest of a time zone definition`() {
        var zone = TimeZoneDefinition()
        zone.timeZoneID = "Mine"
        zone.component.components = [Component("X-OTHER")]
        var summer = TimeZoneObservance()
        summer.isDaylight = true
        summer.offsetFrom = 3600
        summer.offsetTo = 7200
        summer.start = .floating(CivilDateTime(secondNumber: 0))
        summer.names = ["CEST"]
        zone.observances = [summer]
        #expect(zone.component.components.map(\.name) == ["X-OTHER", "DAYLIGHT"])
        #expect(zone.observances == [summer] && zone.observances.first?.offsetTo == 7200)
    }

    @Test func `attachments are URIs or binary data`() {
        let linked = Attachment(uri: "https://example.com/a.pdf", formatType: "application/pdf")
        #expect(linked.uri == "https://example.com/a.pdf" && linked.base64 == nil)
        #expect(linked.formatType == "application/pdf")
        let inline = Attachment(Property("ATTACH", .binary(base64: "YQ==")))
        #expect(inline.uri == nil && inline.base64 == "YQ==")
    }

    @Test func `conferences and images list their purposes`() {
        let call = Conference(uri: "tel:+49", features: [.phone, .audio], label: "Dial in")
        #expect(call.property.parameters.values("FEATURE") == ["AUDIO", "PHONE"])
        #expect(call.features == [.phone, .audio] && call.label == "Dial in")
        let joined = Conference(
            Property("CONFERENCE", .uri("x:y"), parameters: [Parameter("FEATURE", "video,CHAT,HOLOGRAM")])
        )
        #expect(joined.features == [.video, .chat])
        #expect(ImageReference(uri: "https://example.com/a.png", display: [.badge]).display == [.badge])
    }

    @Test func `a relation without RELTYPE refers to a parent`() {
        let plain = RelatedComponent(Property("RELATED-TO", .text("u")))
        #expect(plain.uid == "u" && plain.relation == .parent)
        #expect(RelatedComponent(uid: "u", relation: .sibling).property.parameters["RELTYPE"] == "SIBLING")
    }

    @Test func `setting a parameter does not affect other parameters`() {
        var property = Property(
            "SUMMARY",
            .text("s"),
            parameters: [Parameter("X-A", "1"), Parameter("LANGUAGE", "de"), Parameter("X-B", "2")]
        )
        property.language = "en"
        #expect(property.parameters.map(\.name) == ["X-A", "LANGUAGE", "X-B"])
        property.language = nil
        #expect(property.parameters.map(\.name) == ["X-A", "X-B"])
        property.declaredType = .text
        #expect(property.parameters["VALUE"] == "TEXT" && property.declaredType == .text)
    }
}
