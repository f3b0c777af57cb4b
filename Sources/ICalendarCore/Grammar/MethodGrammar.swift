/// The requirements that a METHOD imposes on one component type, from a table in RFC 5546.
package struct MethodGrammar: Sendable {
    /// The component name, such as `VEVENT`.
    package let component: String
    package let method: String
    package let section: RFCSection
    /// Whether the calendar may contain only one such component.
    package let isSingle: Bool
    /// Properties required exactly once.
    package let one: [String]
    /// Properties required at least once.
    package let some: [String]
    /// Properties allowed at most once, although RFC 5545 allows more.
    let atMostOne: [String]
    /// Properties and components that are not allowed.
    package let none: [String]
    /// The prepared breaches for missing properties in ``one`` and ``some``, because thousands of components may lack
    /// the same properties.
    let lacks: [MethodBreach]

    package init(
        _ component: String,
        _ method: String,
        _ section: RFCSection,
        isSingle: Bool = false,
        one: String = "",
        some: String = "",
        atMostOne: String = "",
        none: String = ""
    ) {
        self.component = component
        self.method = method
        self.section = section
        self.isSingle = isSingle
        self.one = one.words
        self.some = some.words
        self.atMostOne = atMostOne.words
        self.none = none.words
        lacks = (self.one + self.some).map { name in
            MethodBreach(
                isLack: true,
                property: name,
                message: "\(component) with METHOD:\(method) has no \(name)",
                section: section
            )
        }
    }

    /// The components to which a METHOD can apply.
    package static let components = ["VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"]

    package static let methods = Set(all.map(\.method))

    /// Returns the table for a method and a component, or nil if RFC 5546 does not contain one.
    package static func table(_ method: String, _ component: String) -> MethodGrammar? {
        all.first { $0.method == method && $0.component == component }
    }
}

/// A component's violation of the calendar's METHOD.
package struct MethodBreach: Sendable, Hashable {
    /// Whether something is missing rather than superfluous.
    package var isLack = false
    package var property: String?
    /// The index of the offending property, or nil if no property causes the breach.
    package var place: Int?
    package let message: String
    package let section: RFCSection
}

/// Checks of a METHOD's requirements, used by ``CalendarContents/validate()`` and for building messages.
extension MethodGrammar {
    /// Returns a component's violations of this table.
    package func breaches(by component: Component) -> [MethodBreach] {
        needs(of: component) + surplus(of: component) + values(of: component)
    }

    private func needs(of component: Component) -> [MethodBreach] {
        zip(one + some, lacks).compactMap { name, lack in
            let count = component.properties.count { property in
                // In a reply, a delegate appears in addition to the delegator.
                property.name == name && (method != "REPLY" || property.parameters["DELEGATED-FROM"] == nil)
            }
            if count == 0, component.first(name) == nil { return lack }
            // RFC 5545 already limits the other properties to one.
            guard count > 1, name == "ATTENDEE", one.contains(name) else { return nil }
            return breach(
                name,
                component.properties.lastIndex { $0.name == name },
                "\(component.name) with METHOD:\(method) has \(count) ATTENDEE properties, only 1 is allowed"
            )
        }
    }

    private func surplus(of component: Component) -> [MethodBreach] {
        var breaches: [MethodBreach] = []
        for name in atMostOne where component.properties.count(where: { $0.name == name }) > 1 {
            breaches.append(
                breach(
                    name,
                    component.properties.lastIndex { $0.name == name },
                    "\(component.name) with METHOD:\(method) has more than one \(name)"
                )
            )
        }
        for name in none {
            if let place = component.properties.firstIndex(where: { $0.name == name }) {
                let message = "\(name) is not allowed in \(component.name) with METHOD:\(method)"
                breaches.append(breach(name, place, message))
            } else if component.components.contains(where: { $0.name == name }) {
                let message = "\(name) is not allowed in \(component.name) with METHOD:\(method)"
                breaches.append(breach(nil, nil, message))
            }
        }
        return breaches
    }

    private func values(of component: Component) -> [MethodBreach] {
        if method == "CANCEL", let place = component.properties.firstIndex(where: { $0.name == "STATUS" }),
            let word = component.properties[place].value.string?.uppercased(), word != "CANCELLED"
        {
            return [
                breach(
                    "STATUS",
                    place,
                    "STATUS is \(Words.quoted(word)), but METHOD:CANCEL requires CANCELLED"
                )
            ]
        }
        if method == "ADD", let place = component.properties.firstIndex(where: { $0.name == "SEQUENCE" }),
            case .integer(let number) = component.properties[place].value, number < 1
        {
            return [
                breach("SEQUENCE", place, "SEQUENCE is \(number), but METHOD:ADD requires at least 1")
            ]
        }
        return []
    }

    private func breach(_ property: String?, _ place: Int?, _ message: String) -> MethodBreach {
        MethodBreach(property: property, place: place, message: message, section: section)
    }

    /// Returns the METHOD violations (RFC 5546) of a calendar's components as a whole, each with a component index.
    package static func breaches(among components: [Component], _ method: String) -> [(
        place: Int, MethodBreach
    )] {
        var breaches: [(place: Int, MethodBreach)] = []
        var first: Component?
        for (place, component) in components.enumerated() where Self.components.contains(component.name) {
            guard let table = table(method, component.name) else {
                let message = "METHOD:\(method) is not defined for \(component.name)"
                breaches.append((place, MethodBreach(message: message, section: "5546:1.4")))
                continue
            }
            guard let before = first else {
                first = component
                continue
            }
            if before.name != component.name {
                let message = "calendar with METHOD:\(method) has both \(before.name) and \(component.name)"
                breaches.append((place, table.breach(nil, nil, message)))
            } else if table.isSingle {
                let message = "calendar with METHOD:\(method) has more than one \(component.name)"
                breaches.append((place, table.breach(nil, nil, message)))
            } else if method != "PUBLISH", let other = component.text("UID"),
                let uid = before.text("UID"), other != uid
            {
                let message = "\(component.name) components with METHOD:\(method) have different UIDs"
                breaches.append((place, table.breach("UID", nil, message)))
            }
        }
        if let first, let table = table(method, first.name), table.none.contains("VTIMEZONE"),
            let zone = components.firstIndex(where: { $0.name == "VTIMEZONE" })
        {
            let message = "VTIMEZONE is not allowed with \(first.name) and METHOD:\(method)"
            breaches.append((zone, table.breach(nil, nil, message)))
        }
        return breaches
    }
}

extension MethodGrammar {
    /// The rules in RFC 5546 sections 3.2 to 3.5 that are stricter than RFC 5545, one table per row.
    ///
    /// The table for COUNTER requires SEQUENCE, but its note allows a SEQUENCE of 0 to be omitted, so SEQUENCE is
    /// optional here.
    package static let all: [MethodGrammar] = [
        .init(
            "VEVENT",
            "PUBLISH",
            "5546:3.2.1",
            one: "DTSTART ORGANIZER SUMMARY",
            atMostOne: "CONTACT",
            none: "ATTENDEE REQUEST-STATUS"
        ),
        .init(
            "VEVENT",
            "REQUEST",
            "5546:3.2.2",
            one: "DTSTART ORGANIZER SUMMARY",
            some: "ATTENDEE",
            none: "REQUEST-STATUS"
        ),
        .init("VEVENT", "REPLY", "5546:3.2.3", one: "ATTENDEE ORGANIZER", none: "VALARM"),
        .init(
            "VEVENT",
            "ADD",
            "5546:3.2.4",
            isSingle: true,
            one: "DTSTART ORGANIZER SEQUENCE SUMMARY",
            none: "EXDATE RECURRENCE-ID REQUEST-STATUS RDATE RRULE"
        ),
        .init("VEVENT", "CANCEL", "5546:3.2.5", one: "ORGANIZER SEQUENCE", none: "REQUEST-STATUS VALARM"),
        .init(
            "VEVENT",
            "REFRESH",
            "5546:3.2.6",
            isSingle: true,
            one: "ATTENDEE ORGANIZER",
            none: "ATTACH CATEGORIES CLASS CONTACT CREATED DESCRIPTION DTEND DTSTART DURATION EXDATE GEO"
                + " LAST-MODIFIED LOCATION PRIORITY RDATE RELATED-TO REQUEST-STATUS RESOURCES RRULE SEQUENCE STATUS"
                + " SUMMARY TRANSP URL VALARM"
        ),
        .init("VEVENT", "COUNTER", "5546:3.2.7", isSingle: true, one: "DTSTART ORGANIZER SUMMARY"),
        .init(
            "VEVENT",
            "DECLINECOUNTER",
            "5546:3.2.8",
            one: "ORGANIZER SEQUENCE",
            some: "ATTENDEE",
            none: "VALARM"
        ),
        .init(
            "VFREEBUSY",
            "PUBLISH",
            "5546:3.3.1",
            one: "DTSTART DTEND ORGANIZER",
            atMostOne: "CONTACT",
            none: "ATTENDEE DURATION REQUEST-STATUS VALARM VTIMEZONE"
        ),
        .init(
            "VFREEBUSY",
            "REQUEST",
            "5546:3.3.2",
            isSingle: true,
            one: "DTEND DTSTART ORGANIZER",
            some: "ATTENDEE",
            atMostOne: "CONTACT",
            none: "FREEBUSY DURATION REQUEST-STATUS URL VALARM VTIMEZONE"
        ),
        .init(
            "VFREEBUSY",
            "REPLY",
            "5546:3.3.3",
            isSingle: true,
            one: "ATTENDEE DTEND DTSTART ORGANIZER",
            atMostOne: "CONTACT",
            none: "DURATION SEQUENCE VALARM VTIMEZONE"
        ),
        .init(
            "VTODO",
            "PUBLISH",
            "5546:3.4.1",
            one: "DTSTART ORGANIZER PRIORITY SUMMARY",
            none: "ATTENDEE REQUEST-STATUS"
        ),
        .init(
            "VTODO",
            "REQUEST",
            "5546:3.4.2",
            one: "DTSTART ORGANIZER PRIORITY SUMMARY",
            some: "ATTENDEE",
            none: "REQUEST-STATUS"
        ),
        .init("VTODO", "REPLY", "5546:3.4.3", one: "ATTENDEE ORGANIZER", none: "VALARM"),
        .init(
            "VTODO",
            "ADD",
            "5546:3.4.4",
            isSingle: true,
            one: "ORGANIZER PRIORITY SEQUENCE SUMMARY",
            none: "EXDATE RECURRENCE-ID REQUEST-STATUS RDATE RRULE"
        ),
        .init("VTODO", "CANCEL", "5546:3.4.5", one: "ORGANIZER SEQUENCE", none: "REQUEST-STATUS VALARM"),
        .init(
            "VTODO",
            "REFRESH",
            "5546:3.4.6",
            isSingle: true,
            one: "ATTENDEE",
            none: "ATTACH CATEGORIES CLASS COMMENT COMPLETED CONTACT CREATED DESCRIPTION DTSTART DUE DURATION"
                + " EXDATE GEO LAST-MODIFIED LOCATION ORGANIZER PERCENT-COMPLETE PRIORITY RDATE RELATED-TO"
                + " REQUEST-STATUS RESOURCES RRULE SEQUENCE STATUS URL VALARM"
        ),
        .init(
            "VTODO",
            "COUNTER",
            "5546:3.4.7",
            isSingle: true,
            one: "ORGANIZER PRIORITY SUMMARY",
            some: "ATTENDEE"
        ),
        .init(
            "VTODO",
            "DECLINECOUNTER",
            "5546:3.4.8",
            isSingle: true,
            one: "ORGANIZER SEQUENCE",
            some: "ATTENDEE",
            none: "VALARM"
        ),
        .init(
            "VJOURNAL",
            "PUBLISH",
            "5546:3.5.1",
            one: "DESCRIPTION DTSTART ORGANIZER",
            none: "ATTENDEE REQUEST-STATUS"
        ),
        .init(
            "VJOURNAL",
            "ADD",
            "5546:3.5.2",
            isSingle: true,
            one: "DESCRIPTION DTSTART ORGANIZER SEQUENCE",
            none: "ATTENDEE EXDATE RECURRENCE-ID REQUEST-STATUS RDATE RRULE"
        ),
        .init(
            "VJOURNAL",
            "CANCEL",
            "5546:3.5.3",
            one: "ORGANIZER SEQUENCE",
            none: "ATTENDEE REQUEST-STATUS VALARM"
        ),
    ]
}
