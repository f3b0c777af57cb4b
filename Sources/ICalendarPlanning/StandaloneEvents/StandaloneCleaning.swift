import ICalendarCore
import ICalendarChecking
import ICalendarExchange

/// Takes out of an event by itself what was broken where it comes from.
///
/// What has a repair is mended; of the rest a parameter goes before its property, and a property before its component.
/// What a repair takes out, such as a second SUMMARY, is left out too.
/// Links are percent-encoded where they have to be, and one that is no URI then goes; an address that is none is written as
/// one that leads nowhere, so that nobody is lost.
enum StandaloneCleaning {
    /// More rounds than this take out nothing new: what is taken out can leave another property without its partner.
    private static let mostRounds = 10

    /// The event without what breaks the rules, and what that was; `zones` are those of its own times, which may be of its
    /// file alone.
    static func cleaned(_ event: Component, knowing zones: [Zone]) -> (event: Component, leftOut: LeftOut) {
        var leftOut = LeftOut()
        var calendar = CalendarObject(
            Component(
                "VCALENDAR",
                properties: [Property("VERSION", .text("2.0")), Property("PRODID", .text("-//-//EN"))],
                components: [
                    (event.laidOutAnew() ?? event).withTimesInUTC(knowing: zones, &leftOut).withoutControls
                ]
            )
        )
        for _ in 0..<mostRounds {
            guard let event = calendar.component.components.first else { break }
            let tree = ComponentTree(event)
            var findings = CalendarCheck(calendar, keeping: .allOrOneMendable).ofComponent(at: 0, in: tree)
            if findings.contains(where: { $0.contains { $0.mend != nil } }) {
                // Repairs come first, as they keep what was meant; of a flood all is found only once at a time.
                findings = []
                if let (mended, removed) = calendar.repairedSilently() {
                    calendar = mended
                    leftOut.add(removed)
                    continue
                }
                findings = CalendarCheck(calendar).ofComponent(at: 0, in: tree)
            }
            guard let rest = without(findings, in: tree, &leftOut) else { break }
            calendar.component.components[0] = rest
        }
        return (calendar.component.components.first ?? event, leftOut)
    }

    /// The component without what the errors among these findings are about; nil when there is nothing to take out.
    private static func without(
        _ findings: [[Finding]],
        in tree: ComponentTree,
        _ leftOut: inout LeftOut
    ) -> Component? {
        var changed: [Int: [Property]] = [:]
        var dropped: Set<Int> = []
        for (index, findings) in findings.enumerated() {
            // A component may have a hundred thousand errors, which need not be kept twice.
            let errors = findings.indices.filter {
                findings[$0].violation.severity == .error
            }
            guard let first = errors.first else { continue }
            var ofProperties = errors.filter { findings[$0].place != nil }[...]
            if !ofProperties.isEmpty {
                func place(_ error: Int) -> Int { findings[error].place ?? 0 }
                ofProperties.sort { (place($0), $0) < (place($1), $1) }
                var rest: [Property] = []
                for (place, property) in tree.nodes[index].component.properties.enumerated() {
                    let errors = ofProperties.prefix { findings[$0].place == place }
                    guard let first = errors.first else {
                        rest.append(property)
                        continue
                    }
                    ofProperties.removeFirst(errors.count)
                    leftOut.add(findings[first].violation)
                    // What is wrong with a thousand values of a parameter is mended at once.
                    if let mended = mended(property, Set(errors.map { findings[$0].violation.code })) {
                        rest.append(mended)
                    }
                }
                changed[index] = rest
            } else if findings[first].isOfMailToNobody {
                // Left out, it would not go off at all.
                let nobody = Property("ATTENDEE", .calendarAddress(AddressText.nowhere))
                changed[index] = tree.nodes[index].component.properties + [nobody]
            } else if index > 0 {
                leftOut.add(findings[first].violation)
                dropped.insert(index)
            }
        }
        if changed.isEmpty, dropped.isEmpty { return nil }
        return tree.replacing(changed, without: dropped)
    }

    /// A property without the parameters that are wrong, or nil when more than those is.
    private static func mended(_ property: Property, _ codes: Set<Violation.Code>) -> Property? {
        var mended = property
        for code in codes {
            switch code {
            case .undefinedZone, .needlessTimeZone: mended[parameter: "TZID"] = nil
            case .badAddress:
                // Whoever it is stays among those who were asked.
                mended.value = .calendarAddress(AddressText.uri(ofText: mended.value.string ?? ""))
            case .badURI:
                let uri = URIText.encoded((mended.value.string ?? "").trimmingBlanks)
                guard URIText.flaw(in: uri) == nil else { return nil }
                mended.value = .uri(uri)
            case .parameterValue, .repeatedParameter: mended.parameters = sound(mended.parameters)
            case _
            where mended.name == "TRIGGER" && (code == .misplacedParameter || code == .requiredTogether):
                // A trigger that counts from the end of what takes no time counts from its start.
                mended[parameter: "RELATED"] = nil
            default: return nil
            }
        }
        let isWritten = property.sourceBytes != nil && mended.sourceBytes == nil
        return mended != property || isWritten ? mended : nil
    }

    private static func sound(_ parameters: [Parameter]) -> [Parameter] {
        ExchangeParameters.merged(
            parameters.filter { $0.name == "VALUE" }.prefix(1) + parameters.filter { $0.name != "VALUE" }
        )
        .compactMap { parameter in
            guard let grammar = ParameterGrammar.named[parameter.name] else { return parameter }
            let values = parameter.values.compactMap { value -> String? in
                if grammar.form.flaw(in: value) == nil { return value }
                // Somebody whose status is unknown must not become somebody who has not answered.
                guard case .words(_, isOpen: true) = grammar.form, !value.trimmingBlanks.isEmpty else {
                    return nil
                }
                return ExtensionName.made(of: value)
            }
            guard !values.isEmpty else { return nil }
            return Parameter(capitals: parameter.name, values: grammar.isList ? values : [values[0]])
        }
    }
}

extension Finding {
    /// Whether it is that an alarm by mail says to nobody's address.
    fileprivate var isOfMailToNobody: Bool {
        violation.code == .missingProperty && violation.component == "VALARM"
            && violation.property == "ATTENDEE"
    }
}

extension ComponentTree {
    /// The tree with these properties in the place of those of some components, and without some components.
    fileprivate func replacing(_ properties: [Int: [Property]], without dropped: Set<Int>) -> Component {
        var inside: [Int: [Component]] = [:]
        for index in nodes.indices.reversed() where !dropped.contains(index) {
            let node = nodes[index]
            let component = Component(
                node.component.name,
                properties: properties[index] ?? node.component.properties,
                components: inside.removeValue(forKey: index)?.reversed() ?? []
            )
            guard let parent = node.parent else { return component }
            inside[parent, default: []].append(component)
        }
        return nodes[0].component
    }
}

extension Component {
    /// The component and those inside it without lines that are no properties.
    var withPropertiesAlone: Component {
        if components.isEmpty { return Component(name, properties: properties) }
        return ComponentTree(self).replacing([:], without: [])
    }

    /// The component with the lines that hold control characters as they are written anew, which is without them.
    ///
    /// Repairs leave such lines alone, as they could mean something else then; of an occurrence all is decided.
    fileprivate var withoutControls: Component {
        let tree = ComponentTree(self)
        var changed: [Int: [Property]] = [:]
        for (index, node) in tree.nodes.enumerated() {
            let places = node.component.properties.indices.filter {
                WrittenLine(node.component.properties[$0])?.holdsControls == true
            }
            guard !places.isEmpty else { continue }
            var list = node.component.properties
            for place in places { list[place].writeAnew() }
            changed[index] = list
        }
        return changed.isEmpty ? self : tree.replacing(changed, without: [])
    }

    /// The component with the times of X- properties, and of triggers, in UTC: there will be no VTIMEZONE beside it, and RFC
    /// 5545 section 3.2.19 wants one for each TZID.
    ///
    /// A TZID that is not known here goes, and its times float; one that begins with a slash stays, as it is none of a
    /// VTIMEZONE.
    fileprivate func withTimesInUTC(knowing zones: [Zone], _ leftOut: inout LeftOut) -> Component {
        let tree = ComponentTree(self)
        var resolver: TimeResolver?
        var changed: [Int: [Property]] = [:]
        for (index, node) in tree.nodes.enumerated() {
            // Thousands of properties may have one: the list is changed where it is.
            var list = node.component.properties
            var isChanged = false
            for (place, property) in node.component.properties.enumerated() {
                let isTrigger = property.name == "TRIGGER"
                guard let id = property.timeZoneID, isTrigger || !id.hasPrefix("/"),
                    isTrigger || PropertyGrammar.index[property.name] == nil
                else { continue }
                if resolver == nil {
                    let context = SeriesContext(displayZone: .utc)
                    resolver = TimeResolver(
                        calendar: CalendarObject(Component("VCALENDAR")),
                        context: context
                    )
                }
                let name = id.zoneKey
                let own = zones.first { $0.identifier.zoneKey == name }
                let zone = own ?? resolver?.zone(id, line: nil)
                if zone == nil { leftOut.add(Self.violation(unknown: id, property)) }
                list[place] = property.inUTC(zone)
                isChanged = true
            }
            if isChanged { changed[index] = list }
        }
        return changed.isEmpty ? self : tree.replacing(changed, without: [])
    }

    /// What is wrong with a TZID that is not known.
    fileprivate static func violation(unknown id: String, _ property: Property) -> Violation {
        Violation(
            .warning,
            .undefinedZone,
            line: property.line,
            property: property.name,
            "the zone \"\(Words.short(id))\" of \(property.name) is not known beside its file; its times are written as floating",
            section: "RFC 5545 section 3.2.19"
        )
    }
}

extension Property {
    /// The property without a TZID, its local times as this zone has them in UTC; without a zone they float.
    fileprivate func inUTC(_ zone: Zone?) -> Property {
        var property = self
        property[parameter: "TZID"] = nil
        guard let zone else { return property }
        let values = value.elements.map { value -> Value in
            switch value {
            case .dateTime(let time, false): .dateTime(zone.instant(of: time).inUTC, isUTC: true)
            case .raw(let text): .raw(Property.inUTC(text, zone))
            default: value
            }
        }
        property.value = Value(elements: values) ?? value
        return property
    }

    /// The times of a text in UTC; what is no local time stays.
    private static func inUTC(_ text: String, _ zone: Zone) -> String {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            guard case .floating(let time)? = try? EventTime(String(part)) else { return String(part) }
            return ValueText.string(.dateTime(zone.instant(of: time).inUTC, isUTC: true))
        }.joined(separator: ",")
    }
}

extension Instant {
    fileprivate var inUTC: CivilDateTime { CivilDateTime(secondNumber: secondsSince1970) }
}
