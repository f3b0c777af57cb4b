#if Records
    import ICalendarStore

    /// Bytes that stand for what an event says, the same on every machine.
    ///
    /// Each field is written with its length, so that no two lists of fields have the same bytes.
    struct ContentHash {
        private var bytes: [UInt8]

        /// The version of what is taken in, so that another one gives other hashes.
        static let version: UInt8 = 1

        init() {
            bytes = [Self.version]
            bytes.reserveCapacity(256)
        }

        /// Takes in a text, or that there is none.
        mutating func add(_ text: String?) {
            guard let text else { return bytes.append(0) }
            bytes.append(1)
            add(text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        }

        /// Takes in a number.
        mutating func add(_ number: Int) {
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: number >> shift))
            }
        }

        /// Takes in a digest.
        mutating func add(_ digest: FileDigest) {
            bytes.append(contentsOf: digest.bytes)
        }

        /// The digest of what was taken in.
        var digest: FileDigest { FileDigest(of: bytes) }

        /// The first half of the digest in hexadecimal digits: 128 bits, enough that no two of any number of events meet.
        var text: String {
            let digits = Array("0123456789abcdef".utf8)
            let half = digest.bytes.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
            return String(decoding: half, as: UTF8.self)
        }
    }
#endif
