import ICalendar

/// Applies messages to stored items (RFC 5546).
extension ItemEditor {
    /// Applies a message to the item, and returns the new calendar and the outcome.
    ///
    /// The calendar is unchanged if the message does not apply. It must already define the time zones that the message
    /// uses.
    func receive(_ message: ItemMessage) throws(StoreError) -> (
        calendar: CalendarObject, outcome: MessageOutcome
    ) {
        if let reason = otherOrganizer(of: message) { return (calendar, .init(.ignored, reason)) }
        switch message.method {
        case nil, .publish, .request: return try revised(by: message)
        case .cancel: return try cancelled(by: message)
        case .reply: return try answered(by: message)
        case .add, .refresh, .counter, .declineCounter:
            return (calendar, .init(.ignored, "\(message.purpose ?? ""); not applied"))
        }
    }

    /// Returns the reason to refuse a message whose organizer is not the item's (RFC 5546 section 6.1), or nil if the
    /// organizers match or either is unknown.
    private func otherOrganizer(of message: ItemMessage) -> String? {
        func organizer(of components: [Component]) -> String? {
            let organizer = components.lazy.compactMap { Event($0).organizer }.first
            return organizer.map { ($0.email ?? $0.uri).lowercased() }
        }
        guard message.method != nil, let old = organizer(of: own) else { return nil }
        guard let new = organizer(of: message.components) else {
            // What changes a whole meeting names who may (section 3.2.2); many leave that out of occurrences.
            let isWhole = message.components.contains { $0.first("RECURRENCE-ID") == nil }
            guard isWhole, message.method == .request else { return nil }
            return "it has no ORGANIZER, but the stored item has \(Words.short(old))"
        }
        if new == old { return nil }
        return "its organizer is \(Words.short(new)), but that of the stored item is \(Words.short(old))"
    }

    // MARK: Revisions

    /// Applies later revisions of the item and its occurrences.
    private func revised(
        by message: ItemMessage
    ) throws(StoreError) -> (calendar: CalendarObject, outcome: MessageOutcome) {
        let incoming = ItemEditor(
            calendar: calendar.with(message.components),
            uid: uid,
            kind: kind,
            displayZone: displayZone,
            now: now
        )
        guard rivals.isEmpty, incoming.rivals.isEmpty else {
            let known = Set(calendar.component.components.lazy.filter(isOwn).map(\.unstamped))
            if message.components.allSatisfy({ known.contains($0.unstamped) }) { return (calendar, .known) }
            return (calendar, .init(.ignored, "more than one item has this UID"))
        }
        var merge = RevisionMerge(self)
        if let whole = incoming.master { merge.take(whole: whole) }
        let overrides = message.components.filter { $0.first("RECURRENCE-ID") != nil }
        if !overrides.isEmpty { try merge.take(overrides: overrides) }
        guard merge.isChanged else { return (calendar, merge.outcome) }
        return (try replacingOwn(with: merge.components) ?? calendar, merge.outcome)
    }
}

/// The merge of a later revision into an item.
private struct RevisionMerge {
    private let editor: ItemEditor
    private let old: Component?
    private var master: Component?
    private var overrides: [Component]
    /// The number of overrides added or replaced.
    private var changedOverrides = 0
    /// How many bytes may be added by copying alarms and the like into occurrences.
    private var room = ItemComponents.mostAdded
    /// Whether one of them changes all that follow, too.
    private var changesFollowing = false
    /// The number of overrides dropped because the new rules have no instance for them.
    private var dropped = 0
    private var isMasterNew = false
    /// The removed slots to restore.
    private var readmitted: Set<Int> = []
    /// The reasons why parts of the message were not applied.
    private var remarks: [String] = []

    init(_ editor: ItemEditor) {
        self.editor = editor
        old = editor.master
        master = old
        overrides = editor.own.filter { $0.first("RECURRENCE-ID") != nil }
    }

    var isChanged: Bool { isMasterNew || changedOverrides > 0 }
    var components: [Component] { (master.map { [$0] } ?? []) + overrides }

    var outcome: MessageOutcome {
        guard isChanged else { return remarks.first.map { .init(.unchanged, $0) } ?? .known }
        func count(_ number: Int) -> String { number == 1 ? "one occurrence" : "\(number) occurrences" }
        var words: [String] = []
        if isMasterNew, let master {
            words.append(
                old.map { "\($0.revision(besides: master)) to \(master.revision(besides: $0))" }
                    ?? "the whole series"
            )
        }
        if changedOverrides > 0 {
            words.append(count(changedOverrides) + (changesFollowing ? " and all that follow" : ""))
        }
        if dropped > 0 {
            words.append(
                "\(count(dropped)) that had been changed \(dropped == 1 ? "is" : "are") no longer in the series"
            )
        }
        return .init(.updated, words.joined(separator: ", "))
    }

    /// Returns the component that replaces `old`, or nil to keep `old`.
    private mutating func successor(of old: Component, _ new: Component) -> Component? {
        switch RevisionOrder(new, to: old) {
        case .older:
            remarks.append(
                "\(new.revision(besides: old)) is older than the stored \(old.revision(besides: new))"
            )
            return nil
        case .same:
            let merged = new.keepingPersonal(of: old)
            if merged.unstamped != old.unstamped {
                remarks.append(
                    "same \(new.revision(besides: old)) as the stored item, but different content; not applied"
                )
            }
            return nil
        case .newer:
            let merged = new.keepingPersonal(of: old)
            return merged.unstamped == old.unstamped ? nil : merged
        }
    }

    /// Applies a revision of the whole item.
    mutating func take(whole new: Component) {
        guard let old else {
            master = new
            isMasterNew = true
            return
        }
        guard let merged = successor(of: old, new) else { return }
        master = merged
        isMasterNew = true
        guard let before = editor.slots(of: old),
            let slots = ItemEditor.recurs(merged) ? editor.slots(of: merged) : nil
        else { return dropAll(ItemEditor.recurs(old) ? overrides.count : 0) }
        let left = overrides.filter { slots.names($0) || !before.names($0) }
        dropped += overrides.count - left.count
        overrides = left
    }

    private mutating func dropAll(_ count: Int) {
        guard count > 0 else { return }
        dropped += count
        overrides = []
    }

    /// Applies the latest revision of each occurrence.
    mutating func take(overrides new: [Component]) throws(StoreError) {
        let editor = editor
        let slots = master.flatMap { editor.slots(of: $0) }
        typealias Subject = ItemComponents.Subject
        func subject(_ override: Component) -> Subject? {
            guard let id = Event(override).recurrenceID else { return nil }
            let key = slots?.key(ofSlotNamed: id) ?? editor.slots(of: override)?.key(of: id)
            return key.map { Subject(key: $0, isForAllThatFollow: override.isForAllThatFollow) }
        }
        var latest: [Subject: Component] = [:]
        var order: [Subject] = []
        for override in new {
            guard let subject = subject(override) else { continue }
            if let other = latest[subject] {
                if RevisionOrder(override, to: other) == .older { continue }
            } else {
                order.append(subject)
            }
            latest[subject] = override
        }
        var places: [Subject: Int] = [:]
        for (place, override) in overrides.enumerated() {
            if let subject = subject(override) { places[subject] = place }
        }
        for subject in order {
            guard let override = latest[subject] else { continue }
            if let place = places[subject] {
                guard let merged = successor(of: overrides[place], override) else { continue }
                overrides[place] = merged
            } else {
                guard readmits(override, at: subject.key, slots) else { continue }
                let merged = override.keepingPersonal(of: master ?? override)
                if merged != override {
                    room -= merged.contentLines.count - override.contentLines.count
                    guard room >= 0 else { throw ItemComponents.tooLarge(editor.uid) }
                }
                overrides.append(merged)
            }
            changedOverrides += 1
            changesFollowing = changesFollowing || subject.isForAllThatFollow
        }
        readmit()
    }

    /// Whether an occurrence that is not stored yet may be added: the stored series has it, or is older than it.
    ///
    /// A series that was moved, cut or shortened since, and from which an instance was removed or completed, does not have
    /// it: the same message as before must not bring it back.
    private mutating func readmits(_ override: Component, at key: Int, _ slots: SeriesSlots?) -> Bool {
        guard !isMasterNew, let master, let slots,
            slots.firstKept(from: key, before: key + 1) == nil
        else { return true }
        guard RevisionOrder(override, to: master) == .newer else {
            remarks.append("nothing new: the stored series no longer has this occurrence")
            return false
        }
        if slots.slot(withKey: key) != nil { readmitted.insert(key) }
        return true
    }

    /// Restores the removed slots of overrides that were added again.
    private mutating func readmit() {
        guard !readmitted.isEmpty, let master, var parts = SeriesParts(master, [], editor) else { return }
        parts.readmit(readmitted, at: editor.now)
        self.master = parts.master
    }
}

extension Component {
    /// The properties that stay local when the organizer sends another revision.
    private static let personal = [
        "CATEGORIES", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "COLOR", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME",
    ]

    /// Returns the later revision with the local alarms, categories, colour and free/busy setting of `old`.
    ///
    /// Attendees' replies are kept if SEQUENCE is the same, since they need not reply again (RFC 5546 section 2.1.4).
    func keepingPersonal(of old: Component) -> Component {
        var new = self
        for name in Self.personal {
            let own = old.all(name)
            if !own.isEmpty { new.replace(name, with: own) }
        }
        let alarms = old.components.filter { $0.name == Alarm.componentName }
        if !alarms.isEmpty { new.replaceComponents(Alarm.componentName, with: alarms) }
        guard new.revisionNumber == old.revisionNumber else { return new }
        var (event, answers) = (Event(new), [String: Attendee]())
        for attendee in Event(old).attendees where attendee.status != .pending {
            answers[attendee.key] = attendee
        }
        let attendees = event.attendees.map { attendee -> Attendee in
            guard attendee.status == .pending, let answer = answers[attendee.key] else { return attendee }
            var attendee = attendee
            attendee.takeAnswer(of: answer)
            return attendee
        }
        if attendees != event.attendees { event.attendees = attendees }
        return event.component
    }
}
