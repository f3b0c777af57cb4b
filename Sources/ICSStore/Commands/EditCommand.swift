#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import SystemIO

    struct EditCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "edit",
            abstract:
                "Edit an event or a reminder in $VISUAL or $EDITOR, or with --set, and print its identifier.",
            discussion: """
                In the editor, each line contains the name and the value of a field. Before the command saves your \
                changes, it shows them and asks you to confirm them. Everything else in the event is left \
                unchanged.

                --set makes changes without an editor: --set title=Lunch --set start="2026-04-02 12:00", or "fri \
                12:00". A time with an offset, such as 2026-04-02T10:00Z, is converted to the event's own time zone. \
                If the start specifies a zone, as in "2026-04-02 12:00 Europe/London", the event moves to that zone. \
                A date without a time makes the event all-day. Setting only the start of an event keeps its \
                duration. An empty value removes the field, as does alarm=none. The fields of an event are title, \
                start, end, all-day, time-zone, location, url, repeat, status, category, attendee, alarm and notes. \
                The fields of a reminder are title, start, due, time-zone, location, url, repeat, priority, \
                category, done and notes.

                The identifier of a series selects the whole series. Its times are those of its first \
                occurrence, which `show` prints. Setting start moves that occurrence and all others by the \
                same amount. If the rule cannot do this, as when first Mondays move by a day, set repeat as \
                well. Fields that an occurrence overrides, such as its title, do not change, and an occurrence \
                that was moved individually keeps its time. The identifier of an occurrence selects only that \
                occurrence. For a recurring reminder, the \
                times are those of the instance that is due next, and `done` always applies to one instance, \
                regardless of --span.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp("Identifier of an event, an occurrence or a reminder.", valueName: "id")
        )
        var identifier: String?

        @Option(help: ArgumentHelp("Select the event whose title contains this text.", valueName: "text"))
        var match: String?

        @Option(help: SpanArgument.help)
        var span: SpanArgument?

        @Option(
            name: .customLong("set"),
            parsing: .unconditionalSingleValue,
            help: ArgumentHelp(
                "Set a field; may be repeated. Times are in the event's own time zone, which the field time-zone sets.",
                valueName: "name=value"
            )
        )
        var settings: [String] = []

        func validate() throws {
            guard (identifier == nil) != (match == nil) else {
                throw ValidationError("use either an identifier or --match TEXT")
            }
            for setting in settings {
                try checkTypedText(setting, of: "--set \(setting.prefix { $0 != "=" })")
            }
        }

        func run() async throws {
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            let named = try await finder.item(identifier, matching: match, options, span: span?.span)
            guard !settings.isEmpty || options.yes || options.dryRun || Prompt.isPossible else {
                throw CommandError(
                    "no terminal for an editor; use --set to change fields, or --yes to edit without questions"
                )
            }
            // Report errors before opening the editor.
            try named.checkWritable()
            try edit(try itemEdit(of: named, in: store), in: store)
        }

        private struct ItemEdit {
            let given: NamedItem
            /// The span of the change, or nil for the default span of a reminder.
            let span: EventSpan?
            let heading: [String]
            /// The heading of the printed changes.
            let name: String
            /// The description of the item for a dry run.
            let target: String
        }

        private func itemEdit(of named: NamedItem, in store: EventStore) throws -> ItemEdit {
            guard case .reminder(let reminder) = named.item else {
                let span = span?.span ?? named.usualSpan
                let (title, reach) = (named.title, named.reach(span) ?? "")
                return ItemEdit(
                    given: named,
                    span: span,
                    heading: [title, "Changes apply to \(reach)."],
                    name: title,
                    target: "\(reach) (\(title))"
                )
            }
            let item = try identifier.flatMap { ItemIdentifier(try ItemFinder(store: store).identifier($0)) }
            let isSeries = item?.slot == nil && span ?? .all == .all
            let series = try isSeries ? item.flatMap { try store.reminderSeries($0) } : nil
            // In a series, a new rule applies from the next instance onward, and other changes apply to the whole
            // series.
            let span = span?.span ?? (isSeries ? nil : .thisEvent)
            let given = NamedItem(series ?? reminder, usualSpan: named.usualSpan)
            let reach = given.words(span ?? .allEvents)
            let isInstance = (series ?? reminder).isInstance
            return ItemEdit(
                given: given,
                span: span,
                heading: [given.title] + (isInstance ? ["Changes apply to \(reach)."] : []),
                name: reach,
                target: reach
            )
        }

        private func edit(_ edit: ItemEdit, in store: EventStore) throws {
            let old = edit.given.fields
            var item = edit.given
            let zone = try Zone.system()
            var isAllDaySaid = false
            let edited = try change(old, edit.heading) { (new, old) throws(FieldError) in
                item = edit.given
                isAllDaySaid = new.isAllDaySaid
                try item.apply(new, over: old, in: zone)
            }
            try keeping(edited) {
                try hinting(from: old, { item.fields }) {
                    try save(&item, edit, old, isAllDaySaid: isAllDaySaid, in: store)
                }
            }
        }

        private func save(
            _ item: inout NamedItem,
            _ edit: ItemEdit,
            _ old: EventFields,
            isAllDaySaid: Bool,
            in store: EventStore
        ) throws {
            let new = item.fields
            var changes = EventText.changes(from: old, to: new)
            // The fields do not cover Outlook's all-day flag.
            let isFlagGone = item.isMicrosoftAllDay != edit.given.isMicrosoftAllDay
            guard item.properties.hasChanges, !changes.isEmpty || isFlagGone else {
                return Program.say("nothing was changed")
            }
            if settings.isEmpty { changes += try item.meanwhile(in: store).lines(shown: old, new: new) }
            var dropped: [Event] = []
            if case .event(let event) = item.item, let span = edit.span, new[.repeats] != old[.repeats] {
                dropped = try store.overridesDropped(bySaving: event, span: span)
            }
            // Determine the files to be written if the new times may not match the rule or may split the series.
            let mayMissRule = new.mayMissRule(besides: old)
            let files =
                mayMissRule || NamedItem.mayDivide(edit.span)
                ? try item.files(bySaving: edit.span, in: store) : []
            let moved = rulesMoved(in: files, of: item, edit, from: old)
            if !moved.isEmpty {
                changes += EventText.lines(of: .repeats, removed: old[.repeats], added: moved)
                if !options.dryRun, !settings.isEmpty, match == nil {
                    Program.say(
                        "note: the repetition moves along with the \(new[.due] == old[.due] ? "start" : "due time"): \(moved.joined(separator: ", "))"
                    )
                }
            }
            if !options.dryRun, !settings.isEmpty, match == nil, !isAllDaySaid,
                let field = new.fieldWithoutTime(since: old)
            {
                let effect = item.isEvent ? "; the event is now all-day" : ""
                Program.say("note: the new \(field.rawValue) has no time of day\(effect)")
            }
            changes += EventText.lines(ofDropped: dropped)
            if NamedItem.mayDivide(edit.span), item.divides(in: files) { changes.append(NamedItem.division) }
            if mayMissRule {
                ImportedItem.warn(of: files, in: try Zone.system())
                item.warn(bySaving: edit.span, files, in: store)
            }
            if !options.dryRun {
                if settings.isEmpty || match != nil {
                    try ListOutput.print(["\(edit.name):"] + changes, to: .error)
                    let reach = edit.span.flatMap { item.reach($0) }.map { " to \($0)" } ?? ""
                    try options.ask("Save the changes\(reach)?")
                } else if !dropped.isEmpty {
                    Program.say("warning: the new rule removes these changed occurrences:")
                    try ListOutput.print(EventText.list(ofDropped: dropped, most: 20), to: .error)
                }
            }
            // For a series, print its own identifier rather than an occurrence's.
            let saved = try item.save(in: store, span: edit.span, commit: !options.dryRun)
            if options.dryRun {
                return try ListOutput.print(["would change \(edit.target):"] + changes, to: .output)
            }
            if let sentence = item.continuation(of: edit.given) { Program.say(sentence) }
            if let note = item.noteOnAttendees(options) { Program.say(note) }
            try DoneOutput.print([saved])
        }

        /// Returns the rules of a series after its days move with a new start, or an empty array if they are unchanged.
        private func rulesMoved(
            in files: [CalendarFile],
            of item: NamedItem,
            _ edit: ItemEdit,
            from old: EventFields
        ) -> [String] {
            guard edit.span == .allEvents || !item.isEvent && edit.span == nil,
                item.fields[.repeats] == old[.repeats],
                !old[.repeats].isEmpty,
                item.fields[.start] != old[.start] || item.fields[.due] != old[.due]
            else { return [] }
            let series = files.flatMap(\.calendars).flatMap(\.component.components).first {
                $0.name == item.properties.component.name && Event($0).recurrenceID == nil
            }
            let rules = series.map { Event($0).recurrenceRules.map { RuleLine.text(of: $0) } } ?? []
            return rules == old[.repeats] ? [] : rules
        }

        /// Calls `save` and adds hints to its errors.
        ///
        /// If the new time does not match the rule of the series, the hint suggests setting a new rule as well.
        func hinting(
            from old: EventFields,
            _ new: () -> EventFields,
            _ save: () throws -> Void
        ) throws {
            do {
                try save()
            } catch var error as StoreError where error.code == .invalidSpan && span != .this {
                let new = new()
                guard !old[.repeats].isEmpty, old[.repeats] == new[.repeats], new.isMoved(from: old) else {
                    throw error
                }
                let rules = old[.repeats].map { "--set repeat=\"\($0)\"" }.joined(separator: " ")
                error.detail +=
                    "; set the new rule as well (currently \(rules)), or move this occurrence alone with --span this"
                throw error
            }
        }

        /// Calls `body` with edited text.
        ///
        /// If the store rejects the text, keeps its file and prints the path.
        func keeping(_ edited: TextEditor.Edited?, _ body: () throws -> Void) throws {
            do {
                try body()
            } catch let error as StoreError {
                if let edited { Program.say("your text is kept in \(edited.path)") }
                throw error
            } catch {
                edited?.discard()
                throw error
            }
            edited?.discard()
        }

        /// Changes fields with `--set` or in the editor.
        ///
        /// Once the new fields are valid, calls `apply` with the new and the original fields. Returns the edited text
        /// if it was changed.
        func change(
            _ old: EventFields,
            _ heading: [String],
            _ apply: (EventFields, EventFields) throws(FieldError) -> Void
        ) throws -> TextEditor.Edited? {
            guard !settings.isEmpty else { return try edit(old, heading, apply) }
            do throws(FieldError) {
                try apply(FieldSettings(settings).fields(with: old), old)
                return nil
            } catch {
                throw ValidationError(error.text)
            }
        }

        private func edit(
            _ old: EventFields,
            _ heading: [String],
            _ apply: (EventFields, EventFields) throws(FieldError) -> Void
        ) throws -> TextEditor.Edited? {
            let original = EventText.text(old, heading: heading + [""])
            var text = original
            var complaint = ""
            while true {
                let edited = try TextEditor.edited(text)
                var answer = edited.text
                // Remove the error message, which is shown above the text.
                if !complaint.isEmpty, answer.hasPrefix(complaint) {
                    answer.removeFirst(complaint.count)
                }
                do throws(FieldError) {
                    // Compare parsed text, so values that an editor cannot show do not count as changes.
                    guard answer != original, var new = try EventText.fields(answer, of: old.names),
                        var shown = try EventText.fields(original, of: old.names), new != shown
                    else {
                        edited.discard()
                        return nil
                    }
                    shown.takeForm(of: old)
                    new.takeForm(of: old)
                    // If the start was changed, the end in the text is intentional.
                    new.isEndSaid = new[.start] != shown[.start] || new[.end] != shown[.end]
                    try apply(new, shown)
                    return edited
                } catch {
                    guard Prompt.isPossible, !options.yes else {
                        Program.say("your text is kept in \(edited.path)")
                        throw CommandError("invalid text; nothing was changed: \(error.text)")
                    }
                    Program.say(error.text)
                    edited.discard()
                    guard Prompt.asks("Edit again? [Y/n] ", usually: true) else {
                        throw CommandError("nothing was changed")
                    }
                    complaint = "# \(error.text)\n"
                    text = complaint + answer
                }
            }
        }
    }

    extension EventFields {
        func mayMissRule(besides old: EventFields) -> Bool {
            isMoved(from: old) || self[.repeats] != old[.repeats]
        }

        /// Returns the start or due field if a date has replaced its time of day, or nil otherwise.
        fileprivate func fieldWithoutTime(since old: EventFields) -> EventField? {
            [.start, .due].first { field in
                (try? old.written(field))?.time.isDate == false && (try? written(field))?.time.isDate == true
            }
        }

        fileprivate func isMoved(from old: EventFields) -> Bool {
            EventField.times.union([.due]).contains { self[$0] != old[$0] }
        }
    }
#endif
