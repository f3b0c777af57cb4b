#if os(Linux)
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #endif

    struct InotifyEvent {
        /// The number that the system gave for what is watched.
        let number: Int32
        let mask: UInt32
        /// The name in the folder; empty for the folder itself.
        let name: [UInt8]

        /// Takes an event off the bytes that the system gave; nil when there is none left.
        init?(_ bytes: inout ArraySlice<UInt8>) {
            func word(_ index: Int) -> UInt32 {
                let place = bytes.startIndex + 4 * index
                return (0..<4).reduce(0) { sum, at in
                    #if _endian(little)
                        sum | UInt32(bytes[place + at]) << (8 * UInt32(at))
                    #else
                        sum << 8 | UInt32(bytes[place + at])
                    #endif
                }
            }
            guard bytes.count >= 16 else { return nil }
            let length = Int(word(3))
            guard length <= bytes.count - 16 else { return nil }
            number = Int32(bitPattern: word(0))
            mask = word(1)
            // The name is filled up with zeros.
            name = Array(bytes.dropFirst(16).prefix(length).prefix { $0 != 0 })
            bytes = bytes.dropFirst(16 + length)
        }

        /// Whether something of the kind happened, such as `IN_CREATE`.
        func has(_ event: Int32) -> Bool {
            mask & UInt32(truncatingIfNeeded: event) != 0
        }
    }
#endif
