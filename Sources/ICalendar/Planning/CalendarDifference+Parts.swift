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
        let same = samePlaces(old.properties, new.properties)
        let before = ListedForms(old, without: same, options)
        let after = ListedForms(new, without: same, options)
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
        private var properties: [Property] = []
        /// Where the forms of each property end.
        private var ends: [Int] = []
        private(set) var forms: [PropertyForm] = []

        /// The forms of a component's properties, but for those at places where another component has the same.
        init(_ component: Component, without same: [Bool], _ options: CalendarDifference.Options) {
            var later = LaterProperties(component)
            for (place, property) in component.properties.enumerated() where !options.ignores(property.name) {
                let isLater = later.isLater(property)
                if !same.isEmpty, same[place] { continue }
                properties.append(property)
                PropertyForm.forEachSingle(of: property, isLater: isLater) { forms.append($0) }
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

    /// For each place whether both lists have the same there, as lists of a hundred thousand values are seldom changed; none
    /// where the lists differ in length.
    private static func samePlaces(_ old: [Property], _ new: [Property]) -> [Bool] {
        guard old.count == new.count else { return [] }
        return zip(old, new).map(isSame)
    }

    /// Whether two properties say the same, by their bytes and not as texts look.
    private static func isSame(_ old: Property, _ new: Property) -> Bool {
        guard old == new else { return false }
        // What was read is mostly written alike.
        if let bytes = old.sourceBytes, bytes == new.sourceBytes { return true }
        return PropertyForm(old) == PropertyForm(new)
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
            old.name == new.name && options.ignores(old.name) || isSame(old, new)
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
