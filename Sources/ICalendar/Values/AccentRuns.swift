/// Long runs of combining characters, such as a letter with a thousand accents.
///
/// Swift compares and hashes texts by what they look like, which takes time with the square of such a run: a megabyte
/// takes minutes. So texts are read in the Stream-Safe Text Format of Unicode (UAX 15 section 13): after thirty such
/// characters stands U+034F, which nobody sees. No language needs as many.
enum AccentRuns {
    /// So many combining characters may follow one another.
    private static let most = 30

    /// Whether there may be a longer run in bytes that are UTF-8; it costs little to know.
    static func mayBeLong(_ bytes: Span<UInt8>) -> Bool {
        var (run, index) = (0, 0)
        while index < bytes.count {
            let lead = bytes[index]
            switch lead {
            case 0..<0x80:
                run = 0
                index += 1
                continue
            // Letters of Europe, of China and of Korea, which need no others behind them.
            case 0xC2...0xCB, 0xCE...0xD1, 0xD3...0xD5, 0xE4...0xE9, 0xEB...0xED: run = 0
            default: run += 1
            }
            if run > most { return true }
            index += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        }
        return false
    }

    /// The text with its runs parted; nil when none is too long.
    static func parted(_ text: String) -> String? {
        var scalars = String.UnicodeScalarView()
        var run = 0
        var isParted = false
        for scalar in text.unicodeScalars {
            let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
            run = isMark ? run + 1 : 0
            if run > most {
                scalars.append("\u{34F}")
                (run, isParted) = (1, true)
            }
            scalars.append(scalar)
        }
        return isParted ? String(scalars) : nil
    }
}
