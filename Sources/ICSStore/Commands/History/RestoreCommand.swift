#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore

    struct RestoreCommand: AsyncParsableCommand, NamingCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore",
            abstract: "Restore removed or canceled occurrences of a series.",
            discussion: """
                Specify an occurrence by its identifier CALENDAR:UID/RID=START, which --list prints. With \
                the identifier of a series, the command restores the only removed occurrence, or asks which \
                one to restore.

                A restored occurrence has the values that the series defines. To bring back a removed series \
                or event, use `undo`.
                """
        )

        @OptionGroup var options: StoreOptions

        @Flag(help: "List the removed and canceled occurrences of the series instead.")
        var list = false

        @Argument(help: ArgumentHelp("Identifiers of occurrences or series.", valueName: "id"))
        var names: [String]

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            if list { return try await printRemoved(in: store) }
            var chosen: [RemovedOccurrence] = []
            for name in names { chosen.append(try await occurrence(name, in: store)) }
            if options.dryRun {
                return try ListOutput.print(chosen.map { "would restore \(Self.words($0, in: store.zone))" })
            }
            try store.restore(chosen)
            try DoneOutput.print(chosen.map(\.identifier.description))
        }

        private func printRemoved(in store: EventStore) async throws {
            var lines: [String] = []
            for name in names {
                for removed in try await self.removed(name, in: store) {
                    lines.append("\(removed.identifier)  \(Self.words(removed, in: store.zone))")
                }
            }
            if lines.isEmpty { Program.say("no removed occurrences") }
            try ListOutput.print(lines)
        }

        private func removed(_ name: String, in store: EventStore) async throws -> [RemovedOccurrence] {
            let name = try ItemFinder(store: store).identifier(name)
            guard let identifier = ItemIdentifier(name) else {
                throw CommandError("'\(name)' is not an identifier (expected CALENDAR:UID)")
            }
            if let found = try store.removedOccurrences(of: identifier) { return found }
            let unknown = CommandError(
                "no item has the identifier \(name); use `\(Program.name) undo` to bring back a whole item"
            )
            do {
                try await options.allow(.readReminders, of: store)
            } catch {
                throw unknown
            }
            guard let found = try store.removedOccurrences(of: identifier) else { throw unknown }
            return found
        }

        private func occurrence(_ name: String, in store: EventStore) async throws -> RemovedOccurrence {
            let removed = try await removed(name, in: store)
            if let slot = ItemIdentifier(name)?.slot {
                if let found = removed.first(where: { $0.isNamed(by: slot) }) { return found }
                throw CommandError("\(name) is not a removed occurrence; use --list to see them")
            }
            guard let first = removed.first else { throw CommandError("\(name) has no removed occurrences") }
            if removed.count == 1 { return first }
            guard Prompt.isPossible, !options.yes else {
                throw CommandError(
                    "\(name) has \(removed.count) removed occurrences; use one of the identifiers that --list prints"
                )
            }
            let choices = removed.map { Self.words($0, in: store.zone) }
            return removed[try Prompt.choice("Restore which occurrence?", choices)]
        }

        /// Returns the occurrence as readable text, such as `Stand-up, 2026-03-30 Mon 09:30 (canceled)`.
        private static func words(_ removed: RemovedOccurrence, in zone: Zone) -> String {
            let instant = removed.start.instant(in: zone)
            let time =
                if case .date = removed.start { "" } else { " \(MomentText.time(instant, in: zone))" }
            let title = Words.title(removed.title)
            return
                "\(title), \(MomentText.day(instant, in: zone))\(time)\(removed.isCancelled ? " (canceled)" : "")"
        }
    }
#endif
