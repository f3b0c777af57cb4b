extension Component {
    /// What was guessed about the addresses of ATTENDEE and ORGANIZER, in the order of the properties.
    func addressDiagnostics(file: String?) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for property in properties where property.name == "ATTENDEE" || property.name == "ORGANIZER" {
            guard let written = property.value.string,
                let guess = CalendarAddress(written, emailParameter: property.emailParameter).guess
            else { continue }
            let message = "\(property.name) '\(written)' \(guess.rawValue)"
            found.append(Diagnostic(.warning, .address, file: file, line: property.line ?? line, message))
        }
        return found
    }
}
