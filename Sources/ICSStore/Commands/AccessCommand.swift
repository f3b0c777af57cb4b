#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore
    import SystemIO

    struct AccessCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "access",
            abstract: "Prints what this program may do and what was decided about others; asks, and forgets.",
            discussion: """
                What was decided is remembered in the user's state folder. It keeps honest programs honest; only what \
                the permissions of files enforce is security.
                """
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "Ask for full access to events and reminders, where that was not decided.")
        var ask = false

        @Flag(help: "Forget what was decided, so that it is asked again.")
        var forget = false

        @Option(
            help: ArgumentHelp("The program that is forgotten (default: \(Program.name)).", valueName: "name")
        )
        var program: String?

        @Flag(help: "Forget what was decided about all programs.")
        var all = false

        func validate() throws {
            if ask, forget {
                throw ValidationError("--ask and --forget are two things; ask for one at a time")
            }
            if !forget, program != nil || all {
                throw ValidationError("--program and --all go with --forget")
            }
            if program != nil, all { throw ValidationError("--program and --all say different things") }
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
                    throw CommandError(isUnanswered ? error.detail : "there is no terminal to ask on")
                }
            }
            StoreOptions.sayUnremembered(of: store)
            var list = ListOutput(.text, to: .output)
            let events = Self.words(store.authorizationStatus(for: .event))
            let reminders = Self.words(store.authorizationStatus(for: .reminder))
            try list.add {
                ["events: \(events)", "reminders: \(reminders)"]
            } json: { _ in
            }
            let remembered = try EventStore.rememberedAccess(directory: try options.folder)
            if ask, options.yes, !options.dryRun, !remembered.contains(where: Self.isFull) {
                Program.errors.print("\(Program.name): --yes holds for one run: it is not remembered")
            }
            for access in remembered {
                let events = Self.words(access.events)
                let reminders = Self.words(access.reminders)
                let place = access.calendarIdentifier.map { ", adds to \($0)" } ?? ""
                try list.add {
                    [
                        "decided for \(access.applicationName): events \(events), reminders \(reminders)\(place)"
                    ]
                } json: { _ in
                }
            }
            try list.finish()
        }

        private func forgetDecisions() throws {
            let name = all ? nil : program ?? Program.name
            let folder = try options.folder
            let known = try EventStore.rememberedAccess(directory: folder)
                .filter { name == nil || $0.applicationName == name }
            if options.dryRun {
                return try ListOutput.print(known.map { "would forget \($0.applicationName)" })
            }
            if known.isEmpty { Program.errors.print("\(Program.name): nothing was decided") }
            if all { try options.ask("Forget what was decided about \(known.count) programs?") }
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
