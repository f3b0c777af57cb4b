#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct WatchCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Print changes as they happen, one JSON object per line, until Ctrl-C.",
            discussion: """
                The keys are "origin" (own or foreign); "inserted", "updated" and "deleted", with item \
                identifiers; "insertedCalendars", "updatedCalendars" and "deletedCalendars"; and, if true, \
                "accessChanged" and "everything" (reload everything). The first line is {"watching":FOLDER}. \
                Every change after that line is reported.

                The exit status is 130 after Ctrl-C, 1 if the events can no longer be read, and 0 if the reader closes \
                the pipe, which is noticed at the next change.
                """
        )

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            // Start observing now so that no changes are missed.
            var changes = store.changes.makeAsyncIterator()
            var remarks = StoreRemarks(store: store)
            try remarks.print(for: .event)
            var first: [UInt8] = []
            JSONText.append(object: [("watching", store.folder.real.description)], to: &first)
            try Descriptor.output.write(first + [UInt8(ascii: "\n")])
            while let change = await changes.next() {
                RecoveryRemarks.print()
                try Descriptor.output.write(Self.line(change))
                guard store.authorizationStatus(for: .event) == .fullAccess else {
                    throw options.refusal(store, .event)
                }
                if change.isEverything {
                    // The store's folder may have been removed, and a new folder may replace it.
                    do throws(StoreError) { try store.refreshSourcesIfNecessary() } catch {
                        Program.say("warning: \(error)")
                    }
                }
                let calendars = change.insertedCalendars.union(change.deletedCalendars)
                if change.isEverything || !calendars.isEmpty { try remarks.print(for: .event) }
            }
        }

        private static func line(_ change: StoreChange) -> [UInt8] {
            let lists: [(String, [String])] = [
                ("inserted", change.inserted.map(\.description)),
                ("updated", change.updated.map(\.description)),
                ("deleted", change.deleted.map(\.description)),
                ("insertedCalendars", Array(change.insertedCalendars)),
                ("updatedCalendars", Array(change.updatedCalendars)),
                ("deletedCalendars", Array(change.deletedCalendars)),
            ]
            let flags = [("accessChanged", change.isAccessChanged), ("everything", change.isEverything)]
            var bytes: [UInt8] = []
            JSONText.append(object: [("origin", change.origin == .own ? "own" : "foreign")], to: &bytes) {
                for (key, list) in lists {
                    JSONText.append(key: key, list: list.sorted(), to: &$0) {
                        JSONText.append(string: $0, to: &$1)
                    }
                }
                for (key, flag) in flags where flag { JSONText.append(key: key, literal: flag, to: &$0) }
            }
            return bytes + [UInt8(ascii: "\n")]
        }
    }
#endif
