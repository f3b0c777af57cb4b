/// What the sweep was asked for.
struct SweepArguments {
    static let usage =
        "sweep [--count N] [--seed N] [--limit SECONDS] [--largest BYTES] [--announce] [--only NUMBER] FOLDER..."

    /// Folders of calendars.
    var folders: [String] = []
    /// How many calendars are made by chance.
    var count = 100_000
    var seed: UInt64 = 1
    /// More seconds than these are too slow.
    var limit = 2.0
    /// Larger calendars are not mutated.
    var largest = 65_536
    /// Whether each input is named before it is tried, so that a crash can be told.
    var announces = false
    /// The only mutated calendar that is tried, and printed before; nil for all.
    var only: Int?

    init() {}

    /// Nil when they cannot be understood.
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
