#if CommandLine
    import ICSConsole
    import ICalendarStore

    extension ItemFinder {
        /// The one reminder whose title has a text in it, of all or of those that are to be done; of one that recurs its next
        /// instance, or else its last.
        ///
        /// - Throws: ``CommandError`` when there is none, or several.
        func reminder(matching text: String, isOpen: Bool = false) throws -> Reminder {
            guard !text.isEmpty else { throw CommandError("--match needs a text of a title") }
            let kind = isOpen ? "open reminder" : "reminder"
            let found = try store.reminders(titled: text, isOpen: isOpen)
            guard let first = found.first else {
                throw CommandError("no \(kind) has '\(text)' in its title")
            }
            guard found.count == 1 else {
                let names = found.prefix(5).map { "\($0.title) (\($0.id))" }
                let more = found.count > 5 ? " and \(found.count - 5) more" : ""
                throw CommandError(
                    "\(found.count) \(kind)s have '\(text)' in their titles: "
                        + "\(names.joined(separator: ", "))\(more)"
                )
            }
            return first
        }
    }
#endif
