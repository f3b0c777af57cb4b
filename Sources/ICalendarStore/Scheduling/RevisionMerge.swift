import ICalendar

struct RevisionMerge: MessageMerge {
    private let item: StoredItem
    private let old: Component?
    private var master: Component?
    private var overrides: [Component]
    private var changedOverrides = 0
    /// The number of bytes that may still be added by copying alarms and the like into occurrences.
    private var room = ItemComponents.mostAdded
    private var changesFollowing = false
    private var dropped = 0
    private var isMasterNew = false
    private var readmitted: Set<Int> = []
    private var remarks: [String] = []

    init(_ new: StoredItem, to item: StoredItem) throws(StoreError) {
        self.item = item
        old = item.master
        master = old
        overrides = item.own.filter { $0.first("RECURRENCE-ID") != nil }
        if let whole = new.master { take(whole: whole) }
        let others = new.calendar.component.components.filter { $0.first("RECURRENCE-ID") != nil }
        if !others.isEmpty { try take(overrides: others) }
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

    private mutating func take(whole new: Component) {
        guard let old else {
            master = new
            isMasterNew = true
            return
        }
        guard let merged = successor(of: old, new) else { return }
        master = merged
        isMasterNew = true
        guard let before = item.slots(of: old),
            let slots = StoredItem.recurs(merged) ? item.slots(of: merged) : nil
        else { return dropAll(StoredItem.recurs(old) ? overrides.count : 0) }
        let left = overrides.filter { slots.names($0) || !before.names($0) }
        dropped += overrides.count - left.count
        overrides = left
    }

    private mutating func dropAll(_ count: Int) {
        guard count > 0 else { return }
        dropped += count
        overrides = []
    }

    private mutating func take(overrides new: [Component]) throws(StoreError) {
        let item = item
        let slots = master.flatMap { item.slots(of: $0) }
        typealias Subject = ItemComponents.Subject
        func subject(_ override: Component) -> Subject? {
            guard let id = Event(override).recurrenceID else { return nil }
            let key = slots?.key(ofSlotNamed: id) ?? item.slots(of: override)?.key(of: id)
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
                    guard room >= 0 else { throw ItemComponents.tooLarge(item.uid) }
                }
                overrides.append(merged)
            }
            changedOverrides += 1
            changesFollowing = changesFollowing || subject.isForAllThatFollow
        }
        readmit()
    }

    /// Returns whether an occurrence that is not stored yet may be added: the stored series has it, or is older than
    /// it.
    ///
    /// If the series has since been moved, split or shortened, or an instance was removed or completed, the series does
    /// not have the occurrence, and receiving the same message again must not bring it back.
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

    private mutating func readmit() {
        guard !readmitted.isEmpty, let master, var parts = SeriesParts(master, [], item) else { return }
        parts.readmit(readmitted, at: item.now)
        self.master = parts.master
    }
}

extension Component {
    private static let personal = [
        "CATEGORIES", "TRANSP", "X-MICROSOFT-CDO-BUSYSTATUS", "COLOR", "X-MOZ-LASTACK", "X-MOZ-SNOOZE-TIME",
    ]

    /// Returns the later revision with the local alarms, categories, color and free/busy setting of `old`.
    ///
    /// If SEQUENCE is the same, attendees' replies are kept, as they need not reply again (RFC 5546 section 2.1.4).
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
