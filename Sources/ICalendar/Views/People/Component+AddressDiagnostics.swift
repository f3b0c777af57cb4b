extension Property {
    /// Whether this, an ATTENDEE or ORGANIZER, has neither an address nor a name.
    var isNobody: Bool {
        guard let address = value.string, address.utf8.allSatisfy({ Ascii.isBlank($0) }) else { return false }
        return commonName == nil && (emailParameter ?? "").trimmingBlanks.isEmpty
    }
}

extension Component {
    /// What was guessed about the addresses of ATTENDEE and ORGANIZER, in the order of the properties.
    func addressDiagnostics(file: String?) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for property in properties where property.name == "ATTENDEE" || property.name == "ORGANIZER" {
            if property.isNobody {
                let message = "empty \(property.name); ignored"
                found.append(Diagnostic(.warning, .address, file: file, line: property.line ?? line, message))
                continue
            }
            guard let written = property.value.string,
                let guess = CalendarAddress(written, emailParameter: property.emailParameter).guess
            else { continue }
            let message = "\(property.name) '\(written)' \(guess.rawValue)"
            found.append(Diagnostic(.warning, .address, file: file, line: property.line ?? line, message))
        }
        return found
    }
}
