#if CommandLine
    import ArgumentParser
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif
    import ICSConsole
    import ICalendar

    /// What will be done: every argument checked and turned into what the library wants.
    struct Plan: Sendable {
        /// What to read, in the order named.
        var inputs: [Input]
        /// What to search.
        var window: OccurrenceWindow
        /// How to expand.
        var options: ExpansionOptions
        /// How to print.
        var format: OutputFormat
        /// How many occurrences to give at most.
        var limit: Int?
        /// Whether only their number is wanted.
        var countsOnly: Bool
        /// What to do.
        var task: Task
        /// Whether nothing of an event is needed but when it happens.
        var needsTimesOnly: Bool {
            if case .occurrences = task { countsOnly } else { false }
        }
        /// Whose calendar it is, a mail address, or nil.
        var owner: String?
        /// DTSTAMP of what is made.
        var now: Instant
        /// How many threads work.
        var threads: Int
        /// Whether the figures of the run are printed after it.
        var printsStatistics: Bool
        /// What each input may cost; nil when it is read in this process.
        var isolation: IsolationLimits?
        /// The inputs that are passed over, as reading them failed before.
        var barred: Set<Input> = []
        /// Whether a diagnostic makes the program fail.
        var isStrict: Bool

        /// Decides what the arguments mean.
        ///
        /// - Throws: `ValidationError` for what the user typed wrong (exit status 64), or ``CalendarError`` when the
        ///   system has no time zones.
        init(_ arguments: Arguments, now: Instant = Instant(Date())) throws {
            task = try Task(arguments)
            owner = try Plan.owner(arguments.task.owner)
            self.now = now
            let zone = try Plan.zone(arguments.timeZone)
            window = try Plan.window(arguments, in: zone, now: now)
            inputs = Input.all(arguments.inputs)
            options = ExpansionOptions()
            options.zonePreference = arguments.zones == .file ? .file : .system
            options.usesCalendarTimeZone = arguments.useCalendarTimeZone
            options.hidesCancelled = arguments.hideCancelled
            format = arguments.format
            limit = arguments.limit
            countsOnly = arguments.count
            threads = arguments.threads ?? Occurrences.usualThreads
            printsStatistics = arguments.statistics
            isStrict = arguments.strict
            isolation = try arguments.isolation.limits()
        }

        /// The owner of the calendars, which must be a mail address.
        private static func owner(_ typed: String?) throws -> String? {
            guard let typed else { return nil }
            let email = BusyOptions(owner: typed).ownerEmail ?? ""
            // What has no name or no domain is nobody's address, and would decide nothing without a word.
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else {
                let shown = PrintableText.string(typed)
                throw ValidationError(
                    "--owner: '\(shown)' is not a mail address; use one such as jane@example.com"
                )
            }
            return typed
        }

        /// The display zone.
        private static func zone(_ name: String?) throws -> Zone {
            guard let name else { return try Zone.system() }
            do {
                return try Zone(identifier: name)
            } catch {
                // Without a database, or with a damaged one, the name is not what is wrong.
                if error.file != nil { throw error }
                if (try? Zone(identifier: "Europe/Berlin")) == nil { throw error }
                throw ValidationError("--time-zone: \(error.detail); use a name such as Europe/Berlin")
            }
        }

        /// The window, which must not be empty, nor too wide in strict mode.
        private static func window(
            _ arguments: Arguments,
            in zone: Zone,
            now: Instant
        ) throws -> OccurrenceWindow {
            let resolver = WindowTimes(zone: zone, now: now)
            let window: OccurrenceWindow
            do {
                let from = try resolver.from(arguments.from)
                let to = try resolver.to(arguments.to, from: from)
                guard from < to else {
                    let bounds = WindowText(from: from, to: to, in: zone)
                    throw ValidationError(complaint(bounds, isEmpty: from == to))
                }
                window = try OccurrenceWindow(from: from, to: to, in: zone)
            } catch let error as WindowTimesError {
                throw ValidationError("\(error)")
            } catch let error as CalendarError {
                throw ValidationError(error.detail)
            }
            if arguments.strict, window.isShortened {
                throw ValidationError("the window is wider than four years (1461 days)")
            }
            return window
        }

        /// What is wrong with a window that does not end after it starts.
        private static func complaint(_ window: WindowText, isEmpty: Bool) -> String {
            guard isEmpty else { return "the window ends before it starts: from \(window)" }
            return "the window is empty: from \(window); the day named in --to is not itself searched; "
                + "for one day write --to +1d"
        }
    }
#endif
