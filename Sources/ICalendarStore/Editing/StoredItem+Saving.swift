import ICalendar

extension StoredItem {
    /// Applies the user's changes from `base` to `edited`.
    ///
    /// Both components have the times of the occurrence.
    ///
    /// All other properties keep their current values.
    func save(
        _ edited: Component,
        insteadOf base: Component,
        slot: OccurrenceTime?,
        span: EventSpan,
        newUID: String
    ) throws(StoreError) -> Outcome {
        let changes = PropertyChanges(from: base, to: edited)
        guard let master else {
            let left = try DetachedOverrides(item: self).saved(base, changes, slot: slot, span)
            return Outcome(calendar: try replacingOwn(with: left))
        }
        guard Self.recurs(master), let parts = SeriesParts(self), let start = parts.start else {
            return Outcome(calendar: try replacingOwn(with: savedSingle(master, changes, slot: slot, span)))
        }
        // A series with a single occurrence does not count as a series. Its only slot is the start.
        let key = slot.map(parts.slots.key(of:)) ?? parts.slots.key(of: start)
        var edit = SeriesChange(
            parts: parts,
            key: key,
            item: self,
            changes: changes,
            edited: edited,
            base: base
        )
        // An excluded occurrence is restored. An occurrence that the series no longer has is added.
        if slot != nil, span != .allEvents, !parts.happens(at: key), parts.slots.slot(withKey: key) == nil {
            throw edit.refusal("the series no longer has an occurrence at that time")
        }
        switch slot == nil ? .allEvents : span {
        case .thisEvent: try edit.saveOne()
        case .allEvents: try edit.saveAll()
        case .futureEvents where !edit.parts.happens(before: edit.key): try edit.saveFromHere()
        case .futureEvents:
            let continuation = try edit.split(uid: newUID)
            return Outcome(
                calendar: try replacingOwn(with: edit.parts.components),
                continuation: calendar(of: continuation),
                dropped: edit.dropped
            )
        }
        return Outcome(calendar: try replacingOwn(with: edit.parts.components), dropped: edit.dropped)
    }

    /// Returns the components of an item whose master does not recur or no longer recurs.
    ///
    /// The changes apply to the master, or to the override for the slot.
    private func savedSingle(
        _ master: Component,
        _ changes: PropertyChanges,
        slot: OccurrenceTime?,
        _ span: EventSpan
    ) throws(StoreError) -> [Component] {
        let overrides = own.filter { $0.isOverride }
        guard let slot, let parts = SeriesParts(self), let start = parts.start else {
            return [try changed(master, by: changes)] + overrides
        }
        let key = parts.slots.key(of: slot)
        if span != .allEvents, let place = parts.overrides.firstIndex(where: { $0.key == key }) {
            var left = parts.overrides.map(\.component)
            left[place] = try changed(left[place], by: changes)
            return [master] + left
        }
        let isReached = span == .allEvents && !changes.touch(PropertyChanges.ownWays)
        guard isReached || key == parts.slots.key(of: start) else {
            throw StoreError(
                .invalidSpan,
                master.text("SUMMARY"),
                "the event no longer recurs and has no occurrence at that time"
            )
        }
        return [try changed(master, by: changes)] + overrides
    }

    private func changed(_ component: Component, by changes: PropertyChanges) throws(StoreError) -> Component
    {
        var changed = component
        changes.apply(to: &changed)
        try refuseInverted(changed, changes)
        changed.revise(from: component, at: now)
        return changed
    }

    /// Throws an error if an event would end before it starts, for example because another program moved its start.
    func refuseInverted(_ component: Component, _ changes: PropertyChanges) throws(StoreError) {
        guard changes.touch(PropertyChanges.times), times(of: component)?.isInverted == true else { return }
        throw StoreError(
            .datesInverted,
            component.text("SUMMARY"),
            "another program has moved it in the meantime, so it would end before it starts"
        )
    }

    /// Removes this occurrence, this and all later occurrences, or the whole series.
    ///
    /// `slot` is `nil` for a nonrecurring event.
    func remove(slot: OccurrenceTime?, span: EventSpan) throws(StoreError) -> Outcome {
        let nothing: [Component] = []
        guard let slot, span != .allEvents else { return Outcome(calendar: try replacingOwn(with: nothing)) }
        guard var parts = SeriesParts(self) else {
            let left = try DetachedOverrides(item: self).removed(slot, span)
            return Outcome(calendar: try replacingOwn(with: left))
        }
        let key = parts.slots.key(of: slot)
        // Another program has already removed the occurrence.
        if span == .thisEvent, !parts.happens(at: key) { return Outcome(calendar: calendar) }
        switch span {
        case .futureEvents:
            guard parts.happens(before: key) else {
                return Outcome(calendar: try replacingOwn(with: nothing))
            }
            parts.end(before: key, at: now)
        case .thisEvent, .allEvents:
            parts.drop(key, self)
        }
        parts.refresh(self)
        return Outcome(calendar: try replacingOwn(with: parts.happens ? parts.components : nothing))
    }

    /// Whether completed instances are kept in the series.
    ///
    /// They are if the series already contains some, or if it has an organizer, whose messages refer to the original
    /// instances.
    var keepsCompletedInstances: Bool {
        master?.first("ORGANIZER") != nil || own.contains { $0.isOverride && Todo($0).isDone }
    }

    /// Turns a completed instance into a separate to-do with the given UID.
    ///
    /// Returns `nil` if no series has this instance.
    ///
    /// The series then begins with the next instance, so programs that support only one component can continue it.
    /// Canceled instances before the next one are removed. If no instance follows the completed one, the series itself
    /// becomes the to-do.
    func takingApart(_ done: Component, at slot: OccurrenceTime, as uid: String) throws(StoreError)
        -> Outcome?
    {
        guard let master, Self.recurs(master), var parts = SeriesParts(self) else { return nil }
        let key = parts.slots.key(of: slot)
        guard parts.happens(at: key) else { return nil }
        parts.drop(key, self)
        parts.refresh(self)
        var single = done
        single.remove(PropertyChanges.recurrence)
        var todo = Todo(single)
        todo.removeNeedlessStart()
        single = todo.component
        guard parts.firstOpenKey != nil else {
            single.revise(from: master, at: now)
            return Outcome(calendar: try replacingOwn(with: [single] + parts.unread))
        }
        single.replace("UID", with: [Property("UID", .text(uid))])
        let sibling = Parameter("RELTYPE", "SIBLING")
        single.properties.append(Property("RELATED-TO", .text(self.uid), parameters: [sibling]))
        single.remove(["SEQUENCE"])
        single.revise(from: nil, at: now)
        var rest = begunLater(parts)
        rest.master.revise(from: master, at: now)
        return Outcome(calendar: try replacingOwn(with: rest.components), done: calendar(of: [single]))
    }

    /// Returns the series with its start at the first open instance.
    ///
    /// If no start achieves this, returns the series unchanged.
    private func begunLater(_ parts: SeriesParts) -> SeriesParts {
        guard let start = parts.start, let key = parts.firstOpenKey, key > parts.slots.key(of: start) else {
            return parts
        }
        let master = parts.master
        let edit = SeriesChange(
            parts: parts,
            key: key,
            item: self,
            changes: PropertyChanges(from: master, to: master),
            edited: master,
            base: master
        )
        guard var rest = try? edit.cut(uid: uid), let begin = rest.start else { return parts }
        rest.unread = parts.unread
        for name in PropertyChanges.times.sorted() { rest.master.replace(name, with: master.all(name)) }
        let distance = begin.civil.secondNumber - start.civil.secondNumber
        rest.master = rest.movedToDo(rest.master, by: distance, self)
        rest.master.restartToDo(by: seconds(from: parts.slots.key(of: start), to: key, in: parts))
        rest.refresh(self)
        return rest
    }

    /// Returns the calendar with these components in place of the master and its overrides, or `nil` if only time zone
    /// definitions remain.
    ///
    /// All other components keep their positions. Earlier revisions (by SEQUENCE) that only the master supersedes are
    /// removed, since they would otherwise reappear. Throws an error if the change affects another complete event with
    /// the same UID.
    func replacingOwn(with components: [Component]) throws(StoreError) -> CalendarObject? {
        let new = try besideRivals(components)
        var left = Dictionary(grouping: new.indices.reversed()) { new[$0].identity }
        var isPlaced = [Bool](repeating: false, count: new.count)
        var result: [Component] = []
        var place: Int?
        for (number, component) in calendar.component.components.enumerated() {
            guard scope.contains(number) else {
                result.append(component)
                continue
            }
            if let index = left[component.identity]?.popLast() {
                result.append(new[index])
                isPlaced[index] = true
            }
            place = result.count
        }
        result.insert(
            contentsOf: new.indices.filter { !isPlaced[$0] }.map { new[$0] },
            at: place ?? result.count
        )
        dropObsolete(from: &result, keeping: components)
        guard result.contains(where: { $0.name != "VTIMEZONE" }) else { return nil }
        var edited = calendar
        edited.component.components = result
        return edited
    }

    /// Returns the calendar without the item, and the components that must move with it.
    ///
    /// Complete events that would otherwise appear in place of the item must move. The events to move come first, so
    /// the item still supersedes them in the new calendar.
    func takingOwn() throws(StoreError) -> (left: CalendarObject?, along: [Component]) {
        let along = beaten.map { calendar.component.components[$0] }
        guard var left = try replacingOwn(with: []) else { return (nil, along) }
        var rest = along
        left.component.components.removeAll { component in
            guard let place = rest.firstIndex(of: component) else { return false }
            rest.remove(at: place)
            return true
        }
        return (left.component.components.contains { $0.name != "VTIMEZONE" } ? left : nil, along)
    }

    func own(in edited: CalendarObject) -> [Component] {
        let components = calendar.component.components
        var others = Set(components.indices.filter { !scope.contains($0) }.map { components[$0] })
        return edited.component.components.filter { isOwn($0) && others.remove($0) == nil }
    }

    /// Returns the components in a form that can coexist with other complete events that have the same UID.
    ///
    /// A higher SEQUENCE would supersede those events.
    func besideRivals(_ components: [Component]) throws(StoreError) -> [Component] {
        guard !rivals.isEmpty, let master else { return components }
        var components = components
        for index in components.indices where !components[index].isOverride {
            components[index].replace("SEQUENCE", with: master.all("SEQUENCE"))
            let times = times(of: components[index])
            if rivals.contains(where: { self.times(of: $0) == times }) {
                throw StoreError(
                    .startDateCollidesWithOtherOccurrence,
                    components[index].text("SUMMARY"),
                    "another event with the same identifier (UID) takes place at that time"
                )
            }
        }
        // An override removes its slot from each of the other events.
        let overrides = own.filter { $0.isOverride }
        let changed =
            components.filter { component in
                component.isOverride && !overrides.contains { $0.hasSlot(of: component) }
            } + overrides.filter { component in !components.contains { $0.hasSlot(of: component) } }
        for rival in changed.isEmpty ? [] : rivals.compactMap(slots(of:)) {
            if let one = changed.first(where: rival.names) {
                throw StoreError(
                    .invalidSpan,
                    one.text("SUMMARY"),
                    "another event with the same identifier (UID) has an occurrence at that time; change the whole series"
                )
            }
        }
        return components
    }

    /// Removes complete events that were superseded before an edit and would otherwise reappear after it.
    func dropObsolete(from components: inout [Component], keeping edited: [Component]) {
        let kept = Set(rivals)
        let masters = Set(edited.lazy.filter { !$0.isOverride }.map(\.content))
        func mayStand(_ component: Component) -> Bool {
            kept.contains(component) || masters.contains(component.content)
        }
        let places = components.indices.filter {
            isOwn(components[$0]) && !components[$0].isOverride
        }
        let revision = master?.revisionNumber ?? 0
        var risen: Set<Int> = []
        // Go from the highest SEQUENCE down to the first visible event. All events with a lower SEQUENCE remain
        // superseded.
        let revisions = Dictionary(grouping: places) { components[$0].revisionNumber }
        for (number, places) in revisions.sorted(by: { $0.key > $1.key }) {
            // With the same SEQUENCE, an event is a revision of another one only if their times are equal.
            if number >= revision { break }
            var isOneLeft = false
            for twins in Dictionary(grouping: places, by: { times(of: components[$0]) }).values {
                // The latest event wins. If several are equally late, the last one wins.
                let sorted = twins.sorted {
                    (stamp(of: components[$0]), $0) < (stamp(of: components[$1]), $1)
                }
                let end = sorted.lastIndex { mayStand(components[$0]) }
                risen.formUnion(sorted[(end.map { $0 + 1 } ?? 0)...])
                if end != nil { isOneLeft = true }
            }
            if isOneLeft { break }
        }
        guard !risen.isEmpty else { return }
        components = components.indices.filter { !risen.contains($0) }.map { components[$0] }
    }
}

extension Component {
    fileprivate struct Identity: Hashable {
        let kind: String
        let recurrenceID: Value?
    }

    fileprivate var identity: Identity { Identity(kind: name, recurrenceID: first("RECURRENCE-ID")?.value) }

    fileprivate func hasSlot(of other: Component) -> Bool {
        all("RECURRENCE-ID") == other.all("RECURRENCE-ID")
    }

    fileprivate var content: Component {
        var content = self
        content.remove(["SEQUENCE"])
        return content
    }
}
