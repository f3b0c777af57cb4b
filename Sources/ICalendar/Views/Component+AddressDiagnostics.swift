extension Component {
    /// What was guessed about the addresses of ATTENDEE and ORGANIZER, in the order of the properties.
    func addressDiagnostics(file: String?) -> [Diagnostic] {
        var found: [Diagnostic] = []
        for property in properties where property.name == "ATTENDEE" || property.name == "ORGANIZER" {
            guard let written = property.value.string,
                CalendarAddress(written, emailParameter: property.emailParameter).isGuessed
            else { continue }
            let message = "\(property.name) '\(written)' has no mailto: and is taken for a mail address"
            found.append(Diagnostic(.warning, .address, file: file, line: property.line ?? line, message))
        }
        return found
    }
}
