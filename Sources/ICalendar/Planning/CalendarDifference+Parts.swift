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
        let (before, after) = onlyIn(
            singles(of: olds, options),
            singles(of: news, options),
            form: \.form
        )
        for property in joined(before) { part(property.name) { $0.before.append(property) } }
        for property in joined(after) { part(property.name) { $0.after.append(property) } }
        let (lost, gained) = onlyIn(old.components, new.components) { ComponentForm($0, options) }
        for component in lost { part(component.name) { $0.componentsBefore.append(component) } }
        for component in gained { part(component.name) { $0.componentsAfter.append(component) } }
        return parts.values.sorted { $0.name < $1.name }
    }

    /// A property, or one value of a list that may as well stand in several properties.
    private struct Single {
        let property: Property
        /// Which of the properties it is.
        let number: Int
        let value: Value?
        let form: PropertyForm
    }

    private static func singles(
        of properties: [Property],
        _ options: CalendarDifference.Options
    ) -> [Single] {
        properties.enumerated().filter { !options.ignores($0.element.name) }.flatMap { number, property in
            let forms = PropertyForm.singles(of: property)
            guard let values = property.listedValues else {
                return [Single(property: property, number: number, value: nil, form: forms[0])]
            }
            return zip(values, forms).map {
                Single(property: property, number: number, value: $0, form: $1)
            }
        }
    }

    /// The properties of singles, with those values of each that are among them; in a line for each value a long TZID
    /// would stand as often.
    private static func joined(_ singles: [Single]) -> [Property] {
        var properties: [Property] = []
        var rest = singles[...]
        while let first = rest.first {
            let own = rest.prefix { $0.number == first.number }
            rest = rest.dropFirst(own.count)
            let values = own.compactMap(\.value)
            if values.count == first.property.listedValues?.count ?? 0 {
                properties.append(first.property)
            } else {
                let value = values.count == 1 ? values[0] : .list(values)
                properties.append(
                    Property(first.property.name, value, parameters: first.property.parameters)
                )
            }
        }
        return properties
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

    /// What is in one list and not in the other, however often it is there.
    private static func onlyIn<Element, Form: Hashable>(
        _ old: [Element],
        _ new: [Element],
        form: (Element) -> Form
    ) -> (before: [Element], after: [Element]) {
        var counts: [Form: Int] = [:]
        let forms = (old.map(form), new.map(form))
        for form in forms.1 { counts[form, default: 0] += 1 }
        var before: [Element] = []
        for (form, element) in zip(forms.0, old) {
            if let count = counts[form], count > 0 {
                counts[form] = count - 1
            } else {
                before.append(element)
            }
        }
        var after: [Element] = []
        // Of several alike any may stand for those that found no partner.
        for (form, element) in zip(forms.1, new) {
            if let count = counts[form], count > 0 {
                counts[form] = count - 1
                after.append(element)
            }
        }
        return (before, after)
    }
}
