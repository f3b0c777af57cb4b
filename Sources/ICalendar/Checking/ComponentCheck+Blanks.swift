extension ComponentCheck {
    /// Notes blanks around the value of a parameter, and repairs them.
    mutating func noteBlanks(around name: String, _ rule: ParameterGrammar, at place: Int) {
        note(
            .parameterValue,
            at: place,
            "\(name) of \(component.properties[place].name) has blanks around its value",
            rule.section,
            repair: "remove the blanks",
            mend: .edit(place) { property in
                for index in property.parameters.indices where property.parameters[index].name == name {
                    property.parameters[index].values = property.parameters[index].values.map { value in
                        let plain = value.trimmingBlanks
                        return rule.form.flaw(in: plain) == nil ? plain : value
                    }
                }
            }
        )
    }
}
