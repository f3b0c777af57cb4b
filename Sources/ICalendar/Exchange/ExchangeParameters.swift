/// The parameters of a property as jCal and xCal hold them: each name once, and no VALUE.
enum ExchangeParameters {
    /// The parameters in the order of the file; one that comes again adds its values to the first of its name.
    static func merged(_ parameters: [Parameter]) -> [Parameter] {
        guard parameters.count > 1 else { return parameters.filter { $0.name != "VALUE" } }
        var merged: [Parameter] = []
        var places: [String: Int] = [:]
        for parameter in parameters where parameter.name != "VALUE" {
            let name = ExchangeName.small(parameter.name)
            if let place = places[name] {
                merged[place].values += parameter.values
            } else {
                places[name] = merged.count
                merged.append(parameter)
            }
        }
        return merged
    }
}
