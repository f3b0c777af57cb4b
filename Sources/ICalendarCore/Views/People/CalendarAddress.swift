/// The email address from a CAL-ADDRESS (RFC 5545 section 3.3.3) and its EMAIL parameter (RFC 7986 section 6.2).
package struct CalendarAddress: Sendable, Hashable {
    /// The email address with its domain in lowercase, or nil if none was found.
    package let email: String?
    /// The guess or repair made to find the email address, if any.
    let guess: Guess?

    /// The part of the guess that describes the flaw, worded as a continuation of "it".
    package var flaw: Substring? { guess?.rawValue.prefix { $0 != ";" } }

    /// A guess or repair, worded as a continuation of `ATTENDEE '...'`.
    enum Guess: String, Sendable {
        /// Angle brackets, as in `mailto:<jane@example.com>`.
        case brackets = "has angle brackets around the address; brackets ignored"
        /// A name in front of the angle brackets, as in an email header: `mailto:Jane <jane@example.com>`.
        case name = "has a name in front of the address; name ignored"
        /// A missing scheme, as in `jane@example.com`.
        case noScheme = "has no mailto:; read as an email address"
        /// Quotes, as in `"mailto:jane@example.com"`.
        case quotes = "has quotes around it; quotes ignored"
        /// Text after the address, as in `mailto:jane@example.com;PARTSTAT=DECLINED`.
        case rest = "has more text after the address; rest ignored"
        /// A repeated scheme, as in `mailto:mailto:jane@example.com`.
        case repeatedScheme = "has more than one mailto:; read as one"
        /// Punctuation in front of the address or its path, as in `,mailto:jane@example.com`, `mailto::jane@example.com`
        /// or `mailto;jane@example.com`.
        case punctuation = "has misplaced punctuation; punctuation ignored"
        /// Text in front of the scheme, as in `Jane mailto:jane@example.com`.
        case front = "has text in front of mailto:; text ignored"
    }

    package init(_ written: String, emailParameter: String?) {
        if let plain = CalendarAddress.plainEmail(written) {
            (email, guess) = (plain, nil)
            return
        }
        var address = written.trimmingBlanks
        var found: Guess?
        if let quoted = CalendarAddress.withoutQuotes(address) { (address, found) = (quoted, .quotes) }
        if let plain = CalendarAddress.withoutFront(address) { (address, found) = plain }
        if let first = CalendarAddress.withoutRest(address) { (address, found) = (first, .rest) }
        if let path = CalendarAddress.mailtoPath(of: address), let decoded = CalendarAddress.decode(path) {
            var (email, guess) = (decoded, found)
            while let rest = CalendarAddress.mailtoPath(of: email), !rest.isEmpty {
                (email, guess) = (rest, .repeatedScheme)
            }
            if let inside = CalendarAddress.withoutBrackets(email) { (email, guess) = inside }
            self.email = CalendarAddress.withSmallDomain(email)
            self.guess = guess
        } else if let parameter = emailParameter?.trimmingBlanks, !parameter.isEmpty {
            let plain = CalendarAddress.mailtoPath(of: parameter) ?? parameter
            email = CalendarAddress.withSmallDomain(plain)
            guess = nil
        } else if CalendarAddress.looksLikeEmail(address) {
            email = CalendarAddress.withSmallDomain(address)
            guess = found ?? .noScheme
        } else if let inside = CalendarAddress.withoutBrackets(address),
            CalendarAddress.looksLikeEmail(inside.plain)
        {
            email = CalendarAddress.withSmallDomain(inside.plain)
            guess = inside.guess
        } else {
            email = nil
            guess = nil
        }
    }

    /// Returns the CAL-ADDRESS for an email address, percent-encoding special characters so that reading it returns
    /// the same address.
    package static func mailto(_ email: String) -> String {
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        let plain = email.trimmingBlanks.utf8
        var bytes: [UInt8] = Array("mailto:".utf8)
        var isBehindAt = false
        for byte in plain {
            // After the @, a separator would end the address.
            let isSeparator = isBehindAt && Array(",:;".utf8).contains(byte)
            if byte == 0x40 { isBehindAt = true }
            if byte <= 0x20 || byte == 0x7F || isSeparator || Array("%?#\"<>".utf8).contains(byte) {
                bytes += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the part between `mailto:` (in any case) and `?`, or nil if the address has another scheme.
    private static func mailtoPath(of address: String) -> String? {
        let scheme = "mailto:"
        guard address.utf8.count >= scheme.utf8.count,
            zip(address.utf8, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return nil }
        let path = address.utf8.dropFirst(scheme.utf8.count)
        return String(Substring(path.prefix { $0 != UInt8(ascii: "?") })).trimmingBlanks
    }

    /// Returns the email address from a plain ASCII `mailto:` address that needs no decoding, or nil for any other
    /// address.
    ///
    /// This is a fast path for nearly all addresses.
    private static func plainEmail(_ address: String) -> String? {
        let scheme = "mailto:".utf8
        guard address.utf8.count > scheme.count,
            zip(address.utf8, scheme).allSatisfy({ $0 | 0x20 == $1 | 0x20 })
        else { return nil }
        let path = address.utf8.dropFirst(scheme.count)
        var isCapital = false
        for byte in path {
            switch byte {
            case 0x41...0x5A: isCapital = true
            // Uppercase letters before the last `@` are preserved.
            case 0x40: isCapital = false
            case 0x22, 0x25, 0x2C, 0x3A, 0x3B, 0x3C, 0x3F, ...0x20, 0x7F...: return nil
            default: break
            }
        }
        if isCapital, path.contains(0x40) { return nil }
        let email = String(Substring(path))
        // `mailto://jane@example.com` needs a closer look.
        return email.utf8.first == Ascii.slash ? nil : email
    }

    /// Decodes percent-encoding, or returns nil if the result is empty.
    ///
    /// If the result is not valid UTF-8, the path is returned as written.
    private static func decode(_ path: String) -> String? {
        guard path.utf8.contains(UInt8(ascii: "%")) else { return path.isEmpty ? nil : path }
        let bytes = Array(path.utf8)
        var decoded: [UInt8] = []
        decoded.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Ascii.hexadecimal(bytes[index + 1]), let low = Ascii.hexadecimal(bytes[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(bytes[index])
                index += 1
            }
        }
        let text = (String(validating: decoded, as: UTF8.self) ?? path).trimmingBlanks
        return text.isEmpty ? nil : text
    }

    /// Returns the address inside quotes, or nil if the address is not quoted.
    private static func withoutQuotes(_ address: String) -> String? {
        guard address.utf8.count > 2, address.hasPrefix("\""), address.hasSuffix("\"") else { return nil }
        let plain = address.dropFirst().dropLast()
        return plain.contains("\"") ? nil : String(plain).trimmingBlanks
    }

    /// Returns a `mailto:` address without the text in front of it and without misplaced punctuation, or nil if there is
    /// neither.
    ///
    /// If several addresses follow text, the last one counts.
    private static func withoutFront(_ address: String) -> (plain: String, guess: Guess)? {
        let bytes = Array(address.utf8)
        let scheme = Array("mailto".utf8)
        func isSeparator(_ byte: UInt8) -> Bool { ":;,".utf8.contains(byte) || Ascii.isBlank(byte) }
        func isPunctuation(_ byte: UInt8) -> Bool { "<\"'".utf8.contains(byte) || isSeparator(byte) }
        var start: Int?
        var isBehindText = false
        for place in bytes.indices.dropLast(scheme.count) {
            if bytes[place] | 0x20 == scheme[0], place == 0 || !Ascii.isLetter(bytes[place - 1]),
                bytes[place..<place + scheme.count].elementsEqual(scheme, by: { $0 | 0x20 == $1 }),
                bytes[place + scheme.count] == Ascii.colon || !isBehindText
            {
                start = place
                if !isBehindText { break }
            }
            // Another kind of URI may contain an address.
            if bytes[place] == Ascii.slash { break }
            if !isPunctuation(bytes[place]) { isBehindText = true }
        }
        guard let start, !address.lowercased().hasPrefix("urn:") else { return nil }
        let front = bytes[..<start]
        let behind = bytes[(start + scheme.count)...]
        var path = behind.drop(while: isSeparator)
        let separator = behind[..<path.startIndex]
        if path.starts(with: "//".utf8) { path = path.dropFirst(2) }
        let isUsual =
            path.startIndex == separator.endIndex && separator.first == Ascii.colon
            && separator.dropFirst().allSatisfy(Ascii.isBlank)
        guard !separator.isEmpty, !path.isEmpty, !(isUsual && front.isEmpty) else { return nil }
        for (open, close) in [(0x3C, 0x3E), (Ascii.quote, Ascii.quote), (Ascii.apostrophe, Ascii.apostrophe)]
            as [(UInt8, UInt8)]
        where front.contains(open) && path.last == close {
            path.removeLast()
        }
        let isInBrackets = front.last == 0x3C && bytes.last == 0x3E
        let guess: Guess =
            isInBrackets ? isBehindText ? .name : .brackets : isBehindText ? .front : .punctuation
        return ("mailto:" + String(decoding: path, as: UTF8.self), guess)
    }

    /// Returns whether an address is blank or a `mailto:` without an address.
    package static func isEmpty(_ address: String) -> Bool {
        guard let first = address.utf8.first else { return true }
        // Nearly all addresses are longer than this.
        if address.utf8.count >= 16, !Ascii.isBlank(first) { return false }
        let plain = address.trimmingBlanks
        return plain.isEmpty || mailtoPath(of: plain)?.isEmpty == true
    }

    /// Returns the address without the text after a separator that cannot be part of a domain, or nil if there is no
    /// such separator.
    private static func withoutRest(_ address: String) -> String? {
        let bytes = address.utf8
        guard let at = bytes.firstIndex(of: 0x40),
            let end = bytes[at...].firstIndex(where: { $0 == 0x2C || $0 == 0x3A || $0 == 0x3B || $0 == 0x3F }
            ),
            bytes[end] != 0x3F, !address.contains("\""), !address.contains("<"), !address.contains("["),
            mailtoPath(of: address) != nil || looksLikeEmail(String(address[..<end]))
        else { return nil }
        var first = address[..<end]
        if first.hasSuffix("\\") { first.removeLast() }
        return String(first).trimmingBlanks
    }

    /// Returns the address inside angle brackets, as used in email headers, or nil if there are none or they are empty.
    private static func withoutBrackets(_ email: String) -> (plain: String, guess: Guess)? {
        guard email.hasSuffix(">"), let open = email.lastIndex(of: "<") else { return nil }
        let plain = String(email[open...].dropFirst().dropLast()).trimmingBlanks
        return plain.isEmpty ? nil : (plain, open == email.startIndex ? .brackets : .name)
    }

    /// Returns the address with its domain in lowercase.
    ///
    /// Domains are case-insensitive, but the part before the last `@` is not.
    private static func withSmallDomain(_ email: String) -> String {
        guard let at = email.lastIndex(of: "@") else { return email }
        return email[...at] + email[at...].dropFirst().lowercased()
    }

    /// Returns whether a string has the form `local@domain`, without characters typical of a URI scheme, path or
    /// sentence.
    private static func looksLikeEmail(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !address.contains { $0.isWhitespace || $0 == ":" || $0 == "/" || $0 == "<" || $0 == ">" }
    }
}

extension Property {
    /// Whether this ATTENDEE or ORGANIZER has neither an address nor a name.
    package var isNobody: Bool {
        guard let address = value.string, CalendarAddress.isEmpty(address) else { return false }
        return commonName == nil && (emailParameter ?? "").trimmingBlanks.isEmpty
    }
}

extension Component {
    /// Returns warnings about guessed ATTENDEE and ORGANIZER addresses, in property order.
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
            let message = "\(property.name): '\(written)' \(guess.rawValue)"
            found.append(Diagnostic(.warning, .address, file: file, line: property.line ?? line, message))
        }
        return found
    }
}
