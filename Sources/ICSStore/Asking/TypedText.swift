#if CommandLine
    import ArgumentParser

    /// Texts that a person typed as arguments.
    enum TypedText {
        /// Refuses a text with characters that would be gone when it is stored; tabs and line ends are none of them.
        ///
        /// - Throws: `ValidationError` that names the option.
        static func check(_ text: String?, of option: String) throws {
            let hasControl = text?.unicodeScalars.contains { scalar in
                switch scalar.value {
                case 0x09, 0x0A, 0x0D: false
                case 0x00..<0x20, 0x7F: true
                default: false
                }
            }
            guard hasControl == true else { return }
            throw ValidationError(
                "\(option) has a control character, which no calendar can hold (RFC 5545 section 3.3.11)"
            )
        }
    }
#endif
