import ICalendar

/// The stored replies to keep when a message brings a new revision.
enum KeptAnswers: Hashable {
    case none
    /// Replies that arrived as messages.
    case recorded
    /// Replies that arrived as messages, and the user's own, which another program may have written.
    case recordedAndOwn
    case all
}

extension Component {
    /// A canceled override without DTSTART, which uses its RECURRENCE-ID as its start.
    ///
    /// Any other component is unchanged.
    var startingAtItsSlot: Component {
        guard name == Event.componentName, isCancelled, first("DTSTART") == nil,
            let id = Event(self).recurrenceID
        else { return self }
        var whole = self
        whole.remove(["DTEND", "DURATION"])
        whole.properties.append(Property("DTSTART", at: id))
        return whole
    }

    private static let personal = [
        "CATEGORIES", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "COLOR", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME",
    ]

    /// Returns the later revision with the local alarms, categories, color, and free/busy setting of `old`.
    ///
    /// If no new replies are needed (RFC 5546 section 2.1.4), existing replies are preserved. Existing replies include
    /// recorded replies, the user's own, and replies that are missing from the later revision.
    func keepingPersonal(of old: Component, _ context: MessageContext, _ kept: KeptAnswers) -> Component {
        var new = self
        for name in Self.personal {
            let own = old.all(name)
            if !own.isEmpty { new.replace(name, with: own) }
        }
        let alarms = old.components.filter { $0.name == Alarm.componentName }
        if !alarms.isEmpty || !context.takesAlarms {
            new.replaceComponents(Alarm.componentName, with: alarms)
        }
        guard kept != .none else { return new }
        // Only the recipient's copy records their progress.
        if kept == .all, name == Todo.componentName, Todo(old).hasProgress, !Todo(new).isSettled {
            for name in Todo.completion.sorted() { new.replace(name, with: old.all(name)) }
        }
        var (event, answers, delegates) = (Event(new), [String: Attendee](), [Attendee]())
        for attendee in Event(old).attendees where attendee.status != .pending {
            let isOwn = kept == .recordedAndOwn && context.users.contains(attendee.key)
            guard kept == .all || attendee.replyStamp != nil || isOwn else { continue }
            answers[attendee.key] = attendee
            if attendee.replyStamp != nil, !attendee.delegators.isEmpty { delegates.append(attendee) }
        }
        var attendees = event.attendees.map { attendee -> Attendee in
            guard let answer = answers[attendee.key],
                attendee.status == .pending || answer.replyStamp != nil
                    || kept == .all && context.users.contains(attendee.key)
            else { return attendee }
            var attendee = attendee
            attendee.takeAnswer(of: answer)
            return attendee
        }
        if !delegates.isEmpty {
            let keys = Set(attendees.map(\.key))
            attendees += delegates.filter { delegate in
                !keys.contains(delegate.key)
                    && !keys.isDisjoint(with: delegate.delegators.map(Attendee.key(of:)))
            }
        }
        if attendees != event.attendees { event.attendees = attendees }
        return event.component
    }

    func isRevision(of other: Component) -> Bool {
        first("DTSTAMP")?.value == other.first("DTSTAMP")?.value && revisionNumber == other.revisionNumber
    }

    /// Whether the cancellation of a series also canceled this occurrence of it.
    func isCanceled(with series: Component) -> Bool {
        guard series.isCancelled, isCancelled else { return false }
        // An occurrence with a higher SEQUENCE keeps its revision when its series is canceled.
        let times = [self, series].map { Event($0).lastModified }
        return isRevision(of: series) || times[0] != nil && times[0] == times[1]
    }

    var withoutAnswers: Component {
        var component = self
        component.holdsOnlyReplies = false
        component.remove(Set(Self.personal).union(["ATTENDEE", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]))
        component.components.removeAll { $0.name == Alarm.componentName }
        return component
    }
}
