import ICalendar

/// Instances of a recurring reminder that are done, and leave their series.
extension ItemEditor {
    /// Whether instances that were done or called off stand in the series, where others belong too then.
    var keepsSettledInstances: Bool {
        own.contains { $0.first("RECURRENCE-ID") != nil && Todo($0).isSettled }
    }

    /// Takes an instance out of its series and makes it a to-do of its own; the series begins with the next one then, so
    /// that programs that know no more of it than its one component can go on with it.
    ///
    /// Of the last one the series itself becomes that to-do.
    ///
    /// - Parameters:
    ///   - done: the instance as it was done.
    ///   - slot: its original start.
    ///   - uid: the UID of the new to-do.
    /// - Returns: nil where there is no series that has the instance.
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

    /// The series with its start at the first instance that is left, and the same instances as before; as it was where no
    /// start can say that.
    private func begunLater(_ parts: SeriesParts) -> SeriesParts {
        guard let start = parts.start else { return parts }
        let first = parts.slots.firstKept(from: -SeriesParts.farAway, before: SeriesParts.farAway)?.key
        let key = min(first ?? .max, parts.overrides.map(\.key).min() ?? .max)
        guard key > parts.slots.key(of: start) else { return parts }
        let master = parts.master
        let edit = SeriesEdit(
            parts,
            editor: self,
            changes: PropertyChanges(from: master, to: master),
            edited: master,
            base: master,
            key: key
        )
        guard var rest = try? edit.cut(uid: uid), let begin = rest.start else { return parts }
        // Each instance has the times of the first by the clock on the wall.
        for name in PropertyChanges.times { rest.master.replace(name, with: master.all(name)) }
        rest.master.moveToDo(by: begin.civil.secondNumber - start.civil.secondNumber)
        rest.refresh(self)
        return rest
    }
}
