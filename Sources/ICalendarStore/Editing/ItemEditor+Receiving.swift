import ICalendar

/// What a message makes of a stored item (RFC 5546).
extension ItemEditor {
    /// What the calendar holds once a message about its item is taken in, and what was done.
    ///
    /// The calendar is the same where nothing was done. Definitions of the zones that the message names are expected in the
    /// calendar.
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

    /// Why a message is none of the item's organizer, who alone may change it, or be answered (RFC 5546 section 6.1); nil
    /// where it is, and where nobody can tell.
    private func otherOrganizer(of message: ItemMessage) -> String? {
        func organizer(of components: [Component]) -> String? {
            let organizer = components.lazy.compactMap { Event($0).organizer }.first
            return organizer.map { ($0.email ?? $0.uri).lowercased() }
        }
        guard message.method != nil, let new = organizer(of: message.components),
            let old = organizer(of: own), new != old
        else { return nil }
        return "its organizer is \(new), that of the stored item is \(old)"
    }

    // MARK: Revisions

    /// Takes in later revisions of the item and of its occurrences.
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
            return (calendar, .init(.ignored, "several whole items have this UID"))
        }
        var merge = RevisionMerge(self)
        if let whole = incoming.master { merge.take(whole: whole) }
        let overrides = message.components.filter { $0.first("RECURRENCE-ID") != nil }
        if !overrides.isEmpty { merge.take(overrides: overrides) }
        guard merge.isChanged else { return (calendar, merge.outcome) }
        return (try replacingOwn(with: merge.components) ?? calendar, merge.outcome)
    }
}

/// An item on its way from one revision to the next.
private struct RevisionMerge {
    private let editor: ItemEditor
    private let old: Component?
    private var master: Component?
    private var overrides: [Component]
    /// How many occurrences are new or another revision.
    private var changedOverrides = 0
    /// How many occurrences are gone, as the new rules have none at their times.
    private var dropped = 0
    private var isMasterNew = false
    /// Slots that were taken out and come back.
    private var readmitted: Set<Int> = []
    /// What was older than, or different from, what is stored under the same revision.
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
        if changedOverrides > 0 { words.append(count(changedOverrides)) }
        if dropped > 0 {
            words.append(
                "\(count(dropped)) that had been changed \(dropped == 1 ? "is" : "are") no longer in the series"
            )
        }
        return .init(.updated, words.joined(separator: ", "))
    }

    /// A component that takes another one's place, or nil where that one stays.
    private mutating func successor(of old: Component, _ new: Component) -> Component? {
        switch RevisionOrder(new, to: old) {
        case .older:
            remarks.append(
                "\(new.revision(besides: old)) is older than \(old.revision(besides: new)), which is stored"
            )
            return nil
        case .same:
            let merged = new.keepingPersonal(of: old)
            if merged.unstamped != old.unstamped {
                remarks.append(
                    "nothing new by its \(new.revision(besides: old)), though it says something else"
                )
            }
            return nil
        case .newer:
            let merged = new.keepingPersonal(of: old)
            return merged.unstamped == old.unstamped ? nil : merged
        }
    }

    /// Takes in a revision of the whole item.
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

    /// Takes in revisions of occurrences, of each the latest.
    mutating func take(overrides new: [Component]) {
        let editor = editor
        let slots = master.flatMap { editor.slots(of: $0) }
        /// What an override is of: a slot, alone or with all that follow.
        struct Subject: Hashable {
            let key: Int
            let isRange: Bool
        }
        func subject(_ override: Component) -> Subject? {
            guard let id = Event(override).recurrenceID else { return nil }
            let key = slots?.key(ofSlotNamed: id) ?? editor.slots(of: override)?.key(of: id)
            return key.map { Subject(key: $0, isRange: override.isForAllThatFollow) }
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
                overrides.append(override.keepingPersonal(of: master ?? override))
            }
            changedOverrides += 1
        }
        readmit()
    }

    /// Whether an occurrence that is yet to be there may come: not one that was taken out of the stored series since.
    private mutating func readmits(_ override: Component, at key: Int, _ slots: SeriesSlots?) -> Bool {
        guard !isMasterNew, let master, let slots, slots.slot(withKey: key) != nil,
            slots.firstKept(from: key, before: key + 1) == nil
        else { return true }
        guard RevisionOrder(override, to: master) == .newer else {
            remarks.append("nothing new: the occurrence was taken out of the series since")
            return false
        }
        readmitted.insert(key)
        return true
    }

    /// Gives the slots back of occurrences that came again.
    private mutating func readmit() {
        guard !readmitted.isEmpty, let master, var parts = SeriesParts(master, [], editor) else { return }
        parts.readmit(readmitted, at: editor.now)
        self.master = parts.master
    }
}

extension Component {
    /// What a person keeps of an item when its organizer sends another revision.
    private static let personal = [
        "CATEGORIES", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "COLOR", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME",
    ]

    /// A later revision with what a person made of the one before: alarms, categories, colour, and whether the time is
    /// taken.
    ///
    /// An answer stays as long as SEQUENCE does, for which nobody has to answer anew (RFC 5546 section 2.1.4).
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
