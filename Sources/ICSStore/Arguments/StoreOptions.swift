#if CommandLine
    import ArgumentParser
    import EssentialFoundation
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    /// The options for all commands, allowed before or after the command name.
    struct StoreOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "Folder of calendars (default: $ICS_STORE, or else ~/.local/share/calendars).",
                valueName: "folder"
            ),
            completion: .directory
        )
        var store: String?

        @Flag(help: "Answer yes to every question, including access unless it was denied.")
        var yes = false

        @Flag(help: "Print what would change, without changing anything.")
        var dryRun = false

        @Option(
            name: .customLong("address"),
            help: ArgumentHelp(
                "Your email address; may be repeated (default: $ICS_STORE_ADDRESS and the accounts' addresses).",
                valueName: "email"
            )
        )
        var ownAddresses: [String] = []

        func validate() throws {
            for address in ownAddresses where !address.isEmailAddress {
                throw ValidationError("--address: '\(address)' is not an email address")
            }
        }

        enum Use {
            case readEvents
            /// Adding events to a named calendar or to the default calendar.
            case addEvents(calendar: String?)
            case readReminders

            var type: EntityType {
                if case .readReminders = self { .reminder } else { .event }
            }
        }

        /// The calendar folder.
        ///
        /// An explicitly named folder need not exist.
        var folder: String {
            get throws {
                if let named = namedFolder { return named }
                guard let usual = Self.usualFolder else {
                    throw ValidationError("no calendar folder given; use --store FOLDER, or set ICS_STORE")
                }
                guard FileManager.default.fileExists(atPath: usual) else {
                    throw CommandError(
                        "no calendars yet: \(usual) does not exist; create it with `\(Program.name) calendars create "
                            + "NAME`, or name another folder with --store or ICS_STORE"
                    )
                }
                return usual
            }
        }

        /// Creates the calendar folder if it does not exist.
        func createFolder() throws {
            guard !dryRun, let folder = namedFolder ?? Self.usualFolder else { return }
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }

        private var namedFolder: String? {
            let named = store ?? SystemCalls.environment("ICS_STORE")
            return named.flatMap { $0.isEmpty ? nil : $0 }
        }

        /// The default folder, which EventKit on Linux also uses, or nil if the user has no home folder.
        private static var usualFolder: String? {
            // The XDG Base Directory Specification requires ignoring relative paths.
            func path(_ name: String) -> String? {
                SystemCalls.environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
            }
            let (data, home) = (path("XDG_DATA_HOME"), path("HOME"))
            return (data ?? home.map { $0 + "/.local/share" }).map { $0 + "/calendars" }
        }

        /// Opens the store without prompting the user.
        func open(
            in zone: Zone? = nil,
            asking handler: AccessHandler? = nil,
            keeping completed: CompletedInstances = .apart
        ) throws -> EventStore {
            var options = EventStore.Options()
            options.completedInstances = completed
            options.applicationName = Program.name
            options.timeZone = zone
            options.access = handler ?? (yes ? .allowUnlessRefused : .terminal)
            options.isReadOnly = dryRun
            options.userAddresses = Set(userAddresses)
            let store = try EventStore(directory: try folder, options: options)
            RecoveryRemarks.follow(store)
            return store
        }

        /// Opens the store for a given use.
        ///
        /// The first time, this method asks the user for access.
        func open(
            for use: Use,
            in zone: Zone? = nil,
            keeping completed: CompletedInstances = .apart
        ) async throws -> EventStore {
            var handler: AccessHandler?
            if case .addEvents(let name?) = use {
                handler = yes ? .allowUnlessRefused(addingTo: name) : .terminal(addingTo: name)
            }
            let store = try open(in: zone, asking: handler, keeping: completed)
            try await allow(use, of: store)
            return store
        }

        /// Asks the user for access if the user has not decided yet.
        func allow(_ use: Use, of store: EventStore) async throws {
            let isAllowed: Bool
            do throws(StoreError) {
                switch use {
                case .readEvents: isAllowed = try await store.requestFullAccessToEvents()
                case .addEvents: isAllowed = try await store.requestWriteOnlyAccessToEvents()
                case .readReminders: isAllowed = try await store.requestFullAccessToReminders()
                }
            } catch {
                guard error.code == .eventStoreNotAuthorized else { throw error }
                if error.detail == AccessHandler.unanswered { throw CommandError(error.detail) }
                throw CommandError(
                    "access to the \(use.type == .event ? "events" : "reminders") has not been granted, and there is no "
                        + "terminal to ask on; run `\(Program.name) access --ask` in a terminal, or add --yes"
                )
            }
            Self.sayUnremembered(of: store)
            guard isAllowed else { throw refusal(store, use.type) }
        }

        static func sayUnremembered(of store: EventStore) {
            guard let failure = store.takeUnrememberedDecision() else { return }
            Program.say("warning: cannot remember the answer: \(failure)")
        }

        func refusal(_ store: EventStore, _ type: EntityType) -> CommandError {
            let items = type == .event ? "events" : "reminders"
            switch store.authorizationStatus(for: type) {
            case .restricted: return CommandError("the system does not allow access to the \(items)")
            case .writeOnly where type == .reminder:
                return CommandError("reminders cannot be read, and adding them requires reading them")
            case .writeOnly: return CommandError("\(items) can be added but not read")
            case .notDetermined:
                return CommandError(
                    "access to the \(items) is no longer allowed; run `\(Program.name) access --ask`"
                )
            default:
                return CommandError(
                    "access to the \(items) was denied; run `\(Program.name) access --forget` to reset the decision"
                )
            }
        }

        /// Asks the user to confirm an action, unless an option already confirms it.
        func ask(_ question: String) throws {
            if yes || dryRun { return }
            guard Prompt.isPossible else {
                throw CommandError("\(question) No terminal to ask on; use --yes to confirm")
            }
            guard Prompt.asks("\(question) [y/N] ") else { throw CommandError("nothing was changed") }
        }
    }
#endif
