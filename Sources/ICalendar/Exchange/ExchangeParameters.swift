/// The parameters of a property as jCal and xCal hold them: each name once, and no VALUE.
enum ExchangeParameters {
    /// The parameters in the order of the file; one that comes again adds its values to the first of its name.
    static func merged(_ parameters: [Parameter]) -> [Parameter] {
        let kept = parameters.filter { $0.name != "VALUE" }
        guard kept.count > 1 else { return kept }
        var places: [String: Int] = [:]
        // Apart from the parameters, as each of these copies its values when one is added.
        var gathered: [(first: Parameter, more: [String])] = []
        for parameter in kept {
            let name = ExchangeName.capitals(parameter.name)
            if let place = places[name] {
                gathered[place].more += parameter.values
            } else {
                places[name] = gathered.count
                gathered.append((parameter, []))
            }
        }
        if gathered.count == kept.count { return kept }
        return gathered.map { first, more in
            // One that comes again without values adds none.
            more.isEmpty ? first : Parameter(capitals: first.name, values: first.values + more)
        }
    }
}
