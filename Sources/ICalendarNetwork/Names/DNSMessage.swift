#if Network
    /// The records in a DNS response (RFC 1035).
    ///
    /// Anyone on the network can forge a response, so sizes and counts are limited and names are checked.
    package struct DNSMessage {
        /// The record types used for service discovery.
        package enum Kind: UInt16, Sendable {
            case text = 16
            case service = 33
        }

        /// A server that provides a service (RFC 2782).
        struct Service: Hashable {
            let priority: Int
            let weight: Int
            let port: Int
            /// The host in lowercase, or an empty string if the domain does not provide the service.
            let host: String
        }

        private(set) var services: [Service] = []
        /// The strings from text records.
        private(set) var texts: [[UInt8]] = []

        private static let mostRecords = 64

        /// Parses a message, or returns nil if the message is malformed or reports an error.
        init?(_ bytes: [UInt8]) {
            var reader = Reader(bytes: bytes)
            guard reader.number() != nil, let flags = reader.number(), flags & 0x8000 != 0, flags & 0xF == 0,
                let questions = reader.number(), let answers = reader.number(),
                reader.number() != nil, reader.number() != nil, questions <= 1
            else { return nil }
            for _ in 0..<questions {
                guard reader.name() != nil, reader.skip(4) else { return nil }
            }
            for _ in 0..<min(answers, Self.mostRecords) {
                guard reader.name() != nil, let type = reader.number(), let family = reader.number(),
                    reader.skip(4), let size = reader.number(), reader.place + size <= bytes.count
                else { return nil }
                let end = reader.place + size
                if family == 1 { read(Kind(rawValue: UInt16(type)), &reader, end: end) }
                reader.place = end
            }
        }

        private mutating func read(_ kind: Kind?, _ reader: inout Reader, end: Int) {
            switch kind {
            case .service:
                guard let priority = reader.number(), let weight = reader.number(),
                    let port = reader.number(),
                    let host = reader.name(), reader.place == end
                else { return }
                services.append(Service(priority: priority, weight: weight, port: port, host: host))
            case .text:
                while reader.place < end {
                    guard let text = reader.string(end: end) else { return }
                    texts.append(text)
                }
            case nil: break
            }
        }

        /// A cursor over a message's bytes.
        private struct Reader {
            let bytes: [UInt8]
            var place = 0

            mutating func number() -> Int? {
                guard place + 2 <= bytes.count else { return nil }
                defer { place += 2 }
                return Int(bytes[place]) << 8 | Int(bytes[place + 1])
            }

            mutating func skip(_ count: Int) -> Bool {
                place += count
                return place <= bytes.count
            }

            mutating func string(end: Int) -> [UInt8]? {
                let start = place + 1
                guard place < end, start + Int(bytes[place]) <= end else { return nil }
                place = start + Int(bytes[place])
                return Array(bytes[start..<place])
            }

            /// Reads a name, which may contain a compression pointer, or returns nil if it is not a host name.
            mutating func name() -> String? {
                var labels: [String] = []
                var (position, length) = (place, 0)
                var next: Int?
                while position < bytes.count {
                    let size = Int(bytes[position])
                    if size == 0 {
                        place = next ?? position + 1
                        return labels.joined(separator: ".")
                    }
                    if size & 0xC0 == 0xC0 {
                        guard position + 1 < bytes.count else { return nil }
                        let target = (size & 0x3F) << 8 | Int(bytes[position + 1])
                        if next == nil { next = position + 2 }
                        position = target
                        length += 1
                    } else {
                        let label = bytes[(position + 1)...].prefix(size)
                        guard size < 64, label.count == size, label.allSatisfy(Self.isAllowed) else {
                            return nil
                        }
                        labels.append(String(decoding: label, as: UTF8.self).lowercased())
                        position += 1 + size
                        length += 1 + size
                    }
                    // This limit is the maximum length of a name, but it also stops pointer loops.
                    guard length <= 255 else { return nil }
                }
                return nil
            }

            private static func isAllowed(_ byte: UInt8) -> Bool {
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        }
    }
#endif
