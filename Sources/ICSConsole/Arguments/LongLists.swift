/// A command line whose long lists of names are set aside during parsing.
///
/// ArgumentParser takes quadratic time: twelve seconds if a shell expands `*.ics` to twenty thousand names. Therefore,
/// a placeholder replaces each list. The placeholder contains a NUL, which no real argument can contain.
package struct LongLists {
    package private(set) var arguments: [String] = []
    private var lists: [[String]] = []

    /// The maximum number of consecutive names to leave in place.
    ///
    /// These names may include subcommands and an option's value.
    private static let few = 64

    package init(_ all: some Collection<String>) {
        var run: [String] = []
        var isEnded = false
        func isName(_ argument: String) -> Bool { isEnded || !argument.hasPrefix("-") || argument == "-" }
        for argument in all {
            if isName(argument) {
                run.append(argument)
                continue
            }
            add(run)
            run = []
            arguments.append(argument)
            isEnded = argument == "--"
        }
        add(run)
    }

    package var areAny: Bool { !lists.isEmpty }

    package func restored(_ names: [String]) -> [String] {
        names.flatMap { name in lists.indices.first { Self.standIn($0) == name }.map { lists[$0] } ?? [name] }
    }

    private mutating func add(_ run: [String]) {
        arguments += run.prefix(Self.few)
        let rest = run.dropFirst(Self.few)
        guard rest.count > 1 else { return arguments += rest }
        arguments.append(Self.standIn(lists.count))
        lists.append(Array(rest))
    }

    private static func standIn(_ place: Int) -> String { "\0\(place)" }
}
