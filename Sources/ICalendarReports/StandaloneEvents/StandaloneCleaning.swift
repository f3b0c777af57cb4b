import ICalendarCore
import ICalendarChecking
import ICalendarExchange

/// A cleanup that removes invalid content from a standalone event.
///
/// Content is repaired where possible. Otherwise, the smallest invalid part is removed, so a parameter is removed
/// rather than its property, and a property rather than its component. Content that a repair removes, such as a second
/// SUMMARY, counts as removed too. URLs are percent-encoded if necessary, and removed if the result is still not a URI.
/// An invalid address becomes a placeholder URI, so that no attendee is lost.
enum StandaloneCleaning {
    /// The maximum number of rounds.
    ///
    /// Removing a property can make another one invalid.
    private static let mostRounds = 10

    /// Returns the event without violations and a count of the removed content.
    ///
    /// `zones` contains the zones of the event's times, which may be defined only in the event's file.
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
                // Repairs come first, since they preserve the meaning. To save memory, only one finding per component
                // is stored.
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

    /// Returns the component without its invalid content, or nil if there is nothing to remove.
    private static func without(
        _ findings: [[Finding]],
        in tree: ComponentTree,
        _ leftOut: inout LeftOut
    ) -> Component? {
        var changed: [Int: [Property]] = [:]
        var dropped: Set<Int> = []
        for (index, findings) in findings.enumerated() {
            // The errors are not copied, since a component may have a hundred thousand of them.
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
                    // All errors in a property's parameters are repaired together.
                    if let mended = mended(property, Set(errors.map { findings[$0].violation.code })) {
                        rest.append(mended)
                    }
                }
                changed[index] = rest
            } else if findings[first].isOfMailToNobody {
                // An email alarm without an attendee would not fire.
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

    /// Returns a property without its invalid parameters, or nil if other parts of it are invalid as well.
    private static func mended(_ property: Property, _ codes: Set<Violation.Code>) -> Property? {
        var mended = property
        for code in codes {
            switch code {
            case .undefinedZone, .needlessTimeZone: mended[parameter: "TZID"] = nil
            case .badAddress:
                // The person remains an attendee.
                mended.value = .calendarAddress(AddressText.uri(ofText: mended.value.string ?? ""))
            case .badURI:
                let uri = URIText.encoded((mended.value.string ?? "").trimmingBlanks)
                guard URIText.flaw(in: uri) == nil else { return nil }
                mended.value = .uri(uri)
            case .parameterValue, .repeatedParameter: mended.parameters = sound(mended.parameters)
            case _
            where mended.name == "TRIGGER" && (code == .misplacedParameter || code == .requiredTogether):
                // In an event without a duration, a trigger relative to the end is measured from the start.
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
                // An attendee must not lose an unknown status.
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
    /// Whether the finding is about an email alarm without an attendee.
    fileprivate var isOfMailToNobody: Bool {
        violation.code == .missingProperty && violation.component == "VALARM"
            && violation.property == "ATTENDEE"
    }
}

extension ComponentTree {
    /// Returns the root component with some components' properties replaced and other components removed.
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
    /// The component and its descendants without lines that are not properties.
    var withPropertiesAlone: Component {
        if components.isEmpty { return Component(name, properties: properties) }
        return ComponentTree(self).replacing([:], without: [])
    }

    /// The component without control characters; the lines that contained them are rewritten.
    ///
    /// Repairs keep lines with control characters, since rewriting could change their meaning. A standalone event's
    /// times are already fixed, so rewriting is safe here.
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

    /// Returns the component with the times in X- properties and triggers converted to UTC.
    ///
    /// RFC 5545 section 3.2.19 requires a VTIMEZONE for each TZID, and a standalone event has none.
    ///
    /// An unknown TZID is removed, which makes the property's times floating. A TZID that begins with a slash remains,
    /// since it does not refer to a VTIMEZONE.
    fileprivate func withTimesInUTC(knowing zones: [Zone], _ leftOut: inout LeftOut) -> Component {
        let tree = ComponentTree(self)
        var resolver: TimeResolver?
        var changed: [Int: [Property]] = [:]
        for (index, node) in tree.nodes.enumerated() {
            // The list is changed in place, since thousands of properties may have a TZID.
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
                let name = id.zoneKey { name in zones.contains { $0.identifier.zoneKey == name } }
                let own = name.flatMap { name in zones.first { $0.identifier.zoneKey == name } }
                let zone = own ?? resolver?.zone(id, line: nil)
                if zone == nil { leftOut.add(Self.violation(unknown: id, property)) }
                list[place] = property.inUTC(zone)
                isChanged = true
            }
            if isChanged { changed[index] = list }
        }
        return changed.isEmpty ? self : tree.replacing(changed, without: [])
    }

    /// Returns the violation that reports an unknown TZID.
    fileprivate static func violation(unknown id: String, _ property: Property) -> Violation {
        Violation(
            .warning,
            .undefinedZone,
            line: property.line,
            property: property.name,
            "\(property.name): unknown TZID \(Words.quoted(id)); times written as floating",
            section: "RFC 5545 section 3.2.19"
        )
    }
}

extension Property {
    /// Returns the property without its TZID.
    ///
    /// Local times in the zone are converted to UTC. If there is no zone, they become floating.
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

    /// Returns text with its local times converted to UTC.
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
