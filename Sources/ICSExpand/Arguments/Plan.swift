import ICSConsole
import ICalendar
import ICalendarLibical

#if CommandLine
    import ArgumentParser

    /// What will be done: every argument checked and turned into what the library wants.
    struct Plan: Sendable {
        var inputs: [Input]
        let window: OccurrenceWindow
        let options: ExpansionOptions
        let format: OutputFormat
        let limit: Int?
        let countsOnly: Bool
        var request: Request
        var needsTimesOnly: Bool { request == .occurrences && countsOnly }
        /// Whose calendar it is, a mail address, or nil.
        let owner: String?
        let now: Instant
        var threads: Int
        var printsStatistics: Bool
        /// What each input may cost; nil when it is read in this process.
        let isolation: IsolationLimits?
        /// The inputs that are passed over, as reading them failed before.
        var barred: Set<Input> = []
        let isStrict: Bool
        let engine: CalendarEngine
        let expander: CalendarEngine

        /// Decides what the arguments mean.
        ///
        /// - Throws: `ValidationError` for what the user typed wrong (exit status 64), or ``CalendarError`` when the
        ///   system has no time zones.
        init(_ arguments: Arguments, now: Instant = .now) throws {
            request = try Request(arguments)
            owner = try Plan.owner(arguments.request.owner)
            self.now = now
            let zone = try Plan.zone(arguments.window.timeZone)
            window = try Plan.window(arguments, in: zone, now: now)
            inputs = Input.all(arguments.inputs)
            var options = ExpansionOptions()
            options.zonePreference = arguments.zones == .file ? .file : .system
            options.usesCalendarTimeZone = arguments.useCalendarTimeZone
            options.hidesCancelled = arguments.hideCancelled
            expander = try Plan.expander(arguments, request)
            #if Libical
                options.rulesAreLibical = expander == .libical && !request.comparesEngines
            #endif
            self.options = options
            format = arguments.format
            limit = arguments.amount.limit
            countsOnly = arguments.amount.count
            threads = arguments.threads ?? Occurrences.usualThreads
            printsStatistics = arguments.statistics
            isStrict = arguments.strict
            engine = arguments.engine
            // libical is written in C, and gets what strangers wrote.
            isolation = try arguments.isolation.limits() ?? (expander == .native ? nil : IsolationLimits())
        }

        /// The engine that expands rules: native, unless libical was named or is compared.
        private static func expander(_ arguments: Arguments, _ request: Request) throws -> CalendarEngine {
            #if Libical
                let usual: CalendarEngine = request.comparesEngines ? .libical : .native
                let expander = arguments.expand ?? usual
                if expander == .libical, arguments.engine == .native, !request.comparesEngines {
                    throw ValidationError("--expand libical goes with --engine libical or --compare-engines")
                }
                return expander
            #else
                return .native
            #endif
        }

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

        private static func zone(_ name: String?) throws -> Zone {
            do {
                return try displayZone(named: name)
            } catch let error as ValidationError {
                // Without a database, or with a damaged one, the name is not what is wrong.
                if let name, (try? Zone(identifier: "Europe/Berlin")) == nil {
                    return try Zone(identifier: name)
                }
                throw error
            }
        }

        private static func window(
            _ arguments: Arguments,
            in zone: Zone,
            now: Instant
        ) throws -> OccurrenceWindow {
            let hint = "the day named in --to is not itself searched; "
            let bounds = try arguments.window.bounds(in: zone, now: now, hint: hint)
            let window: OccurrenceWindow
            do throws(CalendarError) {
                window = try OccurrenceWindow(from: bounds.from, to: bounds.to, in: zone)
            } catch {
                throw ValidationError(error.detail)
            }
            if arguments.strict, window.isShortened {
                throw ValidationError("the window is wider than four years (1461 days)")
            }
            return window
        }
    }
#endif

enum Input: Sendable, Hashable, CustomStringConvertible {
    /// `-`, or nothing named at all.
    case standardInput
    /// A file or a folder; which of them is seen when it is read.
    case path(CalendarPath)

    var description: String {
        switch self {
        case .standardInput: "<stdin>"
        case .path(let path): path.description
        }
    }

    static func all(_ arguments: [String]) -> [Input] {
        var raw = RawArguments(without: ["--output"])
        return arguments.isEmpty
            ? [.standardInput] : arguments.map { $0 == "-" ? .standardInput : .path(raw.path($0)) }
    }

    /// Why a path can be no file, where more can be said than that there is none.
    static func complaint(about path: CalendarPath) -> CalendarError? {
        if path.bytes.isEmpty { return CalendarError(.unreadable, "the name of a file is empty") }
        let name = path.description
        let isAddress = ["http://", "https://", "webcal://"].contains { name.lowercased().hasPrefix($0) }
        guard isAddress, (try? path.identity()) == nil else { return nil }
        let address = name.lowercased().hasPrefix("webcal://") ? "https" + name.dropFirst(6) : name
        return CalendarError(
            .unreadable,
            file: name,
            "this is a web address; download it first: curl -s \(address) | ics-expand"
        )
    }
}
