#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct WatchCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "watch",
            abstract: "Prints what changes, an object a line, until Ctrl-C.",
            discussion: """
                The keys are "origin" (own or foreign), "inserted", "updated" and "deleted" with identifiers of \
                items, "insertedCalendars", "updatedCalendars" and "deletedCalendars", and "accessChanged" and \
                "everything" (all is to be read anew) where they are true. The first line is {"watching":FOLDER}: \
                what changes after it is told.

                It ends with Ctrl-C, with 130, when the events may not be read any longer, with 1, or with 0 at the \
                first change after which nobody reads its output any longer.
                """
        )

        @OptionGroup var options: StoreOptions

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            // From here on nothing is missed.
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
                    // Such as that the folder of the store is gone; another one may come in its place.
                    do throws(StoreError) { try store.refreshSourcesIfNecessary() } catch {
                        Program.errors.print("\(Program.name): warning: \(error)")
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
