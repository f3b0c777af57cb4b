/// A command line of which long lists of names are set aside while the rest is parsed.
///
/// ArgumentParser takes time with the square of how many there are: twelve seconds for the twenty thousand that a shell
/// makes of `*.ics`. In the place of a list stands one name that no argument can be, as it holds a NUL.
package struct LongLists {
    package private(set) var arguments: [String] = []
    private var lists: [[String]] = []

    /// So many names that follow each other stay: a value of an option and the names of commands may be among them.
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
