extension CalendarDifference.Part {
    /// What differs between two components.
    static func parts(
        from old: Component,
        to new: Component,
        _ options: CalendarDifference.Options
    ) -> [CalendarDifference.Part] {
        if isPlainlyEqual(old, new, options) { return [] }
        var parts: [String: CalendarDifference.Part] = [:]
        func part(_ name: String, _ change: (inout CalendarDifference.Part) -> Void) {
            change(&parts[name, default: CalendarDifference.Part(name: name)])
        }
        let (olds, news) = different(old.properties, new.properties)
        let before = ListedForms(olds, options)
        let after = ListedForms(news, options)
        let only = onlyIn(before.forms, after.forms)
        for property in before.properties(at: only.before) {
            part(property.name) { $0.before.append(property) }
        }
        for property in after.properties(at: only.after) {
            part(property.name) { $0.after.append(property) }
        }
        let components = onlyIn(
            old.components.map { ComponentForm($0, options) },
            new.components.map { ComponentForm($0, options) }
        )
        for component in components.before.map({ old.components[$0] }) {
            part(component.name) { $0.componentsBefore.append(component) }
        }
        for component in components.after.map({ new.components[$0] }) {
            part(component.name) { $0.componentsAfter.append(component) }
        }
        return parts.values.sorted { $0.name < $1.name }
    }

    /// The forms of properties, one for each value of a list that may as well stand in several properties; of hundreds of
    /// thousands of values nothing else is kept.
    private struct ListedForms {
        private let properties: [Property]
        /// Where the forms of each property end.
        private var ends: [Int] = []
        private(set) var forms: [PropertyForm] = []

        init(_ properties: [Property], _ options: CalendarDifference.Options) {
            self.properties = properties.filter { !options.ignores($0.name) }
            for property in self.properties {
                PropertyForm.forEachSingle(of: property) { forms.append($0) }
                ends.append(forms.count)
            }
        }

        /// The properties of the forms at some places, which ascend, with those values of each that are among them; in a line
        /// for each value a long TZID would stand as often.
        func properties(at places: [Int]) -> [Property] {
            var chosen: [Property] = []
            var rest = places[...]
            var start = 0
            for (property, end) in zip(properties, ends) {
                let own = rest.prefix { $0 < end }
                rest = rest.dropFirst(own.count)
                if own.count == end - start {
                    if !own.isEmpty { chosen.append(property) }
                } else if let listed = property.listedValues, !own.isEmpty {
                    let values = own.map { listed[$0 - start] }
                    let value = values.count == 1 ? values[0] : .list(values)
                    chosen.append(Property(property.name, value, parameters: property.parameters))
                }
                start = end
            }
            return chosen
        }
    }

    /// The properties but for those that both lists have in one place: lists of a hundred thousand values are seldom
    /// changed.
    private static func different(_ old: [Property], _ new: [Property]) -> ([Property], [Property]) {
        guard old.count == new.count else { return (old, new) }
        let places = old.indices.filter { old[$0] != new[$0] }
        return (places.map { old[$0] }, places.map { new[$0] })
    }

    /// Whether two components say the same in the same order, which most do.
    private static func isPlainlyEqual(
        _ old: Component,
        _ new: Component,
        _ options: CalendarDifference.Options
    ) -> Bool {
        guard old.properties.count == new.properties.count, old.components.isEmpty, new.components.isEmpty
        else {
            return false
        }
        return zip(old.properties, new.properties).allSatisfy { old, new in
            old == new || (old.name == new.name && options.ignores(old.name))
        }
    }

    /// The places of what is in one list and not in the other, however often it is there.
    private static func onlyIn<Form: Hashable>(_ old: [Form], _ new: [Form]) -> (before: [Int], after: [Int])
    {
        var counts: [Form: Int] = [:]
        for form in new { counts[form, default: 0] += 1 }
        let before = old.indices.filter { !found(old[$0], in: &counts) }
        // Of several alike any may stand for those that found no partner.
        let after = new.indices.filter { found(new[$0], in: &counts) }
        return (before, after)
    }

    /// Whether a form is left, which is then taken out.
    private static func found<Form: Hashable>(_ form: Form, in counts: inout [Form: Int]) -> Bool {
        guard let count = counts[form], count > 0 else { return false }
        counts[form] = count - 1
        return true
    }
}
