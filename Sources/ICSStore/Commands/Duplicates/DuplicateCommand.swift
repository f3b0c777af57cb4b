#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore

    struct DuplicateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "duplicate",
            abstract: "Copy an event, an occurrence or a reminder, and print the identifier of the copy.",
            discussion: """
                The copy has its own UID. It keeps the alarms and the attendees, but not the attendees' \
                replies. A copy of one occurrence does not recur. With the identifier of a series, or with \
                --span all, the whole series is copied, including its changed occurrences. If --start is \
                only a day, the time of day is kept.
                """
        )

        @OptionGroup var options: StoreOptions

        @Argument(
            help: ArgumentHelp("Identifier of an event, an occurrence or a reminder.", valueName: "id")
        )
        var identifier: String?

        @Option(help: ArgumentHelp("Select the event whose title contains this text.", valueName: "text"))
        var match: String?

        @Option(
            parsing: .unconditional,
            help: ArgumentHelp(
                """
                Start of the copy: 2026-04-02, 2026-04-02T18:00, today, tomorrow, or an offset from the \
                original such as +1w.
                """,
                valueName: "time"
            ),
            transform: TimeArgument.init(parsingTimeOfItem:)
        )
        var start: TimeArgument?

        @Option(help: ArgumentHelp("Time zone of --start (default: the system's).", valueName: "zone"))
        var timeZone: String?

        @Option(help: ArgumentHelp("Calendar for the copy (default: the original's).", valueName: "name|id"))
        var calendar: String?

        @Option(help: "Title of the copy.")
        var title: String?

        @Option(
            help: ArgumentHelp(
                "Part of a series: this or all (default: the part that the identifier refers to).",
                valueName: "span"
            )
        )
        var span: SpanArgument?

        func validate() throws {
            guard (identifier == nil) != (match == nil) else {
                throw ValidationError("use either an identifier or --match TEXT")
            }
            try checkTypedText(title, of: "--title")
            if title?.trimmed.isEmpty == true { throw ValidationError("--title must not be empty") }
            if span == .future {
                throw ValidationError("--span future is not supported here; use this or all")
            }
            if timeZone != nil, start == nil { throw ValidationError("--time-zone requires --start") }
        }

        func run() async throws {
            let zone = try displayZone(named: timeZone)
            let store = try await options.open(for: .readEvents)
            let finder = ItemFinder(store: store)
            var named = try await finder.item(identifier, matching: match, options, span: span?.span)
            let type: EntityType = named.isEvent ? .event : .reminder
            let target = try calendar.map { try finder.calendar($0, for: type) } ?? named.calendar
            guard let target else {
                throw CommandError("\(named.title): the calendar no longer exists")
            }
            guard target.allowsContentModifications else {
                throw CommandError("\(target.title) is read-only; use --calendar to copy to another calendar")
            }
            let isWhole = (span?.span ?? named.usualSpan) == .allEvents && named.recurs
            do {
                try named.change(title: title, start: start, in: zone)
            } catch let error as FieldError {
                throw ValidationError(error.text)
            } catch let error as WindowTimesError {
                throw ValidationError("--start: \(error)")
            }
            var original: Original
            if isWhole, start != nil {
                original = try Self.movedSeries(of: named, in: store)
            } else {
                original = try isWhole ? Self.series(of: named, in: store) : Self.single(named, in: store)
            }
            if isWhole, let title { original.retitle(title) }
            let copy = ItemCopy(of: original.components, uid: UniqueIdentifier.random())
            guard let first = copy.components.first else {
                throw CommandError("\(named.title): nothing left to copy")
            }
            warn(about: first, target, in: store)
            let added = try store.add(
                copy.components,
                of: original.object,
                to: target,
                type,
                commit: !options.dryRun
            )
            if options.dryRun {
                let what = isWhole ? "the whole series of " : ""
                return try ListOutput.print(["would copy \(what)\(named.title) to \(target.title)"])
            }
            try DoneOutput.print([added.description])
        }

        private func warn(about component: Component, _ target: EventCalendar, in store: EventStore) {
            guard component.name == Event.componentName else { return }
            OverlapWarnings.print(about: CalendarEvent(Event(component), calendar: target), in: store)
        }

        /// A group of components and the calendar object that defines their time zones.
        private struct Original {
            var components: [Component]
            let object: CalendarObject

            /// Moves changed occurrences by the same distance as the series.
            ///
            /// Editing a series does not move occurrences that were moved individually.
            mutating func moveOverrides(with before: Original) {
                func start(_ components: [Component]) -> CivilDateTime? {
                    let master = components.first { !$0.isOverride }
                    return master.flatMap { Event($0).start ?? Todo($0).due }?.civil
                }
                guard let old = start(before.components), let new = start(components) else { return }
                let seconds = new.secondNumber - old.secondNumber
                let places = before.components.filter { $0.isOverride }.map {
                    Event($0).start
                }
                for place in components.indices where components[place].isOverride {
                    guard places.contains(Event(components[place]).start) else { continue }
                    var event = Event(components[place])
                    var todo = Todo(components[place])
                    let (start, end, due) = (event.start, event.end, todo.due)
                    event.start = start.map { $0.with($0.civil.adding(seconds: seconds)) }
                    if event.component.name == Event.componentName {
                        event.end = end.map { $0.with($0.civil.adding(seconds: seconds)) }
                    } else {
                        todo.component = event.component
                        todo.due = due.map { $0.with($0.civil.adding(seconds: seconds)) }
                        event.component = todo.component
                    }
                    components[place] = event.component
                }
            }

            /// Sets the title of a series and of all overrides that have the old title.
            mutating func retitle(_ title: String) {
                let old = components.first { !$0.isOverride }?.text("SUMMARY")
                for place in components.indices where components[place].text("SUMMARY") == old {
                    components[place].set("SUMMARY", to: Property("SUMMARY", .text(title)))
                }
            }
        }

        /// Returns a single item detached from its series.
        private static func single(_ named: NamedItem, in store: EventStore) throws -> Original {
            var component = named.properties.component
            component.removeRecurrenceProperties()
            let whole = try series(of: named, in: store)
            return Original(components: [component], object: whole.object)
        }

        /// Returns all stored components of an item.
        private static func series(of named: NamedItem, in store: EventStore) throws -> Original {
            let calendars = try CalendarFile(contentsOf: try named.path(in: store)).calendars
            let uid = named.properties.calendarItemExternalIdentifier
            return original(uid, named.properties.component.name, in: calendars)
        }

        /// Returns all components of a series, moved to a new start.
        private static func movedSeries(of named: NamedItem, in store: EventStore) throws -> Original {
            guard named.calendar?.allowsContentModifications == true else {
                throw CommandError(
                    "\(named.calendar?.title ?? "") is read-only, and a series can only be moved where it can be "
                        + "changed; copy it without --start, and then set the start of the copy with `edit`"
                )
            }
            let before = try series(of: named, in: store)
            let calendars = try named.files(bySaving: .allEvents, in: store).flatMap(\.calendars)
            guard let first = before.components.first, let uid = first.text("UID") else { return before }
            var moved = original(uid, first.name, in: calendars)
            moved.moveOverrides(with: before)
            return moved
        }

        private static func original(_ uid: String, _ name: String, in calendars: [CalendarObject])
            -> Original
        {
            for object in calendars {
                let own = object.component.components.filter { $0.name == name && $0.text("UID") == uid }
                if !own.isEmpty { return Original(components: own, object: object) }
            }
            return Original(components: [], object: CalendarObject(Component("VCALENDAR")))
        }
    }

    extension NamedItem {
        /// Whether the item is a series or an occurrence of one.
        fileprivate var recurs: Bool {
            ["RRULE", "RDATE"].contains { properties.component.first($0) != nil }
        }

        /// Sets the title and moves the item to a new start.
        ///
        /// Alarms at fixed times move with the item.
        fileprivate mutating func change(title: String?, start: TimeArgument?, in zone: Zone) throws {
            switch item {
            case .event(var event):
                if let title { event.title = title }
                if let start { try event.move(to: start, in: zone) }
                item = .event(event)
            case .reminder(var reminder):
                if let title { reminder.title = title }
                if let start {
                    let home = try displayZone(named: nil)
                    let new = try Postponement(zone: zone, home: home, now: .present, countsFromNow: false)
                        .time(of: reminder, start)
                    reminder.move(to: new, in: home)
                }
                item = .reminder(reminder)
            }
        }
    }

    extension CalendarEvent {
        /// Moves the event to a new start, keeping its zone and duration.
        fileprivate mutating func move(to argument: TimeArgument, in zone: Zone) throws {
            guard let old = event.start else { return }
            let before = EventFields(event)
            var fields = before
            fields[.start] = [try Self.start(argument, insteadOf: old, in: zone)]
            if let moved = fields.endWhenMoved(from: before) {
                fields[.end] = [moved.text]
                fields.exactLength = moved.length
            }
            try fields.apply(over: before, to: &self, in: zone)
            guard let from = old.instant(in: zone), let to = event.start?.instant(in: zone) else { return }
            let seconds = to.secondsSince1970 - from.secondsSince1970
            event.alarms = event.alarms.map { $0.moved(by: seconds) }
        }

        /// Returns the field value for a start in the event's zone.
        private static func start(
            _ argument: TimeArgument,
            insteadOf old: EventTime,
            in zone: Zone
        ) throws -> String {
            let day = zone.civil(at: old.instant(in: zone) ?? .present).date
            let from: Instant
            let argument = try WindowTimes(zone: zone, now: .present).exact(argument)
            switch argument {
            case .clock(let seconds):
                guard !old.isDate else {
                    throw CommandError("--start: the event is all-day; use a day such as +1d")
                }
                return EventFields.text(.floating(old.civil.adding(seconds: seconds)))
            case .offset:
                from = try WindowTimes(zone: zone, now: zone.instant(of: CivilDateTime(day))).from(argument)
            case .local(let civil) where old.isDate || old.timeZoneID == nil && !old.isInUTC:
                return EventFields.text(.floating(civil))
            default: from = try WindowTimes(zone: zone, now: .present).from(argument)
            }
            let civil = zone.civil(at: from)
            switch argument {
            case .offset, .today, .tomorrow, .yesterday, .date:
                if old.isDate { return EventFields.text(.date(civil.date)) }
                let days = civil.date.dayNumber - day.dayNumber
                return EventFields.text(.floating(old.civil.adding(seconds: days * 86_400)))
            default:
                let own = old.isInUTC ? .utc : old.timeZoneID.flatMap { try? Zone(identifier: $0) } ?? zone
                return EventFields.text(.floating(own.civil(at: from)))
            }
        }
    }

    extension EventTime {
        fileprivate var isInUTC: Bool { if case .utc = self { true } else { false } }
    }
#endif
