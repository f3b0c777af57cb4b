#if Network
    import SystemIO

    /// The entries in a netrc file.
    struct Netrc {
        /// A syntax error and its 1-based line number.
        struct Malformed: Error {
            let line: Int
        }

        private struct Entry {
            let host: [UInt8]
            var login: [UInt8]?
            var password: [UInt8]?
        }

        private var entries: [Entry] = []

        /// Parses a file.
        ///
        /// The parser skips `default` entries and macros, so only named hosts have a password.
        init(_ bytes: [UInt8]) throws(Malformed) {
            var words = Words(bytes: bytes)
            var current: Entry?
            while let word = try words.next() {
                switch String(decoding: word, as: UTF8.self) {
                case "machine":
                    add(current)
                    current = Entry(host: try words.value())
                case "default":
                    add(current)
                    current = nil
                case "login":
                    let value = try words.value()
                    current?.login = value
                case "password":
                    let value = try words.value()
                    current?.password = value
                case "account": _ = try words.value()
                case "macdef": words.skipMacro()
                default: throw Malformed(line: words.line)
                }
            }
            add(current)
        }

        private mutating func add(_ entry: Entry?) {
            if let entry { entries.append(entry) }
        }

        /// Returns a user's password for a host; an entry without a login applies to any user.
        func password(host: String, user: String) -> Secret? {
            let found = entries.first { entry in
                String(decoding: entry.host, as: UTF8.self).lowercased() == host
                    && (entry.login ?? Array(user.utf8)) == Array(user.utf8) && entry.password != nil
            }
            return found?.password.flatMap { Secret($0) }
        }

        /// A file's words, which may be quoted.
        private struct Words {
            let bytes: [UInt8]
            var place = 0
            var line = 1

            mutating func value() throws(Malformed) -> [UInt8] {
                guard let word = try next() else { throw Malformed(line: line) }
                return word
            }

            mutating func next() throws(Malformed) -> [UInt8]? {
                while let byte = peek {
                    if byte == UInt8(ascii: "#") {
                        while let byte = peek, byte != UInt8(ascii: "\n") { advance() }
                    } else if byte > 0x20 {
                        break
                    } else {
                        advance()
                    }
                }
                guard let first = peek else { return nil }
                var word: [UInt8] = []
                let isQuoted = first == UInt8(ascii: "\"")
                if isQuoted { advance() }
                while let byte = peek {
                    if isQuoted ? byte == UInt8(ascii: "\"") : byte <= 0x20 { break }
                    guard byte != UInt8(ascii: "\n") else { break }
                    advance()
                    if byte == UInt8(ascii: "\\"), isQuoted, let escaped = peek, escaped > 0x1F {
                        word.append(escaped)
                        advance()
                    } else {
                        word.append(byte)
                    }
                }
                if isQuoted {
                    guard peek == UInt8(ascii: "\"") else { throw Malformed(line: line) }
                    advance()
                }
                return word
            }

            /// Skips a macro, which ends at an empty line.
            mutating func skipMacro() {
                var isEmpty = false
                while let byte = peek {
                    advance()
                    guard byte == UInt8(ascii: "\n") else {
                        isEmpty = false
                        continue
                    }
                    if isEmpty { return }
                    isEmpty = true
                }
            }

            private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

            private mutating func advance() {
                if bytes[place] == UInt8(ascii: "\n") { line += 1 }
                place += 1
            }
        }
    }
#endif
