extension RecurrenceSet {
    /// The one instance of a local day, in days since 1970, exclusions not looked at; nil when there is none, or more.
    func onlyInstance(onDay day: Int) -> Instance? {
        guard let first = firstInstance(onDay: day) else { return nil }
        let through = clock.key(ofCivil: (day + 1) * 86_400)
        var instances = SetInstances(
            self,
            from: first.key,
            datesFrom: first.key,
            through: through,
            excluding: false
        )
        while let instance = instances.next() {
            if instance.key != first.key, floorDivide(instance.civil, 86_400) == day { return nil }
        }
        return first
    }
}
