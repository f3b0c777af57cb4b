import ICalendarCore

/// A check of a component's position in the calendar and of its required and repeated properties.
struct PresenceCheck: ComponentAspect {
    let check: ComponentCheck
    let grammar: ComponentGrammar

    private var remedies: Remedies { Remedies(check: check) }

    func run() {
        checkPlace()
        checkPresence()
    }

    private func checkPlace() {
        if let parent = check.parent, !grammar.parents.contains(parent.name),
            ComponentGrammar.named[parent.name] != nil
        {
            note(
                .misplacedComponent,
                "\(component.name) is not allowed in \(parent.name)",
                ComponentGrammar.named[parent.name]?.section ?? grammar.section
            )
        }
        if component.name == "VCALENDAR", component.components.isEmpty {
            note(
                .missingComponent,
                "VCALENDAR has no components",
                "3.6",
                repair: "add the definition of UTC, which has no effect",
                mend: .insertComponent { Zone.definitionOfUTC }
            )
        }
        if component.name == "VTIMEZONE",
            !component.components.contains(where: { $0.name == "STANDARD" || $0.name == "DAYLIGHT" })
        {
            note(
                .missingComponent,
                "VTIMEZONE has neither STANDARD nor DAYLIGHT",
                "3.6.5",
                repair: "remove the VTIMEZONE; it defines nothing",
                mend: check.place == nil ? nil : .removeOwner(isLoss: false)
            )
        }
    }

    private func checkPresence() {
        var first = [Int?](repeating: nil, count: PropertyGrammar.all.count)
        for (place, id) in check.known.enumerated() {
            guard let id, let rule = grammar.rules[id] else { continue }
            guard let before = first[id] else {
                first[id] = place
                continue
            }
            checkRepeated(at: place, before: before, rule)
        }
        for id in grammar.required {
            guard let rule = grammar.rules[id] else { continue }
            if let place = first[id] {
                checkEmpty(PropertyGrammar.all[id].name, at: place, rule)
            } else {
                checkMissing(PropertyGrammar.all[id].name, rule)
            }
        }
    }

    /// Reports properties that the component does not allow, except those that a repair removes.
    func checkPlacement() {
        for (place, id) in check.known.enumerated() where !check.dropped.contains(place) {
            guard let id, grammar.rules[id] == nil else { continue }
            note(
                .misplacedProperty,
                at: place,
                "\(component.properties[place].name) is not allowed in \(component.name)",
                PropertyGrammar.all[id].section
            )
        }
    }

    private func checkRepeated(at place: Int, before: Int, _ rule: ComponentGrammar.Rule) {
        let property = component.properties[place]
        let line = component.properties[before].line.map { ", first on line \($0)" } ?? ""
        switch rule.occurrence {
        case .any: break
        case .ratherOnce:
            note(
                .severalRules,
                as: .warning,
                at: place,
                "duplicate \(property.name) in \(component.name)\(line); programs interpret this differently",
                rule.section,
                repair: property == component.properties[before] ? "remove the copy" : nil,
                mend: .remove(place)
            )
        case .once, .onceWithoutMethod, .atMostOnce:
            note(
                .repeatedProperty,
                at: place,
                "duplicate \(property.name) in \(component.name)\(line)",
                rule.section,
                repair: "remove it; keep the first",
                mend: .remove(place)
            )
        }
    }

    /// Reports an empty UID, TZID or PRODID, which is treated as missing.
    private func checkEmpty(_ name: String, at place: Int, _ rule: ComponentGrammar.Rule) {
        guard name == "UID" || name == "TZID" || name == "PRODID",
            component.properties[place].value.string?.isEmpty == true
        else { return }
        let original = component
        note(
            .missingProperty,
            at: place,
            "\(name) in \(component.name) is empty",
            rule.section,
            repair: name == "UID"
                ? "derive a UID from the content" : name == "TZID" ? remedies.removalOfZone?.repair : nil,
            mend: name == "TZID"
                ? remedies.removalOfZone?.mend
                : .edit(place) { $0.value = .text(StableIdentifier.uid(for: original)) }
        )
    }

    private func checkMissing(_ name: String, _ rule: ComponentGrammar.Rule) {
        if case .onceWithoutMethod = rule.occurrence, context.method != nil { return }
        let remedy = remedies.ofMissing(name)
        note(
            .missingProperty,
            property: name,
            "\(component.name) has no \(name)",
            rule.section,
            repair: remedy?.repair,
            mend: remedy?.mend
        )
    }
}
