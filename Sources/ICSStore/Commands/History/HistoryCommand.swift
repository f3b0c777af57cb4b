#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct HistoryCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "history",
            abstract: """
                List the changes made with this program and with other programs that use its library, newest \
                first.
                """,
            discussion: """
                Each line shows the number of the change, its time, a summary, and the changed file. `undo \
                NUMBER` undoes the whole change. Changes made by `refresh` are listed; changes by programs that \
                write the files directly, such as an editor, are not.

                Each user's list is kept in the folder of calendars, where nobody else can read it. The list \
                contains at most 200 changes, with a total size of at most 64 MB.
                """
        )

        @OptionGroup var options: StoreOptions

        @OptionGroup var output: ListFormat

        @Option(help: ArgumentHelp("Maximum number of changes to list.", valueName: "count"))
        var limit: Int?

        func validate() throws {
            if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let shown = try store.history().prefix(limit ?? .max)
            let width = shown.first.map { String($0.number).count } ?? 0
            try ListOutput.print(shown, output.format) {
                [$0.line(width: width, in: store.zone)]
            } json: {
                $0.append(to: &$1)
            }
        }
    }

    extension HistoryEntry {
        /// Returns the entry as readable text:
        /// `12  2026-03-30 Mon 09:15  edit Stand-up in Studio  studio/stand-up.ics`.
        fileprivate func line(width: Int, in zone: Zone) -> String {
            let number = String(self.number)
            var parts = [
                String(repeating: " ", count: max(0, width - number.count)) + number,
                "\(MomentText.day(time, in: zone)) \(MomentText.time(time, in: zone))", summary,
            ]
            if fileCount == 1, let file = files.first {
                parts.append(file)
            } else if fileCount > 1 {
                parts.append("\(fileCount) files")
            }
            if isUndone { parts.append("(undone)") }
            if let obstacle { parts.append("(cannot be undone: \(obstacle))") }
            return parts.joined(separator: "  ")
        }

        fileprivate func append(to bytes: inout [UInt8]) {
            let fields: [(key: String, value: String?)] = [
                ("time", MomentText.rfc3339(time, in: .utc)), ("summary", summary),
                ("program", applicationName), ("obstacle", obstacle),
            ]
            JSONText.append(object: fields, to: &bytes) {
                JSONText.append(key: "number", literal: number, to: &$0)
                if let undoes { JSONText.append(key: "undoes", literal: undoes, to: &$0) }
                JSONText.append(key: "undone", literal: isUndone, to: &$0)
                JSONText.append(key: "files", list: files, to: &$0) { JSONText.append(string: $0, to: &$1) }
            }
        }
    }
#endif
