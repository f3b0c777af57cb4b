import ICalendarCore

extension ValueCheck {
    /// Checks URIs, addresses, Base64, integers and color names.
    func checkSpecial() {
        switch property.value {
        case .uri(let uri):
            guard let flaw = URIText.flaw(in: uri) else { return }
            let meant = URIText.meant(by: uri)
            note(
                .badURI,
                "\(property.name) is not a URI: it \(flaw)",
                "3.3.13",
                repair: meant == nil
                    ? nil : meant == uri.trimmingBlanks ? "remove the blanks around it" : "percent-encode it",
                mend: meant.map { meant in .edit(place) { $0.value = .uri(meant) } }
            )
        case .calendarAddress(let address): checkAddress(address)
        case .binary(let base64):
            if !Base64.isStandard(base64.utf8) {
                let standard = URIText.standardBase64(of: base64)
                // Do not remove data that any decoder might accept.
                let isHopeless = !base64.utf8.allSatisfy { $0 < 0x80 } && grammar.name != "STRUCTURED-DATA"
                note(
                    .badValue,
                    "\(property.name) is not valid BASE64",
                    "3.3.1",
                    repair: standard != nil
                        ? "rewrite it in standard form"
                        : isHopeless ? "remove it; it cannot be decoded" : nil,
                    mend: standard.map { standard in .edit(place) { $0.value = .binary(base64: standard) } }
                        ?? (isHopeless ? .remove(place) : nil)
                )
            }
        case .integer(let number) where Int32(exactly: number) == nil:
            if case .range = grammar.limit { return }
            note(.outOfRange, "\(property.name) does not fit in 32 bits", "3.3.8")
        case .period where property.name == "FREEBUSY", .list where property.name == "FREEBUSY":
            checkPeriods()
        case .text(let name) where property.name == "TZID" && component.name == "VTIMEZONE":
            // A quoted parameter cannot contain a quote, and many programs would keep the backslash of an escaped
            // quote.
            let plain = ZoneNames.plain(name)
            guard plain != name else { return }
            note(
                .valueForm,
                "TZID: \(Words.quoted(name)) has unnecessary quotes, backslashes or blanks",
                grammar.section,
                repair: "remove them; the zone is the same",
                mend: .edit(place) { $0.value = .text(plain) }
            )
        case .text(let word) where form == .text && property.name == "COLOR":
            if !word.utf8.allSatisfy(Ascii.isLetter) {
                note(
                    .unknownWord,
                    "COLOR: \(Words.quoted(word)) is not a CSS3 color name",
                    grammar.section
                )
            }
        default: break
        }
    }

    /// Reports periods that do not end after they start.
    private func checkPeriods() {
        func ends(_ value: Value) -> Bool {
            guard case .period(let period) = value else { return true }
            switch period.end {
            case .time(let end, _): return end > period.start
            case .duration(let length): return length.days > 0 || length.seconds > 0
            }
        }
        let values = property.value.elements
        guard !values.allSatisfy(ends) else { return }
        let rest = Value(elements: values.filter(ends))
        note(
            .badValue,
            "FREEBUSY: a period does not end after it starts",
            "3.3.9",
            repair: rest == nil
                ? "remove it; the reader ignores it" : "remove the period; the reader ignores it",
            mend: rest.map { rest in .edit(place) { $0.value = rest } } ?? .remove(place)
        )
    }

    /// Reports an address that is not a URI.
    ///
    /// If possible, the repair writes a URI that identifies the same person.
    private func checkAddress(_ address: String) {
        let email = property.emailParameter
        guard let flaw = AddressText.flaw(in: address, emailParameter: email) else { return }
        let meant = AddressText.uri(of: address, emailParameter: email)
        let isBare = meant == "mailto:" + address.trimmingBlanks
        note(
            .badAddress,
            "\(property.name) is not an address: it \(flaw)",
            "3.3.3",
            repair: meant == nil ? nil : isBare ? "add mailto: in front" : "replace it with a valid URI",
            mend: meant.map { meant in .edit(place) { $0.value = .calendarAddress(meant) } }
        )
    }
}
