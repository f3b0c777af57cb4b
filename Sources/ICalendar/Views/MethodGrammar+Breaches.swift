/// One thing by which a component does not fit the METHOD that it is sent with.
struct MethodBreach: Sendable, Hashable {
    /// Whether something is missing, rather than too much.
    var isLack = false
    /// The name of the property that it is about, or nil when it is about a component.
    var property: String?
    /// The place of that property, or nil when there is none.
    var place: Int?
    /// What is wrong, in one sentence without a full stop.
    let message: String
    /// Where RFC 5546 says so.
    let section: RFCSection
}

/// Who decides what a METHOD asks for: both ``CalendarObject/validate()`` and what builds messages ask here.
extension MethodGrammar {
    /// By what one component does not fit the table.
    func breaches(by component: Component) -> [MethodBreach] {
        needs(of: component) + surplus(of: component) + values(of: component)
    }

    private func needs(of component: Component) -> [MethodBreach] {
        zip(one + some, lacks).compactMap { name, lack in
            let count = component.properties.count { property in
                // Who is invited by a delegate stands beside the delegate.
                property.name == name && (method != "REPLY" || property.parameters["DELEGATED-FROM"] == nil)
            }
            if count == 0, component.first(name) == nil { return lack }
            // That other properties stand once is a rule of RFC 5545 already.
            guard count > 1, name == "ATTENDEE", one.contains(name) else { return nil }
            return breach(
                name,
                component.properties.lastIndex { $0.name == name },
                "a \(component.name) with METHOD:\(method) has one ATTENDEE, and here are \(count)"
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
                    "a \(component.name) with METHOD:\(method) has at most one \(name)"
                )
            )
        }
        for name in none {
            if let place = component.properties.firstIndex(where: { $0.name == name }) {
                let message = "\(name) must not stand in a \(component.name) with METHOD:\(method)"
                breaches.append(breach(name, place, message))
            } else if component.components.contains(where: { $0.name == name }) {
                let message = "a \(name) must not stand in a \(component.name) with METHOD:\(method)"
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
                    "STATUS with METHOD:CANCEL is \(Words.quoted(word)), and not CANCELLED"
                )
            ]
        }
        if method == "ADD", let place = component.properties.firstIndex(where: { $0.name == "SEQUENCE" }),
            case .integer(let number) = component.properties[place].value, number < 1
        {
            return [
                breach("SEQUENCE", place, "SEQUENCE with METHOD:ADD is \(number), and not greater than 0")
            ]
        }
        return []
    }

    private func breach(_ property: String?, _ place: Int?, _ message: String) -> MethodBreach {
        MethodBreach(property: property, place: place, message: message, section: section)
    }

    /// By what the components of a calendar do not fit a METHOD of RFC 5546 together, each with its place among them.
    static func breaches(among components: [Component], _ method: String) -> [(place: Int, MethodBreach)] {
        var breaches: [(place: Int, MethodBreach)] = []
        var first: Component?
        for (place, component) in components.enumerated() where Self.components.contains(component.name) {
            guard let table = table(method, component.name) else {
                let message = "a \(component.name) with METHOD:\(method), which RFC 5546 does not have"
                breaches.append((place, MethodBreach(message: message, section: "5546:1.4")))
                continue
            }
            guard let before = first else {
                first = component
                continue
            }
            if before.name != component.name {
                let message = "a \(component.name) beside a \(before.name) with METHOD:\(method)"
                breaches.append((place, table.breach(nil, nil, message)))
            } else if table.isSingle {
                let message = "a second \(component.name) with METHOD:\(method), which has one"
                breaches.append((place, table.breach(nil, nil, message)))
            } else if method != "PUBLISH", let other = component.text("UID"),
                let uid = before.text("UID"), other != uid
            {
                let message = "the \(component.name)s with METHOD:\(method) have several UIDs"
                breaches.append((place, table.breach("UID", nil, message)))
            }
        }
        if let first, let table = table(method, first.name), table.none.contains("VTIMEZONE"),
            let zone = components.firstIndex(where: { $0.name == "VTIMEZONE" })
        {
            let message = "a VTIMEZONE must not stand beside a \(first.name) with METHOD:\(method)"
            breaches.append((zone, table.breach(nil, nil, message)))
        }
        return breaches
    }
}
