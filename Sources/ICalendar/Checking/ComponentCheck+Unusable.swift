/// Components that nobody can use, as what they need cannot be read.
extension ComponentCheck {
    /// What mends a property whose value cannot be read and that means something all the same; nil when nothing does.
    func mending(ofBad property: Property, at place: Int) -> (repair: String, mend: Mend)? {
        switch property.name {
        case "DTSTART": removalOfObservance ?? mendingOfStart(at: place)
        case "TZOFFSETTO": removalOfObservance
        case "TZOFFSETFROM":
            removalOfObservance
                ?? offsetBefore.map { offset in
                    ("write the offset as which it is read", .edit(place) { $0.value = .utcOffset(offset) })
                }
        case "TRIGGER": removalOfAlarm
        default: nil
        }
    }

    /// An event without a start happens at no time; elsewhere DTSTART may be missing.
    private func mendingOfStart(at start: Int) -> (repair: String, mend: Mend)? {
        switch component.name {
        case "VEVENT":
            guard place != nil else { return nil }
            if mayLackStart { return ("remove it; reading ignores it", .remove(start)) }
            return ("remove the VEVENT, which never happens", .removeOwner(isLoss: true))
        case "VTODO", "VJOURNAL", "VFREEBUSY": return ("remove it; reading ignores it", .remove(start))
        default: return nil
        }
    }

    /// Whether an event says something without a start: it cancels an instance, or answers an invitation.
    private var mayLackStart: Bool {
        let isCancelled =
            component.text("STATUS")?.uppercased() == "CANCELLED" || context.method == "CANCEL"
        if isCancelled, component.first("RECURRENCE-ID")?.eventTime != nil { return true }
        guard let method = context.method, let table = MethodGrammar.table(method, component.name) else {
            return false
        }
        return !table.one.contains("DTSTART")
    }

    /// An alarm without a trigger never goes off, unless it does so at a place; one that was acknowledged may stand for
    /// another one.
    var removalOfAlarm: (repair: String, mend: Mend)? {
        guard component.name == "VALARM", component.first("PROXIMITY") == nil,
            component.first("ACKNOWLEDGED") == nil
        else { return nil }
        return ("remove the VALARM, which never goes off", .removeOwner(isLoss: true))
    }

    /// A component whose name is none, so that nobody knows what is in it.
    static func findings(ofNameless component: Component, _ context: CheckContext) -> [Finding] {
        var check = ComponentCheck(component, in: nil, place: nil, context)
        check.note(
            .nameForm,
            "\(Words.quoted(component.name)) is not a name of a component",
            "3.6",
            repair: "remove the component, which nobody can name",
            mend: .removeOwner(isLoss: true)
        )
        return check.findings
    }
}
