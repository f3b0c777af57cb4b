import ICalendar

struct RevisionMerge: MessageMerge {
    private let item: StoredItem
    private let context: MessageContext
    /// Whether to add occurrences that the series does not have (METHOD:ADD).
    private let addsDates: Bool
    private let old: Component?
    private var master: Component?
    private var overrides: [Component]
    private var changedOverrides = 0
    /// The number of bytes that may still be added by copying alarms and other local properties into occurrences.
    private var room = ItemComponents.mostAdded
    private var changesFollowing = false
    private var dropped = 0
    private var isMasterNew = false
    private var readmitted: Set<Int> = []
    /// The outcome for the first component that was not applied.
    private var refusal: MessageOutcome?
    private var skipped = ShortList()

    init(
        _ new: StoredItem,
        to item: StoredItem,
        _ context: MessageContext,
        addsDates: Bool = false
    ) throws(StoreError) {
        self.item = item
        self.context = context
        self.addsDates = addsDates
        old = item.master
        master = old
        overrides = item.own.filter { $0.isOverride }
        if let whole = new.master { take(whole: whole) }
        let others = new.calendar.component.components.filter { $0.isOverride }
        if !others.isEmpty { try take(overrides: others) }
    }

    var isChanged: Bool { isMasterNew || changedOverrides > 0 }
    var components: [Component] { (master.map { [$0] } ?? []) + overrides }

    var outcome: MessageOutcome {
        guard isChanged else { return refusal ?? .known }
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
        let rest = skipped.isEmpty ? "" : "; skipped \(skipped.text)"
        return .init(.updated, words.joined(separator: ", ") + rest)
    }

    private mutating func skip(_ component: Component, _ outcome: MessageOutcome) {
        refusal = refusal ?? outcome
        let parts = master.flatMap { SeriesParts($0, [], item) }
        let name = Event(component).recurrenceID.map { id in
            parts.map { $0.words(ofSlot: $0.slots.key(ofSlotNamed: id), in: item.displayZone) }
                ?? id.words(in: item.displayZone)
        }
        skipped.append("\(name ?? "the series") (\(outcome.words))")
    }

    private mutating func successor(of old: Component, _ new: Component) -> Component? {
        switch RevisionOrder(new, to: old) {
        case .older:
            let words = "\(new.revision(besides: old)) is older than the stored \(old.revision(besides: new))"
            skip(new, .init(.unchanged, words))
            return nil
        case .same:
            let merged = kept(of: old, in: new)
            if merged.unstamped != old.unstamped {
                // Importing an item without DTSTAMP sets the DTSTAMP to the first second of 1970.
                let isUnknown = (Event(new).stamp?.secondsSince1970 ?? 0) == 0
                let words =
                    isUnknown
                    ? "differs from the stored item, but has no DTSTAMP that shows which is newer; not applied"
                    : "same \(new.revision(besides: old)) as the stored item, but different content; not applied"
                skip(new, .init(.unchanged, words))
            }
            return nil
        case .newer:
            let merged = kept(of: old, in: new)
            return merged.unstamped == old.unstamped && !context.changesZones ? nil : merged
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
        guard !overrides.isEmpty else { return }
        let wasSeries = StoredItem.recurs(old)
        let slots = StoredItem.recurs(merged) ? item.slots(of: merged) : nil
        let left = overrides.filter { override in
            if RevisionOrder(override, to: merged) == .newer { return true }
            return slots.map { $0.keepsSlot(of: override) } ?? !wasSeries
        }
        dropped += overrides.count - left.count
        overrides = left
        keepAddedDates(of: old)
        renewAnswers(of: old)
    }

    /// Keeps dates that METHOD:ADD added to the series if their occurrences are newer than the new revision.
    private mutating func keepAddedDates(of old: Component) {
        guard old.first("RDATE") != nil, let master, let parts = SeriesParts(old, [], item),
            let slots = item.slots(of: master)
        else { return }
        var added: Set<Int> = []
        for property in old.all("RDATE") {
            for value in property.value.elements {
                if let time = parts.time(of: value, in: property) { added.insert(parts.slots.key(of: time)) }
            }
        }
        for override in overrides where RevisionOrder(override, to: master) == .newer {
            guard let id = Event(override).recurrenceID, added.contains(slots.key(of: id)),
                slots.slot(withKey: slots.key(of: id)) == nil
            else { continue }
            self.master?.properties.append(Property("RDATE", at: id))
        }
    }

    /// Rebuilds overrides that exist only for replies and otherwise equal the series.
    private mutating func renewAnswers(of old: Component) {
        guard let master, overrides.contains(where: { $0.isRevision(of: old) }) else { return }
        let ranges = overrides.filter(\.isForAllThatFollow)
        guard let before = SeriesParts(old, ranges, item), let after = SeriesParts(master, ranges, item)
        else { return }
        overrides = overrides.compactMap { override in
            guard override.isRevision(of: old), !override.isForAllThatFollow,
                let id = Event(override).recurrenceID
            else { return override }
            let plain = try? before.override(at: before.slots.key(ofSlotNamed: id), item)
            guard plain?.withoutAnswers == override.withoutAnswers else { return override }
            let fresh = try? after.override(at: after.slots.key(ofSlotNamed: id), item)
            guard let fresh else { return nil }
            var renewed = kept(of: override, in: fresh)
            guard renewed.unstamped != fresh.unstamped else { return nil }
            renewed.holdsOnlyReplies = override.holdsOnlyReplies
            return renewed
        }
    }

    private func kept(of old: Component, in new: Component) -> Component {
        // A removed attendee must reply again.
        let isSame =
            new.revisionNumber == old.revisionNumber && item.times(of: new) == item.times(of: old)
            && !old.isCancelled
        return new.keepingPersonal(of: old, context, isSame ? .all : .none)
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
            guard var override = latest[subject] else { continue }
            override = named(completed(override, at: subject.key), at: subject.key, slots)
            let place = places[subject]
            if let place, !overrides[place].holdsOnlyReplies {
                guard let merged = successor(of: overrides[place], override) else { continue }
                overrides[place] = merged
            } else {
                guard !isCancelled(override, at: subject.key, slots),
                    readmits(override, at: subject.key, slots)
                else { continue }
                let base = place.map { overrides[$0] } ?? master ?? override
                let merged = override.keepingPersonal(of: base, context, inherited(by: override))
                if merged != override {
                    room -= merged.contentLines.count - override.contentLines.count
                    guard room >= 0 else { throw ItemComponents.tooLarge(item.uid) }
                }
                if let place { overrides[place] = merged } else { overrides.append(merged) }
            }
            changedOverrides += 1
            changesFollowing = changesFollowing || subject.isForAllThatFollow
        }
        readmit()
    }

    /// Returns the answers to the series that also apply to a new occurrence described in a message.
    ///
    /// Statuses from a revision of the series do not apply, since the organizer states separate ones for the
    /// occurrence.
    private func inherited(by override: Component) -> KeptAnswers {
        guard let master, master.revisionNumber >= override.revisionNumber else { return .none }
        return isMasterNew || RevisionOrder(override, to: master) != .newer ? .recorded : .recordedAndOwn
    }

    /// Returns a canceled occurrence with missing contents filled in from the series.
    ///
    /// For example, Google sends canceled occurrences without DTSTART.
    private func completed(_ override: Component, at key: Int) -> Component {
        guard override.isCancelled, override.first("DTSTART") == nil else { return override }
        guard let master, var parts = SeriesParts(master, [], item) else { return override.startingAtItsSlot }
        parts.readmit(key, at: item.now)
        parts.master.replace("SEQUENCE", with: master.all("SEQUENCE"))
        parts.refresh(item)
        guard var whole = try? parts.override(at: key, item) else { return override.startingAtItsSlot }
        for name in override.properties.map(\.name).eachOnce { whole.replace(name, with: override.all(name)) }
        return whole
    }

    /// Returns an occurrence whose RECURRENCE-ID has the same form as the series' DTSTART.
    ///
    /// A date alone might match several instances.
    private func named(_ override: Component, at key: Int, _ slots: SeriesSlots?) -> Component {
        guard let id = Event(override).recurrenceID, !id.isDate, slots?.slot(withKey: key) != nil, let master,
            let parts = SeriesParts(master, [], item), let start = parts.start,
            start.isDate || start.isFloating != id.isFloating
        else { return override }
        var override = override
        let name = parts.name(ofSlot: key)
        for place in override.properties.indices where override.properties[place].name == "RECURRENCE-ID" {
            let old = override.properties[place]
            override.properties[place] = Property(old.name, at: name, keeping: old.parameters)
        }
        return override
    }

    /// Returns whether a new occurrence may be added.
    ///
    /// The stored series must either contain the occurrence or be older than the message.
    ///
    /// If the series was moved, split, or shortened, or an instance was removed or completed, the series no longer has
    /// the occurrence. A duplicate of an old message must not restore the occurrence.
    private mutating func readmits(_ override: Component, at key: Int, _ slots: SeriesSlots?) -> Bool {
        guard !isMasterNew, let master, let slots,
            slots.firstKept(from: key, before: key + 1) == nil
        else { return true }
        guard RevisionOrder(override, to: master) == .newer else {
            skip(override, .init(known: ": the stored series no longer has this occurrence"))
            return false
        }
        if slots.slot(withKey: key) != nil {
            readmitted.insert(key)
        } else if addsDates, let id = Event(override).recurrenceID {
            self.master?.properties.append(Property("RDATE", at: id))
        }
        return true
    }

    /// Returns whether a later message has canceled the series, or this and all following occurrences.
    private mutating func isCancelled(_ override: Component, at key: Int, _ slots: SeriesSlots?) -> Bool {
        let canceled = ([master].compactMap { $0 } + overrides.filter(\.isForAllThatFollow)).contains {
            other in
            guard other.isCancelled, RevisionOrder(override, to: other) != .newer else { return false }
            guard let id = Event(other).recurrenceID else { return true }
            return slots.map { $0.key(ofSlotNamed: id) <= key } ?? false
        }
        if canceled { skip(override, .init(known: ": a later message has canceled this occurrence")) }
        return canceled
    }

    private mutating func readmit() {
        guard !readmitted.isEmpty, let master, var parts = SeriesParts(master, [], item) else { return }
        parts.readmit(readmitted, at: item.now)
        // The result still has the organizer's revision.
        for name in ["SEQUENCE", "DTSTAMP"] { parts.master.replace(name, with: master.all(name)) }
        self.master = parts.master
    }
}

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
        if !alarms.isEmpty { new.replaceComponents(Alarm.componentName, with: alarms) }
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

    fileprivate func isRevision(of other: Component) -> Bool {
        first("DTSTAMP")?.value == other.first("DTSTAMP")?.value && revisionNumber == other.revisionNumber
    }

    fileprivate var withoutAnswers: Component {
        var component = self
        component.holdsOnlyReplies = false
        component.remove(Set(Self.personal).union(["ATTENDEE", "DTSTAMP", "LAST-MODIFIED", "SEQUENCE"]))
        component.components.removeAll { $0.name == Alarm.componentName }
        return component
    }
}

extension SeriesSlots {
    /// Returns whether the series includes the occurrence that an override replaces.
    fileprivate func keepsSlot(of override: Component) -> Bool {
        guard let id = Event(override).recurrenceID else { return false }
        let key = key(ofSlotNamed: id)
        return firstKept(from: key, before: key + 1) != nil
    }
}
