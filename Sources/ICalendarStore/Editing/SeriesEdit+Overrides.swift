import ICalendar

/// How overrides are carried over to the series as it shall be.
extension SeriesEdit {
    /// An override in the series as it shall be: what it says of its own stays, the rest follows.
    func carried(
        over component: Component,
        of key: Int,
        in old: SeriesParts,
        by shift: SeriesShift
    ) throws(StoreError) -> Component {
        let before = component
        var component = component
        let isEdited = key == self.key
        if isEdited {
            changes.apply(to: &component, except: Self.ownWays)
        } else {
            changes.apply(to: &component, whereLike: old.master, except: Self.ownWays)
        }
        let wasRange = Event(component).overridesFollowingInstances
        if !shift.isNothing {
            let id = shift.moved(old.slots.civil(ofKey: key))
            component.replace("RECURRENCE-ID", with: [Property("RECURRENCE-ID", at: id)])
            var event = Event(component)
            event.overridesFollowingInstances = wasRange
            component = event.component
        }
        if changes.touch(PropertyChanges.times) {
            if isEdited {
                for name in PropertyChanges.times { component.replace(name, with: edited.all(name)) }
            } else if isRegular(before, key, in: old) {
                try setTimes(of: &component, start: shift.moved(old.slots.civil(ofKey: key)), like: edited)
            }
        }
        if component != before { component.revise(from: before, at: editor.now) }
        return component
    }

    /// Whether an override is where its slot is, and as long as the series says.
    private func isRegular(_ override: Component, _ key: Int, in old: SeriesParts) -> Bool {
        guard let start = start(of: override), old.slots.key(of: start) == key else { return false }
        return old.endKey(of: override, from: key) == old.endKey(of: old.master, from: key)
    }

    /// Takes out overrides of slots that the changed rules do not give any more.
    mutating func dropLostOverrides() throws(StoreError) {
        guard changes.touch(PropertyChanges.recurrence) else { return }
        guard ItemEditor.recurs(parts.master), let slots = editor.slots(of: parts.master) else {
            parts.overrides = []
            return
        }
        parts.overrides.removeAll { _, component in
            guard let id = Event(component).recurrenceID else { return true }
            return slots.slot(withKey: slots.key(of: id)) == nil
        }
    }
}
