#if Network
    import SystemIO

    /// The operating system's resolver.
    struct SystemResolver: NameResolver {
        /// The maximum size of a DNS message.
        private static let longest = 65_535

        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]? {
            typealias Function =
                @convention(c) (UnsafePointer<CChar>, Int32, Int32, UnsafeMutablePointer<UInt8>?, Int32) ->
                Int32
            guard let symbol = unsafe Self.symbol else { return nil }
            let query = unsafe unsafeBitCast(symbol, to: Function.self)
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.longest) { buffer, count in
                let internet: Int32 = 1
                let found = unsafe query(
                    name,
                    internet,
                    Int32(kind.rawValue),
                    buffer.baseAddress,
                    Int32(Self.longest)
                )
                // The resolver returns the full size of the response even if the buffer is too small.
                count = found > 0 && Int(found) <= Self.longest ? Int(found) : 0
            }
            return bytes.isEmpty ? nil : bytes
        }

        static var isAvailable: Bool { unsafe symbol != nil }

        /// The function `res_query`, which has a different name on macOS and in old versions of glibc.
        private static var symbol: UnsafeMutableRawPointer? {
            #if canImport(Darwin)
                let library = unsafe dlopen("libresolv.9.dylib", RTLD_NOW)
                return unsafe library.flatMap { unsafe dlsym($0, "res_9_query") }
            #else
                if let found = unsafe dlsym(nil, "res_query") { return unsafe found }
                let library = unsafe dlopen("libresolv.so.2", RTLD_NOW)
                return unsafe library.flatMap { unsafe dlsym($0, "__res_query") }
            #endif
        }
    }
#endif
