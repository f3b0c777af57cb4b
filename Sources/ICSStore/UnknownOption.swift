#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSPhrases

    /// An unknown option or command.
    ///
    /// Unknown options are reported before missing ones, since a missing option may just be misspelled.
    struct UnknownOption {
        /// The option as typed, without its value: `--titel`.
        let name: String
        let command: any ParsableCommand.Type
        let suggestion: String?
        private let isCommand: Bool

        /// The message, worded like the parser's messages: `Unknown option '--titel'. Did you mean '--title'?`.
        var text: String {
            "Unknown \(isCommand ? "command" : "option") '\(name)'"
                + (suggestion.map { ". Did you mean '\($0)'?" } ?? "")
        }

        /// Finds the first unknown option, or returns nil if all are known.
        init?(in arguments: [String], of root: any ParsableCommand.Type) {
            var command = root
            var known = Self.options(of: root, in: root)
            var rest = arguments[...]
            while let argument = rest.popFirst(), argument != "--" {
                guard argument.hasPrefix("-"), argument.count > 1 else {
                    let next = command.configuration.subcommands.first { $0._commandName == argument }
                    if let next {
                        command = next
                        known = Self.options(of: next, in: root)
                    } else if !command.configuration.subcommands.isEmpty {
                        let names = command.configuration.subcommands.map { $0._commandName }
                        self.init(argument, of: command, among: names, isCommand: true)
                        return
                    }
                    continue
                }
                let name = String(argument.prefix { $0 != "=" })
                guard let takesValue = known[name] else {
                    self.init(name, of: command, among: known.keys.sorted(), isCommand: false)
                    return
                }
                // The next argument is the option's value, even if it looks like an option.
                if takesValue, name == argument { _ = rest.popFirst() }
            }
            return nil
        }

        private init(
            _ name: String,
            of command: any ParsableCommand.Type,
            among names: [String],
            isCommand: Bool
        ) {
            self.name = name
            self.command = command
            suggestion = isCommand ? Self.usual[name] ?? Self.near(name, names) : Self.near(name, names)
            self.isCommand = isCommand
        }

        /// The command names for words that other programs use.
        private static let usual = [
            "delete": "remove", "del": "remove", "rm": "remove", "cancel": "remove", "list": "agenda",
            "ls": "agenda", "today": "agenda", "todo": "reminders", "todos": "reminders",
            "tasks": "reminders",
            "new": "add", "create": "add", "done": "reminders complete", "complete": "reminders complete",
            "postpone": "reminders postpone", "find": "search", "copy": "duplicate",
        ]

        /// Returns a similar name.
        ///
        /// For a command that changes something without confirmation, the name must be very similar.
        private static func near(_ name: String, _ names: [String]) -> String? {
            let found = UnknownUID.near(name, among: names).first
            guard found == "undo" else { return found }
            return Spelling.distance(Array(name), Array("undo")) < 2 ? found : nil
        }

        /// Returns the options listed in the help texts of a command and its default subcommand.
        ///
        /// The result maps each option to whether it takes a value.
        private static func options(
            of command: any ParsableCommand.Type,
            in root: any ParsableCommand.Type
        ) -> [String: Bool] {
            var options: [String: Bool] = [:]
            var commands = [command]
            let usual =
                command == StoreCommand.self ? StoreCommand.usual : command.configuration.defaultSubcommand
            if let usual { commands.append(usual) }
            for command in commands {
                let help = root.helpMessage(for: command, includeHidden: true, columns: 400)
                for line in help.split(separator: "\n") where line.hasPrefix("  -") {
                    // Two spaces separate the names from the description.
                    let names = line.dropFirst(2).replacing("  ", with: "\n").prefix { $0 != "\n" }
                    for part in names.split(separator: ",") {
                        let words = part.split(separator: " ")
                        guard let name = words.first, name.hasPrefix("-") else { continue }
                        options[String(name)] = names.contains("<")
                    }
                }
            }
            return options
        }
    }
#endif
