#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// What all commands have in common; it may stand before the command or after it.
    struct StoreOptions: ParsableArguments {
        @Option(help: ArgumentHelp("The folder of calendars (default: $ICS_STORE).", valueName: "folder"))
        var store: String?

        @Flag(help: "Answer all questions with yes, also the one for access unless it was refused.")
        var yes = false

        @Flag(help: "Say what would change, and change nothing.")
        var dryRun = false

        enum Use {
            case readEvents
            /// It adds events, to a calendar that was named or to the one that is usual.
            case addEvents(calendar: String?)
            case readReminders

            var type: EntityType {
                if case .readReminders = self { .reminder } else { .event }
            }
        }

        var folder: String {
            get throws {
                let named = store ?? ProcessInfo.processInfo.environment["ICS_STORE"]
                guard let named, !named.isEmpty else {
                    throw ValidationError("which folder? Use --store FOLDER, or set ICS_STORE")
                }
                return named
            }
        }

        /// Opens the store without asking anything.
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
            let store = try EventStore(directory: try folder, options: options)
            RecoveryRemarks.follow(store)
            return store
        }

        /// Opens the store for a use, which a person is asked for the first time.
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

        /// Asks a person for a use of the store that nobody was asked for.
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
                    "nobody has allowed access yet, and there is no terminal to ask on: run `\(Program.name) access "
                        + "--ask` on one, or add --yes"
                )
            }
            Self.sayUnremembered(of: store)
            guard isAllowed else { throw refusal(store, use.type) }
        }

        static func sayUnremembered(of store: EventStore) {
            guard let failure = store.takeUnrememberedDecision() else { return }
            Program.errors.print("\(Program.name): warning: the answer cannot be remembered: \(failure)")
        }

        func refusal(_ store: EventStore, _ type: EntityType) -> CommandError {
            let items = type == .event ? "events" : "reminders"
            switch store.authorizationStatus(for: type) {
            case .restricted: return CommandError("the system permits no access to the \(items)")
            case .writeOnly where type == .reminder:
                return CommandError("the reminders may not be read, and none is added where they may not be")
            case .writeOnly: return CommandError("the \(items) may be added to, and not read")
            case .notDetermined:
                return CommandError(
                    "access to the \(items) is not allowed any longer; `\(Program.name) access --ask` asks for it"
                )
            default:
                return CommandError(
                    "access to the \(items) was refused; `\(Program.name) access --forget` lets it be asked again"
                )
            }
        }

        /// Asks whether to go on with what a person did not name.
        func ask(_ question: String) throws {
            if yes || dryRun { return }
            guard Prompt.isPossible else {
                throw CommandError("\(question) There is no terminal to ask on; --yes says yes")
            }
            guard Prompt.asks("\(question) [y/N] ") else { throw CommandError("nothing was changed") }
        }
    }
#endif
