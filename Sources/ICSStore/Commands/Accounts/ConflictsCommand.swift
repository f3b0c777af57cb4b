#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarSync
    import SystemIO

    struct ConflictsCommand: AsyncParsableCommand {
        /// The version to keep.
        enum Side: String, ExpressibleByArgument, CaseIterable {
            case here, server, both

            var choice: ConflictChoice {
                switch self {
                case .here: .ours
                case .server: .theirs
                case .both: .both
                }
            }

            init(_ choice: ConflictChoice) {
                switch choice {
                case .ours: self = .here
                case .theirs: self = .server
                case .both: self = .both
                }
            }

            var words: String {
                switch self {
                case .here: "keep the local version"
                case .server: "keep the server's version"
                case .both: "keep both versions, as two items"
                }
            }
        }

        static let configuration = CommandConfiguration(
            commandName: "conflicts",
            abstract:
                "List the items with conflicting changes here and on a server, or resolve them.",
            discussion: """
                Each line shows the conflict's identifier, the calendar, the item, and what each side changed. \
                Until you decide, the item is left unchanged on both sides.

                With --take, the decision applies to the conflicts that you name, or to all of them, and the \
                next `refresh` carries it out. Properties that only one side changed are always combined.
                """
        )

        @OptionGroup var options: StoreOptions

        @Option(help: ArgumentHelp("Version to keep: here, server or both.", valueName: "side"))
        var take: Side?

        @OptionGroup var output: ListFormat

        @Argument(
            help: ArgumentHelp(
                "Identifier of a conflict, or its first characters (default: all conflicts).",
                valueName: "item"
            )
        )
        var items: [String] = []

        func run() async throws {
            let accounts = try options.accounts
            let all = try accounts.all().filter { $0.kind == .calDAV }
                .flatMap { try accounts.conflicts(of: $0.name) }
            let chosen = try conflicts(among: all)
            guard let take else {
                return try ListOutput.print(chosen, output.format) { conflict in
                    let decision = conflict.choice.map { " (decided: \(Side($0).words))" } ?? ""
                    return ["\(conflict.identifier)  \(conflict)\(decision)"]
                } json: { conflict, bytes in
                    let fields: [(key: String, value: String?)] = [
                        ("id", conflict.identifier), ("account", conflict.account),
                        ("calendar", conflict.calendar), ("item", conflict.item), ("words", conflict.words),
                        ("decision", conflict.choice.map { Side($0).rawValue }),
                    ]
                    JSONText.append(object: fields, to: &bytes)
                }
            }
            if chosen.isEmpty { throw CommandError("no conflicts to resolve") }
            if options.dryRun {
                return try ListOutput.print(chosen.map { "would \(take.words): \($0)" })
            }
            if items.isEmpty, chosen.count > 1 {
                try options.ask("Resolve all \(chosen.count) conflicts: \(take.words)?")
            }
            for conflict in chosen { try accounts.decide(conflict, take.choice) }
            let names = Set(chosen.map(\.account)).sorted().joined(separator: " ")
            Program.say("decided: \(take.words); run `\(Program.name) refresh \(names)` to carry it out")
        }

        private func conflicts(among all: [SyncConflict]) throws(CommandError) -> [SyncConflict] {
            if items.isEmpty { return all }
            var chosen: [SyncConflict] = []
            for item in items {
                let found = all.filter { $0.identifier.hasPrefix(item.lowercased()) }
                guard let first = found.first else { throw CommandError("no conflict '\(item)'") }
                guard found.count == 1 else {
                    throw CommandError(
                        "'\(item)' matches the identifiers of \(found.count) conflicts; add more characters"
                    )
                }
                if !chosen.contains(first) { chosen.append(first) }
            }
            return chosen
        }
    }
#endif
