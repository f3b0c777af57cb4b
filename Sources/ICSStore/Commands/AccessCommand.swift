#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore
    import SystemIO

    struct AccessCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "access",
            abstract: "Show, request or forget access to calendars.",
            discussion: """
                Without --forget, the command prints this program's access and the remembered decisions for all \
                programs. Decisions are kept in the user's state folder. They keep honest programs \
                honest; only file permissions provide security.
                """
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "Request full access to events and reminders, unless it was already granted or denied.")
        var ask = false

        @Flag(help: "Forget the decision, so that the program asks again.")
        var forget = false

        @Option(
            help: ArgumentHelp("Program to forget (default: \(Program.name)).", valueName: "name")
        )
        var program: String?

        @Flag(help: "Forget the decisions for all programs.")
        var all = false

        func validate() throws {
            if ask, forget {
                throw ValidationError("--ask and --forget cannot be combined")
            }
            if !forget, program != nil || all {
                throw ValidationError("--program and --all require --forget")
            }
            if program != nil, all { throw ValidationError("--program and --all cannot be combined") }
        }

        func run() async throws {
            if forget { return try forgetDecisions() }
            let store = try options.open()
            if ask, !options.dryRun {
                do throws(StoreError) {
                    _ = try await store.requestFullAccessToEvents()
                    _ = try await store.requestFullAccessToReminders()
                } catch {
                    guard error.code == .eventStoreNotAuthorized else { throw error }
                    let isUnanswered = error.detail == AccessHandler.unanswered
                    throw CommandError(isUnanswered ? error.detail : "no terminal to ask on")
                }
            }
            StoreOptions.sayUnremembered(of: store)
            var lines = [
                "events: \(Self.words(store.authorizationStatus(for: .event)))",
                "reminders: \(Self.words(store.authorizationStatus(for: .reminder)))",
            ]
            let remembered = try EventStore.rememberedAccess(directory: try options.folder)
            if ask, options.yes, !options.dryRun, !remembered.contains(where: Self.isFull) {
                Program.say("--yes applies to this run only and is not remembered")
            }
            for access in remembered {
                let events = Self.words(access.events)
                let reminders = Self.words(access.reminders)
                let place = access.calendarIdentifier.map { ", adds to \($0)" } ?? ""
                lines.append(
                    "decided for \(access.applicationName): events \(events), reminders \(reminders)\(place)"
                )
            }
            try ListOutput.print(lines)
        }

        private func forgetDecisions() throws {
            let name = all ? nil : program ?? Program.name
            let folder = try options.folder
            let known = try EventStore.rememberedAccess(directory: folder)
                .filter { name == nil || $0.applicationName == name }
            if options.dryRun {
                return try ListOutput.print(known.map { "would forget \($0.applicationName)" })
            }
            if known.isEmpty { Program.say("no decision to forget") }
            if all { try options.ask("Forget the decisions for \(known.count) programs?") }
            try EventStore.forgetAccessDecisions(directory: folder, applicationName: name)
        }

        private static func isFull(_ access: RememberedAccess) -> Bool {
            access.applicationName == Program.name && access.events == .fullAccess
                && access.reminders == .fullAccess
        }

        private static func words(_ status: AuthorizationStatus) -> String {
            switch status {
            case .notDetermined: "not decided"
            case .restricted: "restricted by the system"
            case .denied: "denied"
            case .fullAccess: "full access"
            case .writeOnly: "write-only"
            }
        }
    }
#endif
