#if CommandLine
    import ICSItems
    import ICalendar
    import ICalendarStore

    /// The typed name of a new or renamed calendar.
    struct CalendarName {
        /// The name without surrounding whitespace.
        let text: String

        /// The maximum length of a name, in bytes.
        ///
        /// Folder names, which are derived from calendar names, have a lower limit.
        private static let longest = 200

        init(_ typed: String) throws(CommandError) {
            text = typed.trimmed
            guard !text.isEmpty else { throw CommandError("a calendar needs a name; the name is empty") }
            if let scalar = text.unicodeScalars.first(where: Self.isInvisible) {
                let code = String(scalar.value, radix: 16, uppercase: true)
                let digits = String(repeating: "0", count: max(0, 4 - code.utf8.count)) + code
                throw CommandError(
                    "the name contains an invisible character (U+\(digits)), which is not allowed in the names of "
                        + "calendars"
                )
            }
            guard !text.contains("/") else {
                throw CommandError(
                    "'\(text)' contains a slash, which separates folders in the identifiers of calendars; use another "
                        + "name"
                )
            }
            guard text.utf8.count <= Self.longest else {
                throw CommandError(
                    "the name is \(text.utf8.count) bytes long; at most \(Self.longest) are allowed; use a shorter one"
                )
            }
        }

        /// Returns whether a store would drop the character.
        private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
            default: false
            }
        }

        /// Throws an error if another calendar already has the name, since commands could not distinguish them.
        func checkFree(in store: EventStore, besides own: EventCalendar? = nil) throws {
            let finder = ItemFinder(store: store)
            for other in try finder.allCalendars where other.calendarIdentifier != own?.calendarIdentifier {
                let name = text.lowercased()
                guard other.title.lowercased() == name || other.calendarIdentifier.lowercased() == name else {
                    continue
                }
                throw CommandError(
                    "there is already a calendar \(other.title) (identifier \(other.calendarIdentifier)); use "
                        + "another name"
                )
            }
        }
    }

    extension EventCalendar {
        /// Throws an error if the calendar is managed outside this store.
        ///
        /// - Parameter action: The verb for the change, such as `rename`.
        func checkMutable(to action: String, _ options: StoreOptions) throws {
            // Calendars in accounts are never local.
            let accounts = type == .local ? [:] : try options.accountKinds
            let account = String(calendarIdentifier.prefix { $0 != "/" })
            if let isFeed = accounts[account] {
                if isFeed {
                    throw CommandError(
                        "\(title) is a subscribed calendar, which cannot be changed here; "
                            + "to unsubscribe, run `\(Program.name) accounts remove \(account)`"
                    )
                }
                throw CommandError(
                    "\(title) is kept on the server of the account \(account); \(action) it there, then run "
                        + "`\(Program.name) refresh \(account)`"
                )
            }
            guard isImmutable else { return }
            if (try? path.identity().kind) == .regular {
                throw CommandError("\(title) is a single file; \(action) the file \(path) instead")
            }
            throw CommandError(
                "cannot \(action) \(title): its folder or the folder around it is not writable; check the permissions "
                    + "of \(path)"
            )
        }
    }
#endif
