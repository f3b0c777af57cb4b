/// How parameters are read that are not written as RFC 5545 section 3.2 wants them.
extension ParameterGrammar {
    /// Whether a colon outside quotes may belong to a value of this parameter, as in `TZID=tzone://Microsoft/Utc`.
    ///
    /// Words, such as those of PARTSTAT and VALUE, hold none.
    static func mayHoldColon(_ name: String) -> Bool {
        guard let grammar = named[name] else { return true }
        return grammar.isFree
    }

    /// Whether a comma outside quotes belongs to the value: the parameter has one value, which may hold commas, as
    /// `CN=Doe, Jane` does.
    static func mayHoldComma(_ name: String) -> Bool {
        guard let grammar = named[name] else { return vendorTexts.contains(name) }
        return grammar.isFree && !grammar.isList && name != "EMAIL"
    }

    /// Whether the value is a link or an address.
    var isLink: Bool {
        switch form {
        case .uri, .address: true
        default: false
        }
    }

    private var isFree: Bool {
        switch form {
        case .text: name != "VALUE"
        case .uri, .address: true
        default: false
        }
    }

    /// Parameters of Apple and Microsoft that hold one text for people.
    private static let vendorTexts: Set = ["X-TITLE", "X-ADDRESS", "X-FILENAME"]
}

extension [Parameter] {
    /// Says which values are not used: the further ones of a parameter that may have one value.
    func noteUnusedValues(_ remarks: inout [ValueRemark]) {
        var flood = RemarkFlood()
        for (place, parameter) in enumerated() {
            if parameter.hasSeveralValues, let grammar = ParameterGrammar.named[parameter.name],
                !grammar.isList, flood.admits()
            {
                let count = parameter.values.count
                remarks.note(
                    .badParameter,
                    "\(parameter.name) has \(count) values, only 1 is allowed; using the first"
                )
            }
            // Of three the second says it, and the third says nothing new.
            let earlier = self[..<place].count { $0.name == parameter.name }
            if earlier == 1, let grammar = ParameterGrammar.named[parameter.name], !grammar.isList,
                flood.admits()
            {
                remarks.note(.badParameter, "duplicate \(parameter.name); using the first")
            }
        }
    }
}
