/// An email that contains a calendar, as mail programs write it.
enum WildMail {
    /// Returns a message with two parts, the second a calendar.
    static func message(_ calendar: String, _ encoding: WildCalendar.Mail) -> String {
        let (name, body) =
            switch encoding {
            case .plain: ("8bit", calendar)
            case .base64: ("base64", base64(Array(calendar.utf8)))
            case .quotedPrintable: ("quoted-printable", quotedPrintable(calendar))
            }
        return """
            From: Boss <boss@example.org>\r
            To: ann@example.org\r
            Subject: Invitation\r
            MIME-Version: 1.0\r
            Content-Type: multipart/alternative;\r
             boundary="part"\r
            \r
            --part\r
            Content-Type: text/plain; charset=utf-8\r
            \r
            You are invited.\r
            --part\r
            Content-Type: text/calendar; charset="utf-8"; method=REQUEST\r
            Content-Transfer-Encoding: \(name)\r
            \r
            \(body)\r
            --part--\r

            """
    }

    /// Returns bytes as Base64 in lines of 76 characters.
    static func base64(_ bytes: [UInt8]) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        var column = 0
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).map { start + $0 < bytes.count ? Int(bytes[start + $0]) : 0 }
            let number = group[0] << 16 | group[1] << 8 | group[2]
            let count = min(3, bytes.count - start)
            for place in 0..<4 {
                text.append(place <= count ? letters[number >> (18 - 6 * place) & 63] : "=")
            }
            column += 4
            if column == 76 {
                text += "\r\n"
                column = 0
            }
        }
        return text
    }

    /// Returns a calendar's text with soft line breaks.
    static func quotedPrintable(_ text: String) -> String {
        var lines: [String] = []
        for line in text.split(separator: "\r\n", omittingEmptySubsequences: false) {
            var written = ""
            var column = 0
            for (place, byte) in line.utf8.enumerated() {
                // Mail systems can remove a blank at the end of a line.
                let isLast = place == line.utf8.count - 1
                let isPlain = ((isLast ? 0x21 : 0x20)..<0x7F).contains(byte) && byte != 0x3D
                let piece = isPlain ? String(UnicodeScalar(byte)) : "=" + hexadecimal(byte)
                if column + piece.utf8.count > 75 {
                    written += "=\r\n"
                    column = 0
                }
                written += piece
                column += piece.utf8.count
            }
            lines.append(written)
        }
        return lines.joined(separator: "\r\n")
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = Array("0123456789ABCDEF")
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
}
