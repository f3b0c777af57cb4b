#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendarStore

    struct UndoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "undo",
            abstract: "Undo a whole change, by default the last one.",
            discussion: """
                Without a number, the command undoes the last change that has not been undone yet, ignoring \
                changes made by `refresh`. `history` lists the changes with their numbers. You can also \
                specify a change by its line in that list, or by words from its summary, such as "remove \
                Stand-up". Undoing an undo redoes the change.

                If a file has changed again since then, the command asks before overwriting it. Without \
                a terminal, --yes is required. Overwritten contents are kept in the history, so undoing the \
                undo restores them. In an account's calendar, an undo is a change like any other, so the \
                next `refresh` sends it to the server.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp(
                "Number of the change, a line of `history`, or words from its summary.",
                valueName: "number|text"
            )
        )
        var words: [String] = []

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let entry = try chosen(among: store.history())
            let steps = try await steps(entry, in: store)
            let changed = steps.filter(\.isChangedSince)
            if options.dryRun {
                return try ListOutput.print(
                    ["would undo \(entry.number): \(entry.summary)"] + Self.lines(steps)
                )
            }
            if !changed.isEmpty { try options.ask(Self.question(changed, entry)) }
            try store.undo(entry, overwriting: !changed.isEmpty)
            try DoneOutput.print(["undone \(entry.number): \(entry.summary)"] + Self.lines(steps))
            if !changed.isEmpty, let last = try store.history().first {
                Program.say("overwrote later changes; `\(Program.name) undo \(last.number)` restores them")
            }
        }

        private func chosen(among entries: [HistoryEntry]) throws(CommandError) -> HistoryEntry {
            let text = words.joined(separator: " ").trimmed
            guard let first = text.split(separator: " ").first else {
                let last = entries.first { !$0.isUndone && $0.undoes == nil && !$0.isRefresh }
                if let last { return last }
                throw CommandError("nothing to undo")
            }
            let numbers = words.flatMap { $0.split(whereSeparator: { " ,".contains($0) }) }
            if numbers.count > 1, numbers.allSatisfy({ Int($0.drop { $0 == "#" }) != nil }) {
                throw CommandError(
                    "only one change can be undone at a time; repeat the command for each of these numbers, starting "
                        + "with the highest"
                )
            }
            let entry: HistoryEntry
            if let number = Int(first.drop { $0 == "#" }) {
                guard let found = entries.first(where: { $0.number == number }) else {
                    throw CommandError("no change \(number) in the history" + Self.hint(entries))
                }
                try check(text.dropFirst(first.count), inLineOf: found)
                entry = found
            } else {
                entry = try named(text, among: entries)
            }
            if entry.isUndone { throw CommandError("change \(entry.number) has already been undone") }
            return entry
        }

        /// Throws an error if words after a number are not from the change's line in the history.
        private func check(_ rest: Substring, inLineOf entry: HistoryEntry) throws(CommandError) {
            let line = FoldedText.bytes(entry.summary + " " + entry.files.joined(separator: " "))
            let wanted = FoldedText.bytes(String(rest).trimmed)
            let summary = FoldedText.bytes(entry.summary)
            guard !rest.isEmpty, !FoldedText.contains(wanted, summary), !FoldedText.contains(line, wanted)
            else { return }
            throw CommandError(
                "'\(String(rest).trimmed)' does not describe change \(entry.number) (\(entry.summary)); use only the number"
            )
        }

        /// Returns the only change that has not been undone and whose summary contains the text.
        private func named(_ text: String, among entries: [HistoryEntry]) throws(CommandError) -> HistoryEntry
        {
            let wanted = FoldedText.bytes(text)
            let found = entries.filter {
                !$0.isUndone && FoldedText.contains(FoldedText.bytes($0.summary), wanted)
            }
            guard let entry = found.first else {
                throw CommandError(
                    "no change in the history has '\(text)' in its summary" + Self.hint(entries)
                )
            }
            guard found.count == 1 else {
                throw CommandError(
                    "\(found.count) changes have '\(text)' in their summaries; use one of their numbers: "
                        + Self.list(found)
                )
            }
            return entry
        }

        private static func hint(_ entries: [HistoryEntry]) -> String {
            entries.isEmpty ? ", which is empty" : "; the last ones are " + list(entries)
        }

        private static func list(_ entries: [HistoryEntry]) -> String {
            entries.prefix(mostNames).map { "\($0.number) (\($0.summary))" }.joined(separator: ", ")
                + (entries.count > mostNames ? " and \(entries.count - mostNames) more" : "")
        }

        /// Returns the effect on each file of undoing an entry, requesting access to reminders if necessary.
        private func steps(_ entry: HistoryEntry, in store: EventStore) async throws -> [UndoStep] {
            do throws(StoreError) {
                return try store.steps(ofUndoing: entry)
            } catch {
                guard error.code == .eventStoreNotAuthorized else { throw error }
            }
            try await options.allow(.readReminders, of: store)
            return try store.steps(ofUndoing: entry)
        }

        private static let mostNames = 5
        private static let mostLines = 20

        private static func question(_ changed: [UndoStep], _ entry: HistoryEntry) -> String {
            let names = changed.prefix(mostNames).map(name).joined(separator: ", ")
            let more = changed.count > mostNames ? " and \(changed.count - mostNames) more" : ""
            return
                "Changed since: \(names)\(more). Undo \(entry.number) (\(entry.summary)) and overwrite these changes?"
        }

        private static func name(_ step: UndoStep) -> String {
            step.title.map { "\($0) (\(step.path))" } ?? step.path
        }

        private static func lines(_ steps: [UndoStep]) -> [String] {
            var lines = steps.prefix(mostLines).map { step in
                let what =
                    switch step.action {
                    case .restore: "restored"
                    case .change: "as before"
                    case .remove: "removed"
                    case .nothing: "unchanged"
                    }
                return "  \(name(step)): \(what)\(step.isChangedSince ? ", overwriting a later change" : "")"
            }
            if steps.count > mostLines { lines.append("  and \(steps.count - mostLines) more") }
            return lines
        }
    }
#endif
