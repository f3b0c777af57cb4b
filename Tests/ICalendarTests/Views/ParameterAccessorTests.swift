import ICalendar
import Testing

@testable import ICalendarCore

/// A test case for a property view's accessor: a line without the parameter, the parameter, and its Swift
/// value.
struct ParameterCase: Sendable, CustomTestStringConvertible {
    let plain: String
    let parameter: String
    let reads: @Sendable (Property) -> Bool
    let write: @Sendable (Property) -> Property
    var testDescription: String { "\(plain) + \(parameter)" }

    init<View: PropertyView, Read: Equatable & Sendable>(
        _ plain: String,
        _ parameter: String,
        _ path: any WritableKeyPath<View, Read> & Sendable,
        _ value: Read
    ) {
        self.plain = plain
        self.parameter = parameter
        reads = { View($0)[keyPath: path] == value }
        write = {
            var view = View($0)
            view[keyPath: path] = value
            return view.property
        }
    }

    /// The line with the parameter.
    var full: String {
        let colon = plain.firstIndex(of: ":") ?? plain.endIndex
        return plain[..<colon] + ";" + parameter + plain[colon...]
    }
}

@Suite struct ParameterAccessorTests {
    private static let person = "ATTENDEE;X-A=1:mailto:a@example.com"
    private static let owner = "ORGANIZER:mailto:a@example.com"
    private static let picture = "IMAGE;VALUE=URI:https://example.com"
    private static let styled = "STYLED-DESCRIPTION;VALUE=TEXT:a"
    private static let link = "LINK;VALUE=URI:https://example.com"

    static let cases: [ParameterCase] = [
        ParameterCase(person, "CN=Jo", \Attendee.name, "Jo"),
        ParameterCase(person, "PARTSTAT=TENTATIVE", \Attendee.status, .tentative),
        ParameterCase(person, "ROLE=CHAIR", \Attendee.role, .chair),
        ParameterCase(person, "CUTYPE=ROOM", \Attendee.type, .room),
        ParameterCase(person, "RSVP=TRUE", \Attendee.expectsReply, true),
        ParameterCase(
            person,
            #"DELEGATED-TO="mailto:b@example.com""#,
            \Attendee.delegates,
            ["mailto:b@example.com"]
        ),
        ParameterCase(
            person,
            #"DELEGATED-FROM="mailto:b@example.com""#,
            \Attendee.delegators,
            ["mailto:b@example.com"]
        ),
        ParameterCase(
            person,
            #"MEMBER="mailto:b@example.com","mailto:c@example.com""#,
            \Attendee.groups,
            ["mailto:b@example.com", "mailto:c@example.com"]
        ),
        ParameterCase(person, #"SENT-BY="mailto:b@example.com""#, \Attendee.sentBy, "mailto:b@example.com"),
        ParameterCase(person, #"DIR="ldap://example.com""#, \Attendee.directoryEntry, "ldap://example.com"),
        ParameterCase(person, "LANGUAGE=de", \Attendee.language, "de"),
        ParameterCase(person, "SCHEDULE-AGENT=CLIENT", \Attendee.scheduleAgent, .client),
        ParameterCase(person, "SCHEDULE-FORCE-SEND=REPLY", \Attendee.forcedMessage, .reply),
        ParameterCase(person, #"SCHEDULE-STATUS="2.0,2.4""#, \Attendee.scheduleStatus, ["2.0", "2.4"]),
        ParameterCase(owner, "SCHEDULE-AGENT=CLIENT", \Organizer.scheduleAgent, .client),
        ParameterCase(owner, "SCHEDULE-STATUS=5.1", \Organizer.scheduleStatus, ["5.1"]),
        ParameterCase(owner, "CN=Jo", \Organizer.name, "Jo"),
        ParameterCase(owner, "EMAIL=b@example.com", \Organizer.property.emailParameter, "b@example.com"),
        ParameterCase("ATTACH:https://example.com", "FMTTYPE=a/b", \ICalendar.Attachment.formatType, "a/b"),
        ParameterCase(picture, "DISPLAY=BADGE,THUMBNAIL", \ImageReference.display, [.badge, .thumbnail]),
        ParameterCase(
            picture,
            #"ALTREP="https://example.com/a""#,
            \ImageReference.alternateRepresentation,
            "https://example.com/a"
        ),
        ParameterCase("CONFERENCE;VALUE=URI:tel:1", "FEATURE=CHAT", \Conference.features, [.chat]),
        ParameterCase("CONFERENCE;VALUE=URI:tel:1", "LABEL=l", \Conference.label, "l"),
        ParameterCase("FREEBUSY:20260329T093000Z/PT1H", "FBTYPE=FREE", \FreeBusy.BusyTime.kind, .free),
        ParameterCase("RELATED-TO:u", "RELTYPE=FINISHTOSTART", \RelatedComponent.relation, .finishToStart),
        ParameterCase("RELATED-TO:u", "GAP=PT1H", \RelatedComponent.gap, .hours(1)),
        ParameterCase(link, "LINKREL=SOURCE", \Link.relation, "SOURCE"),
        ParameterCase(link, "FMTTYPE=a/b", \Link.formatType, "a/b"),
        ParameterCase(link, "LANGUAGE=de", \Link.language, "de"),
        ParameterCase(styled, "DERIVED=TRUE", \StyledDescription.isDerived, true),
        ParameterCase(styled, "LANGUAGE=de", \StyledDescription.language, "de"),
        ParameterCase(styled, "FMTTYPE=text/html", \StyledDescription.formatType, "text/html"),
        ParameterCase(styled, "ORDER=2", \StyledDescription.property.order, 2),
        ParameterCase(
            "STRUCTURED-DATA;VALUE=TEXT:a",
            "SCHEMA=\"https://example.com\"",
            \StructuredData.schema,
            "https://example.com"
        ),
        ParameterCase(
            "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1,2",
            "X-TITLE=t",
            \AppleLocation.title,
            "t"
        ),
        ParameterCase(
            "X-APPLE-STRUCTURED-LOCATION;VALUE=URI:geo:1,2",
            "X-APPLE-RADIUS=100",
            \AppleLocation.radius,
            100
        ),
    ]

    @Test(arguments: cases) func `a parameter is read, and written next to existing parameters`(
        case: ParameterCase
    )
        throws
    {
        let plain = try #require(try Sample.property(`case`.plain).property)
        let full = try #require(try Sample.property(`case`.full).property)
        #expect(`case`.reads(full))
        #expect(!`case`.reads(plain))
        #expect(`case`.write(plain) == full)
        #expect(`case`.write(full) == full)
    }

    @Test(arguments: cases) func `unusual parameter values are ignored and do not cause a trap`(
        case: ParameterCase
    ) throws {
        let plain = try #require(try Sample.property(`case`.plain).property)
        let name = String(`case`.parameter.prefix { $0 != "=" })
        for words in [[], [""], ["\u{0}"], ["99999999999999999999"], ["nan", "-inf"], ["P"], ["1e400"]] {
            var odd = plain
            odd.parameters.append(Parameter(name, values: words))
            #expect(!`case`.reads(odd))
            // An unreadable parameter can be overwritten. The rest of the property is unchanged.
            #expect(`case`.reads(`case`.write(odd)))
            #expect(`case`.write(odd).value == plain.value)
        }
    }
}
