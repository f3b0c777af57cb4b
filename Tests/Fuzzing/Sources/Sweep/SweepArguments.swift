/// The command-line arguments of the sweep.
struct SweepArguments {
    static let usage =
        "sweep [--count N] [--seed N] [--limit SECONDS] [--largest BYTES] [--announce] [--only NUMBER] FOLDER..."

    /// The folders with calendars.
    var folders: [String] = []
    /// The number of generated calendars.
    var count = 100_000
    var seed: UInt64 = 1
    /// The time limit per input, in seconds.
    var limit = 2.0
    /// The maximum size of a calendar to mutate, in bytes.
    var largest = 65_536
    /// Whether to print each input's name before trying it, to identify a crash.
    var announces = false
    /// The number of the only mutated calendar to print and run, or nil for all.
    var only: Int?

    init() {}

    /// Parses the arguments.
    ///
    /// Returns nil if they are invalid.
    init?(_ arguments: some Sequence<String>) {
        var iterator = arguments.makeIterator()
        while let argument = iterator.next() {
            switch argument {
            case "--count":
                guard let number = iterator.next().flatMap({ Int($0) }), number >= 0 else { return nil }
                count = number
            case "--seed":
                guard let number = iterator.next().flatMap({ UInt64($0) }) else { return nil }
                seed = number
            case "--limit":
                guard let number = iterator.next().flatMap({ Double($0) }) else { return nil }
                limit = number
            case "--largest":
                guard let number = iterator.next().flatMap({ Int($0) }) else { return nil }
                largest = number
            case "--announce": announces = true
            case "--only":
                guard let number = iterator.next().flatMap({ Int($0) }), number >= 0 else { return nil }
                only = number
            default:
                guard !argument.hasPrefix("-") else { return nil }
                folders.append(argument)
            }
        }
        if folders.isEmpty { return nil }
    }
}
