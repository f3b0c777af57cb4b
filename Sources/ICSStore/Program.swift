import ICSConsole

#if CommandLine
    import ArgumentParser
    import ICalendar
    import ICalendarStore
    import ICalendarSync
#endif

@main
enum Program {
    static let name = "ics-store"
    static let errors = StandardError(of: name)

    /// Prints the program's name and a line to standard error.
    static func say(_ text: String) { errors.say(text) }

    #if CommandLine
        static func main() async {
            Signals.install()
            errors.requireArguments()
            errors.requirePresent()
            await status().exit()
        }

        /// Runs the program and returns its exit status.
        ///
        /// Not inlined, because an error must be released before the process exits. LeakSanitizer reports one that is
        /// not.
        @inline(never) private static func status() async -> ExitStatus {
            var kind: any ParsableCommand.Type = StoreCommand.self
            do {
                var command = try command()
                kind = type(of: command)
                if var command = command as? any AsyncParsableCommand {
                    try await command.run()
                } else {
                    try command.run()
                }
                RecoveryRemarks.print()
                return .success
            } catch let error as ValidationError where kind != StoreCommand.self {
                return report(error, of: kind)
            } catch {
                return report(error)
            }
        }

        /// Returns the parsed command.
        ///
        /// The arguments may include thousands of names that a shell expanded from `*.ics`.
        private static func command() throws -> any ParsableCommand {
            let arguments = StoreCommand.named(CommandLine.arguments.dropFirst())
            let lists = LongLists(arguments)
            guard lists.areAny, let command = try? StoreCommand.parseAsRoot(lists.arguments),
                var naming = command as? any NamingCommand
            else { return try StoreCommand.parseAsRoot(arguments) }
            naming.names = lists.restored(naming.names)
            return naming
        }

        /// Prints an error in the arguments of a command, with its usage.
        private static func report(_ error: ValidationError, of command: any ParsableCommand.Type)
            -> ExitStatus
        {
            RecoveryRemarks.print()
            let text = "Error: \(error.message)\nUsage: \(StoreCommand.usageString(for: command))"
            errors.print(text: text)
            return .usageError
        }

        private static func report(_ error: any Error) -> ExitStatus {
            RecoveryRemarks.print()
            switch error {
            case WriteError.closedPipe: return .success
            case let error as WriteError: say("error: standard output: \(error)")
            case let error as StoreError: say("error: \(error)")
            case let error as CalendarError:
                say("error: " + (error.file.map { "\($0): " } ?? "") + error.detail)
            case let error as CommandError: say("error: \(error.text)")
            case let error as SyncFailure: say("error: \(error)")
            case let code as ExitCode: return ExitStatus(rawValue: code.rawValue) ?? .failure
            default: return reportParsing(error)
            }
            return .failure
        }

        private static func reportParsing(_ error: any Error) -> ExitStatus {
            let code = StoreCommand.exitCode(for: error)
            let message = StoreCommand.fullMessage(for: error)
            if code == .success { return HelpText.print(message, of: name) }
            let arguments = Array(CommandLine.arguments.dropFirst())
            if let unknown = UnknownOption(in: arguments, of: StoreCommand.self) {
                return report(ValidationError(unknown.text), of: unknown.command)
            }
            errors.print(text: message)
            return ExitStatus(rawValue: code.rawValue) ?? .failure
        }
    #else
        /// Reports the missing trait.
        ///
        /// Packages that use only the libraries are built without the command line.
        static func main() {
            say("error: built without the required trait CommandLine")
            ExitStatus.failure.exit()
        }
    #endif
}

#if CommandLine
    import ArgumentParser
    import SystemIO

    struct StoreCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: Program.name,
            abstract:
                "Show and change the calendars in a folder, in the format of vdirsyncer, khal and Radicale.",
            discussion: """
                A calendar is a folder with one .ics file per item, or a single .ics file, which is read-only. To add \
                a calendar, run `calendars create` or create a folder.

                Without a command, the agenda of the next seven days is shown.

                An item has the identifier CALENDAR:UID, and one occurrence of a series has CALENDAR:UID/RID=START. \
                `events --ids` and `events --format ndjson` print them. On a terminal, listings have short names such \
                as a3, which every command accepts in place of an identifier.

                Commands do not ask before they change the items that you name. Any other change requires your \
                confirmation on the terminal, or --yes; otherwise it fails. With --dry-run, nothing is changed.

                The exit status is 0 if everything was done, 1 if something failed, and 64 for a usage \
                error. Items that `import` skips because they are not new or do not apply do not count as \
                failures.
                """,
            version: "1.0.0",
            groupedSubcommands: [
                CommandGroup(
                    name: "Looking",
                    subcommands: [
                        AgendaCommand.self, WeekCommand.self, MonthCommand.self, NextCommand.self,
                        SearchCommand.self, EventsCommand.self, ShowCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Changing",
                    subcommands: [
                        AddCommand.self, EditCommand.self, MoveCommand.self, DuplicateCommand.self,
                        RemoveCommand.self, HistoryCommand.self, UndoCommand.self, RestoreCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Invitations",
                    subcommands: [
                        InvitationsCommand.self, AcceptCommand.self, TentativeCommand.self,
                        DeclineCommand.self,
                        DelegateCommand.self, CounterCommand.self, InviteCommand.self, ProcessCommand.self,
                        FreeCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Reminders and calendars",
                    subcommands: [
                        RemindersCommand.self, CalendarsCommand.self, NotifyCommand.self, WatchCommand.self,
                        AccessCommand.self,
                    ]
                ),
                CommandGroup(
                    name: "Other programs and servers",
                    subcommands: [
                        ImportCommand.self, ExportCommand.self, SyncCommand.self,
                        AccountsCommand.self,
                        SubscribeCommand.self, RefreshCommand.self, ConflictsCommand.self,
                    ]
                ),
            ]
        )

        /// The default command.
        ///
        /// With a default subcommand, the parser would accept the agenda's options for all commands.
        static let usual: any ParsableCommand.Type = AgendaCommand.self

        @OptionGroup var options: StoreOptions

        /// Returns the arguments with the default command added if they do not name a command.
        static func named(_ arguments: some Collection<String>) -> [String] {
            let commands = Set(
                configuration.subcommands.map { $0._commandName } + ["help", "-h", "--version"]
            )
            let isNamed = zip(arguments, [""] + arguments).contains { argument, previous in
                // An option's value may equal a command name.
                let isFlag = previous.contains("=") || ["--yes", "--dry-run"].contains(previous)
                guard isFlag || !previous.hasPrefix("--") else { return false }
                return commands.contains(argument)
                    || ["--help", "--generate-completion-script", "--experimental-dump-help"].contains {
                        argument.hasPrefix($0)
                    }
            }
            return (isNamed ? [] : [usual._commandName]) + arguments
        }
    }
#endif
