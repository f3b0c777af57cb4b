#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendarStore

    extension ItemFinder {
        /// The one reminder whose title has a text in it, of all or of those that are to be done; of one that recurs its next
        /// instance, or else its last.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func reminder(matching text: String, isOpen: Bool = false) throws -> Reminder {
            try only(isOpen ? "open reminder" : "reminder", titled: text) {
                try store.reminders(titled: $0, isOpen: isOpen)
            } title: {
                $0.title
            } name: {
                "\($0.title) (\($0.id))"
            }
        }

        /// Returns the one item of a kind whose title contains a text.
        ///
        /// Of several, an exact match wins, regardless of case.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func only<Item>(
            _ kind: String,
            titled text: String,
            of find: (String) throws -> [Item],
            title: (Item) -> String,
            name: (Item) -> String
        ) throws -> Item {
            guard !text.isEmpty else { throw ValidationError("--match needs a text of a title") }
            var found = try find(text)
            let exact = found.filter { title($0).trimmed.lowercased() == text.trimmed.lowercased() }
            if !exact.isEmpty { found = exact }
            guard let first = found.first else { throw CommandError("no \(kind) has '\(text)' in its title") }
            guard found.count == 1 else {
                let more = found.count > 5 ? " and \(found.count - 5) more" : ""
                throw CommandError(
                    "\(found.count) \(kind)s have '\(text)' in their titles: "
                        + found.prefix(5).map(name).joined(separator: ", ") + more
                )
            }
            return first
        }
    }
#endif
