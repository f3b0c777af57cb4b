extension ComponentCheck {
    /// Whether the component may stand where it stands.
    mutating func checkPlace(_ grammar: ComponentGrammar) {
        if let parent, !grammar.parents.contains(parent.name), ComponentGrammar.named[parent.name] != nil {
            note(
                .misplacedComponent,
                "a \(component.name) has no place in a \(parent.name)",
                ComponentGrammar.named[parent.name]?.section ?? grammar.section
            )
        }
        if component.name == "VCALENDAR", component.components.isEmpty {
            note(
                .missingComponent,
                "the VCALENDAR has no component",
                "3.6",
                repair: "add the definition of UTC, which says nothing",
                mend: .insertComponent { Zone.definitionOfUTC }
            )
        }
        if component.name == "VTIMEZONE",
            !component.components.contains(where: { $0.name == "STANDARD" || $0.name == "DAYLIGHT" })
        {
            note(
                .missingComponent,
                "the VTIMEZONE has neither a STANDARD nor a DAYLIGHT",
                "3.6.5",
                repair: "remove the VTIMEZONE, which says nothing",
                mend: place == nil ? nil : .removeOwner(isLoss: false)
            )
        }
    }

    /// Which properties there are, and how often.
    mutating func checkPresence(_ grammar: ComponentGrammar) {
        var first = [Int?](repeating: nil, count: PropertyGrammar.all.count)
        for (place, property) in component.properties.enumerated() {
            guard let id = known[place] else { continue }
            guard let rule = grammar.rules[id] else {
                note(
                    .misplacedProperty,
                    at: place,
                    "\(property.name) has no place in a \(component.name)",
                    PropertyGrammar.all[id].section
                )
                continue
            }
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

    private mutating func checkRepeated(at place: Int, before: Int, _ rule: ComponentGrammar.Rule) {
        let property = component.properties[place]
        let line = component.properties[before].line.map { ", after that of line \($0)" } ?? ""
        switch rule.occurrence {
        case .any: break
        case .ratherOnce:
            note(
                .severalRules,
                as: .warning,
                at: place,
                "a second \(property.name) in one \(component.name)\(line); programs differ about what that means",
                rule.section,
                repair: property == component.properties[before] ? "remove it; it is a copy" : nil,
                mend: .remove(place)
            )
        case .once, .onceWithoutMethod, .atMostOnce:
            note(
                .repeatedProperty,
                at: place,
                "a second \(property.name) in one \(component.name)\(line)",
                rule.section,
                repair: "remove it; keep the first",
                mend: .remove(place)
            )
        }
    }

    /// A UID or TZID without a text is none.
    private mutating func checkEmpty(_ name: String, at place: Int, _ rule: ComponentGrammar.Rule) {
        guard name == "UID" || name == "TZID" || name == "PRODID",
            component.properties[place].value.string?.isEmpty == true
        else { return }
        let original = component
        note(
            .missingProperty,
            at: place,
            "\(name) of the \(component.name) is empty",
            rule.section,
            repair: name == "UID"
                ? "make a UID from the content" : name == "TZID" ? removalOfZone?.repair : nil,
            mend: name == "TZID"
                ? removalOfZone?.mend
                : .edit(place) { $0.value = .text(StableIdentifier.uid(for: original)) }
        )
    }

    private mutating func checkMissing(_ name: String, _ rule: ComponentGrammar.Rule) {
        if case .onceWithoutMethod = rule.occurrence, context.method != nil { return }
        let mending = mending(ofMissing: name)
        note(
            .missingProperty,
            property: name,
            "the \(component.name) has no \(name)",
            rule.section,
            repair: mending?.repair,
            mend: mending?.mend
        )
    }

    /// What becomes of a VTIMEZONE without a name.
    private var removalOfZone: (repair: String, mend: Mend)? {
        guard component.name == "VTIMEZONE", place != nil else { return nil }
        return ("remove the VTIMEZONE, as no time can name it", .removeOwner(isLoss: false))
    }

    /// What to add in the place of a property that is missing, or nil when nobody can know.
    private func mending(ofMissing name: String) -> (repair: String, mend: Mend)? {
        switch name {
        case "UID":
            let original = component
            return (
                "make a UID from the content",
                .insert(isFirst: false) { Property("UID", .text(StableIdentifier.uid(for: original))) }
            )
        case "DTSTAMP":
            let stamp = stamp
            return (
                "add one that says when the component was last changed, as far as that is known",
                .insert(isFirst: false) { Property("DTSTAMP", .dateTime(stamp, isUTC: true)) }
            )
        case "PRODID":
            return (
                "add the PRODID of this package",
                .insert(isFirst: true) { Property("PRODID", .text(WritingOptions().productID)) }
            )
        case "ACTION" where component.first("TRIGGER") != nil:
            return (
                "add ACTION:DISPLAY, the usual action",
                .insert(isFirst: false) { Property("ACTION", .text("DISPLAY")) }
            )
        case "TZID": return removalOfZone
        case "DTSTART", "TZOFFSETTO": return removalOfObservance
        case "TZOFFSETFROM":
            guard let offset = offsetBefore else { return removalOfObservance }
            return (
                "add the offset that is read",
                .insert(isFirst: false) { Property("TZOFFSETFROM", .utcOffset(offset)) }
            )
        case "TRIGGER":
            guard component.first("PROXIMITY") != nil else { return removalOfAlarm }
            return (
                "add the time in 1976 that RFC 9074 shows",
                .insert(isFirst: false) { Alarm.Trigger.ofPlaces.property }
            )
        case "VERSION":
            return ("add VERSION:2.0", .insert(isFirst: true) { Property("VERSION", .text("2.0")) })
        default: return nil
        }
    }

    /// When a component without DTSTAMP was last changed.
    ///
    /// Where several components have one UID, the time decides which of them stands, so that it must not be made up.
    private var stamp: CivilDateTime {
        if let place, context.series.isAlone(place) {
            for name in ["LAST-MODIFIED", "CREATED"] {
                if case .dateTime(let time, true)? = component.first(name)?.value { return time }
            }
        }
        return CivilDateTime(secondNumber: 0)
    }
}
