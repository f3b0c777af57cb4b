extension ComponentCheck {
    /// Notes an address that is not a URI, and repairs it where a URI names the same person.
    mutating func checkAddress(_ address: String, at place: Int) {
        let property = component.properties[place]
        guard let flaw = URIText.flaw(in: address) else { return }
        let meant = AddressText.uri(of: address, emailParameter: property.emailParameter)
        let isBare = meant == "mailto:" + address.trimmingBlanks
        note(
            .badAddress,
            at: place,
            "\(property.name) is not an address: it \(flaw)",
            "3.3.3",
            repair: meant == nil ? nil : isBare ? "write it with mailto: in front" : "write it as it is read",
            mend: meant.map { meant in .edit(place) { $0.value = .calendarAddress(meant) } }
        )
    }
}

/// Converts addresses that are not URIs to URIs.
enum AddressText {
    /// Returns the URI for the same email address, or ``nowhere`` for an empty address; nil if the meaning is unclear.
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

    /// Returns an `invalid:` URI that keeps the text of an unusable address.
    static func uri(ofText text: String) -> String {
        let encoded = URIText.encoded(text.trimmingBlanks)
        return encoded.isEmpty ? nowhere : "invalid:" + encoded
    }

    /// The URI that Exchange writes for a person without an address.
    static let nowhere = "invalid:nomail"
}
