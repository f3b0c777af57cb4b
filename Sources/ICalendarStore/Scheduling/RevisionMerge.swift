import ICalendar

struct RevisionMerge: MessageMerge {
    private let item: StoredItem
    private var context: MessageContext
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
    /// The new occurrences that the series does not have.
    private var unmatched = ShortList()

    init(
        _ new: StoredItem,
        to item: StoredItem,
        _ context: MessageContext,
        addsDates: Bool = false
    ) throws(StoreError) {
        self.item = item
        self.context = context
        self.addsDates = addsDates
        let organizers = (item.own + new.own).lazy.compactMap { Event($0).organizer }
        self.context.takesAlarms =
            organizers.first.map { !context.users.isDisjoint(with: $0.keys) } ?? true
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
        var outcome = MessageOutcome(.updated, words.joined(separator: ", ") + rest)
        if !unmatched.isEmpty {
            outcome.guesses.append("the series has no occurrence at \(unmatched.text); added separately")
        }
        return outcome
    }

    private mutating func skip(_ component: Component, _ outcome: MessageOutcome) {
        refusal = refusal ?? outcome
        skipped.append("\(name(of: component) ?? "the series") (\(outcome.words))")
    }

    /// Returns text for the occurrence that a component describes, or nil for a series.
    private func name(of component: Component) -> String? {
        let parts = master.flatMap { SeriesParts($0, [], item) }
        return Event(component).recurrenceID.map { id in
            parts.map { $0.words(ofSlot: $0.slots.key(ofSlotNamed: id), in: item.displayZone) }
                ?? id.words(in: item.displayZone)
        }
    }

    private mutating func skipOlder(_ new: Component, than old: Component) {
        let words = "\(new.revision(besides: old)) is older than the stored \(old.revision(besides: new))"
        skip(new, .init(.unchanged, words))
    }

    private mutating func successor(of old: Component, _ new: Component) -> Component? {
        switch RevisionOrder(new, to: old) {
        case .older:
            skipOlder(new, than: old)
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
        var merged = new
        if let old {
            guard let successor = successor(of: old, new) else { return }
            merged = successor
        }
        master = merged
        isMasterNew = true
        guard !overrides.isEmpty else { return }
        // Occurrences may arrive before their series.
        let wasSeries = old.map(StoredItem.recurs) ?? true
        let slots = StoredItem.recurs(merged) ? item.slots(of: merged) : nil
        let left = overrides.filter { override in
            if RevisionOrder(override, to: merged) == .newer { return true }
            return slots.map { $0.keepsSlot(of: override) } ?? !wasSeries
        }
        dropped += overrides.count - left.count
        overrides = left
        guard let old else { return }
        keepAddedDates(of: old)
        renewCopies(of: old)
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

    /// Rebuilds overrides that exist only for replies and otherwise equal the series, and overrides that were canceled
    /// together with the series.
    private mutating func renewCopies(of old: Component) {
        guard let master, overrides.contains(where: { $0.isRevision(of: old) || $0.isCanceled(with: old) }),
            var before = SeriesParts(old, [], item), var after = SeriesParts(master, [], item)
        else { return }
        func key(_ override: Component) -> Int? {
            Event(override).recurrenceID.map(before.slots.key(ofSlotNamed:))
        }
        var renewed: [Component?] = overrides
        let ranges = overrides.indices.filter { overrides[$0].isForAllThatFollow }
            .sorted { key(overrides[$0]) ?? 0 < key(overrides[$1]) ?? 0 }
        // An occurrence in a range follows the range.
        for place in ranges {
            renewed[place] = self.renewed(overrides[place], of: old, before, after)
            before.add(overrides[place])
            if let range = renewed[place] { after.add(range) }
        }
        before.orderRanges()
        after.orderRanges()
        for place in overrides.indices where !overrides[place].isForAllThatFollow {
            renewed[place] = self.renewed(overrides[place], of: old, before, after)
        }
        overrides = renewed.compactMap(\.self)
    }

    private func renewed(
        _ override: Component,
        of old: Component,
        _ before: SeriesParts,
        _ after: SeriesParts
    ) -> Component? {
        guard let id = Event(override).recurrenceID else { return override }
        func plain(_ parts: SeriesParts) -> Component? {
            let plain = try? parts.override(at: parts.slots.key(ofSlotNamed: id), item)
            guard override.isForAllThatFollow, let plain else { return plain }
            var event = Event(plain)
            event.overridesFollowingInstances = true
            return event.component
        }
        let isCanceled = override.isCanceled(with: old)
        guard
            isCanceled
                || override.isRevision(of: old) && plain(before)?.withoutAnswers == override.withoutAnswers
        else { return override }
        guard let fresh = plain(after) else { return nil }
        var renewed = kept(of: override, in: fresh)
        guard renewed.unstamped != fresh.unstamped else { return nil }
        renewed.holdsOnlyReplies = isCanceled || override.holdsOnlyReplies
        return renewed
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
                let base = place.map { overrides[$0] } ?? (old == nil ? override : master) ?? override
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
        let order = RevisionOrder(override, to: master)
        guard order == .newer else {
            if addsDates, order == .older {
                skipOlder(override, than: master)
            } else {
                skip(override, .init(known: ": the stored series no longer has this occurrence"))
            }
            return false
        }
        if slots.slot(withKey: key) != nil {
            readmitted.insert(key)
        } else if addsDates, let id = Event(override).recurrenceID {
            self.master?.properties.append(Property("RDATE", at: id))
        } else if let name = name(of: override) {
            unmatched.append(name)
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

extension SeriesSlots {
    /// Returns whether the series includes the occurrence that an override replaces.
    fileprivate func keepsSlot(of override: Component) -> Bool {
        // An override whose RECURRENCE-ID cannot be read is not lost.
        guard let id = Event(override).recurrenceID else { return true }
        let key = key(ofSlotNamed: id)
        return firstKept(from: key, before: key + 1) != nil
    }
}
