extension ComponentCheck {
    /// Whether an address is a URI, or can be written as one that names the same person.
    mutating func checkAddress(_ address: String, at place: Int) {
        let property = component.properties[place]
        guard let flaw = URIText.flaw(in: address) else { return }
        let meant = AddressText.uri(of: address, emailParameter: property.emailParameter)
        let isBare = meant == "mailto:" + address.trimmingBlanks
        note(
            .badAddress,
            at: place,
            "\(property.name) is no address: it \(flaw)",
            "3.3.3",
            repair: meant == nil ? nil : isBare ? "put mailto: in front of it" : "write it as it is read",
            mend: meant.map { meant in .edit(place) { $0.value = .calendarAddress(meant) } }
        )
    }
}

/// Addresses that are no URIs, as URIs.
enum AddressText {
    /// The URI that is read as the same mail address, or that says that there is none; nil for a text that may mean
    /// anything.
    static func uri(of address: String, emailParameter: String?) -> String? {
        let read = CalendarAddress(address, emailParameter: emailParameter)
        let plain = address.trimmingBlanks
        if plain.isEmpty, read.email == nil { return nowhere }
        var candidates = [URIText.encoded(plain)]
        if let email = read.email {
            let own = URIText.encoded(CalendarAddress.mailto(email))
            // What follows the question mark is kept where it can be.
            if plain.utf8.contains(UInt8(ascii: "?")) { candidates.append(own) } else { candidates = [own] }
        }
        return candidates.first { candidate in
            URIText.flaw(in: candidate) == nil
                && CalendarAddress(candidate, emailParameter: emailParameter).email == read.email
        }
    }

    /// The URI of somebody whose address is any text: it leads nowhere, and keeps the text.
    static func uri(ofText text: String) -> String {
        let encoded = URIText.encoded(text.trimmingBlanks)
        return encoded.isEmpty ? nowhere : "invalid:" + encoded
    }

    /// What Exchange writes for somebody without an address.
    static let nowhere = "invalid:nomail"
}
