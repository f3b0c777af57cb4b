import ICalendar

extension StoredItem {
    /// Carries over what a person changed from `base` to `edited`, both with the times of the occurrence; the rest
    /// stays as it is now.
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
        // A series of one occurrence does not count as one; its only slot is its start.
        let key = slot.map(parts.slots.key(of:)) ?? parts.slots.key(of: start)
        var edit = SeriesChange(
            parts: parts,
            key: key,
            item: self,
            changes: changes,
            edited: edited,
            base: base
        )
        // One that was taken out is given back; one that the series does not have any more would be an added one.
        if slot != nil, span != .allEvents, !parts.happens(at: key), parts.slots.slot(withKey: key) == nil {
            throw edit.refusal("the series has no occurrence at that time any more")
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

    /// The components where the master does not recur (any more): it, changed, or the override of the slot.
    private func savedSingle(
        _ master: Component,
        _ changes: PropertyChanges,
        slot: OccurrenceTime?,
        _ span: EventSpan
    ) throws(StoreError) -> [Component] {
        let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
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
                "the event has no occurrence at that time any more; it recurs no longer"
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

    /// Refuses an event that would end before it starts, as where another program has moved its start meanwhile.
    func refuseInverted(_ component: Component, _ changes: PropertyChanges) throws(StoreError) {
        guard changes.touch(PropertyChanges.times), times(of: component)?.isInverted == true else { return }
        throw StoreError(
            .datesInverted,
            component.text("SUMMARY"),
            "another program has moved it meanwhile, and it would end before it starts"
        )
    }

    /// Removes an occurrence, it and those that follow, or all; `slot` is nil where the event does not recur.
    func remove(slot: OccurrenceTime?, span: EventSpan) throws(StoreError) -> Outcome {
        let nothing: [Component] = []
        guard let slot, span != .allEvents else { return Outcome(calendar: try replacingOwn(with: nothing)) }
        guard var parts = SeriesParts(self) else {
            let left = try DetachedOverrides(item: self).removed(slot, span)
            return Outcome(calendar: try replacingOwn(with: left))
        }
        let key = parts.slots.key(of: slot)
        // Another program took it out already.
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

    /// Whether instances that were done or called off stand in the series, where others belong too then.
    var keepsSettledInstances: Bool {
        own.contains { $0.first("RECURRENCE-ID") != nil && Todo($0).isSettled }
    }

    /// Makes an instance that is done a to-do of its own under `uid`; nil where no series has the instance.
    ///
    /// The series then begins with the next one, so that programs that know only one component can go on with it. The last
    /// one becomes that to-do itself.
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
        guard parts.happens else {
            single.revise(from: master, at: now)
            return Outcome(calendar: try replacingOwn(with: [single]))
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

    /// The series with its start at the first instance that is left; unchanged where no start can say that.
    private func begunLater(_ parts: SeriesParts) -> SeriesParts {
        guard let start = parts.start else { return parts }
        let first = parts.slots.firstKept(from: -SeriesParts.farAway, before: SeriesParts.farAway)?.key
        let key = min(first ?? .max, parts.overrides.map(\.key).min() ?? .max)
        guard key > parts.slots.key(of: start) else { return parts }
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
        // Each instance has the times of the first by the clock on the wall.
        for name in PropertyChanges.times { rest.master.replace(name, with: master.all(name)) }
        rest.master.moveToDo(by: begin.civil.secondNumber - start.civil.secondNumber)
        rest.refresh(self)
        return rest
    }

    /// The calendar with these components instead of the master and its overrides; nil when only definitions of zones
    /// are left.
    ///
    /// All others stay where they were, but for earlier revisions, by SEQUENCE, that only the master had made
    /// obsolete: without it they would come back. Throws when another whole event of the UID would be changed by it.
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

    /// The calendar without the item, and what the item takes with it where it is moved to: whole events that would be
    /// shown in its stead come first, so that it beats them there as it did here.
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

    /// The components as they can stand beside other whole events of the UID: a higher SEQUENCE would make those
    /// obsolete.
    func besideRivals(_ components: [Component]) throws(StoreError) -> [Component] {
        guard !rivals.isEmpty, let master else { return components }
        var components = components
        for index in components.indices where components[index].first("RECURRENCE-ID") == nil {
            components[index].replace("SEQUENCE", with: master.all("SEQUENCE"))
            let times = times(of: components[index])
            if rivals.contains(where: { self.times(of: $0) == times }) {
                throw StoreError(
                    .startDateCollidesWithOtherOccurrence,
                    components[index].text("SUMMARY"),
                    "another event with the same UID is at that time"
                )
            }
        }
        // An override takes its slot out of each of them.
        let overrides = own.filter { $0.first("RECURRENCE-ID") != nil }
        let changed =
            components.filter { component in
                component.first("RECURRENCE-ID") != nil && !overrides.contains { $0.hasSlot(of: component) }
            } + overrides.filter { component in !components.contains { $0.hasSlot(of: component) } }
        for rival in changed.isEmpty ? [] : rivals.compactMap(slots(of:)) {
            if let one = changed.first(where: rival.names) {
                throw StoreError(
                    .invalidSpan,
                    one.text("SUMMARY"),
                    "another event with the same UID has an occurrence at that time; change all of them"
                )
            }
        }
        return components
    }

    /// Takes out whole events that were obsolete before an edit, and would not be after it.
    func dropObsolete(from components: inout [Component], keeping edited: [Component]) {
        let kept = Set(rivals)
        let masters = Set(edited.lazy.filter { $0.first("RECURRENCE-ID") == nil }.map(\.content))
        func mayStand(_ component: Component) -> Bool {
            kept.contains(component) || masters.contains(component.content)
        }
        let places = components.indices.filter {
            isOwn(components[$0]) && components[$0].first("RECURRENCE-ID") == nil
        }
        let revision = master?.revisionNumber ?? 0
        var risen: Set<Int> = []
        // From the highest SEQUENCE down, until one is left: what is below that stays obsolete.
        let revisions = Dictionary(grouping: places) { components[$0].revisionNumber }
        for (number, places) in revisions.sorted(by: { $0.key > $1.key }) {
            // Nothing but their times says of those with one SEQUENCE that one is a revision of the other.
            if number >= revision { break }
            var isOneLeft = false
            for twins in Dictionary(grouping: places, by: { times(of: components[$0]) }).values {
                // The latest stands, of equal ones the last.
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
