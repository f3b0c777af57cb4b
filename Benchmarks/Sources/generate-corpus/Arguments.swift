/// The arguments of generate-corpus.
struct Arguments {
    var kind = "people"
    var size: Size?
    var seed: UInt64 = 2026
    var output: String?

    enum Size {
        case events(Int)
        case bytes(Int)
    }

    static let usage = """
        usage: generate-corpus --kind people|recurring|folder (--size 20MB | --events N) [--seed S] --output PATH

        people     events of people and organisations, 2012 to 2026, a fifth of them recurring
        recurring  endless series only
        folder     PATH becomes a folder with one small file an event (--events only)

        PATH - is standard output. The same arguments give the same bytes.
        """

    /// Returns nil if the arguments are not valid.
    init?(_ arguments: [String]) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--kind": kind = value
            case "--size":
                guard let bytes = Arguments.bytes(value) else { return nil }
                size = .bytes(bytes)
            case "--events":
                guard let events = Int(value), events >= 0 else { return nil }
                size = .events(events)
            case "--seed":
                guard let number = UInt64(value) else { return nil }
                seed = number
            case "--output": output = value
            default: return nil
            }
        }
    }

    /// Parses a size; `20MB` is 20 million bytes.
    private static func bytes(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let units = ["": 1, "B": 1, "KB": 1000, "MB": 1_000_000, "GB": 1_000_000_000]
        guard let number = Int(digits), let unit = units[text.dropFirst(digits.count).uppercased()] else {
            return nil
        }
        let (bytes, overflows) = number.multipliedReportingOverflow(by: unit)
        return overflows ? nil : bytes
    }
}
