import ICSConsole
import ICalendar
import ICalendarLibical

#if CommandLine
    import ArgumentParser

    /// The plan for a run: all arguments, validated and converted to the library's values.
    struct Plan: Sendable {
        var inputs: [Input]
        let window: OccurrenceWindow
        let options: ExpansionOptions
        let format: OutputFormat
        let limit: Int?
        let countsOnly: Bool
        var request: Request
        var needsTimesOnly: Bool { request == .occurrences && countsOnly }
        /// The email address of the calendar's owner, or nil.
        let owner: String?
        let now: Instant
        var threads: Int
        var printsStatistics: Bool
        /// The isolation limits for each input, or nil to read inputs in this process.
        let isolation: IsolationLimits?
        /// The inputs to skip because an earlier attempt to read them failed.
        var barred: Set<Input> = []
        let isStrict: Bool
        let recordErrors: RecordErrors
        let engine: CalendarEngine
        let expander: CalendarEngine

        /// Validates and interprets the arguments.
        ///
        /// - Throws: `ValidationError` for a usage error (exit status 64), or ``CalendarError`` if the system has no time
        ///   zones.
        init(_ arguments: Arguments, now: Instant = .present) throws {
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
            // A single record must not flood the output.
            if request.isRecords {
                options.limits.occurrences = arguments.amount.limit ?? Self.mostRowsOfRecord
            }
            self.options = options
            recordErrors = arguments.request.recordErrors
            format = arguments.format
            limit = arguments.amount.limit
            countsOnly = arguments.amount.count
            threads = arguments.threads ?? Workers.usualCount
            printsStatistics = arguments.statistics
            isStrict = arguments.strict
            engine = arguments.engine
            // Isolate libical, which is written in C and reads untrusted input.
            isolation =
                try arguments.isolation.limits() ?? (expander == .native ? nil : IsolationLimits.standard)
        }

        private static let mostRowsOfRecord = 1_000_000

        /// Returns the engine that expands rules: native, unless libical is selected or compared.
        private static func expander(_ arguments: Arguments, _ request: Request) throws -> CalendarEngine {
            #if Libical
                let usual: CalendarEngine = request.comparesEngines ? .libical : .native
                let expander = arguments.expand ?? usual
                if expander == .libical, arguments.engine == .native, !request.comparesEngines {
                    throw ValidationError("--expand libical requires --engine libical or --compare-engines")
                }
                return expander
            #else
                return .native
            #endif
        }

        private static func owner(_ typed: String?) throws -> String? {
            guard let typed else { return nil }
            let email = BusyOptions(owner: typed).ownerEmail ?? ""
            // An address without a name or domain cannot match an attendee, so the option would silently have no
            // effect.
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) else {
                let shown = PrintableText.string(typed)
                throw ValidationError(
                    "--owner: '\(shown)' is not an email address such as jane@example.com"
                )
            }
            return typed
        }

        private static func zone(_ name: String?) throws -> Zone {
            do {
                return try displayZone(named: name)
            } catch let error as ValidationError {
                // If the time zone database is missing or damaged, do not blame the name.
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
            let hint = "the day given to --to is not searched; "
            let bounds = try arguments.window.bounds(in: zone, now: now, hint: hint)
            let window: OccurrenceWindow
            do throws(CalendarError) {
                window = try OccurrenceWindow(from: bounds.from, to: bounds.to, in: zone)
            } catch {
                throw ValidationError(error.detail)
            }
            if arguments.strict, window.isShortened {
                throw ValidationError("window is wider than four years (1461 days)")
            }
            return window
        }
    }
#endif

enum Input: Sendable, Hashable, CustomStringConvertible {
    /// Standard input, specified as `-` or used because no input is named.
    case standardInput
    /// A file or folder. The two are distinguished when the input is read.
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

    /// Opens an input that must be a file or standard input.
    func source(_ errors: StandardError) throws(CalendarError) -> ByteSource {
        switch self {
        case .standardInput:
            errors.announceStandardInput()
            return ByteSource(borrowing: 0, name: description)
        case .path(let path):
            if let complaint = Self.complaint(about: path) { throw complaint }
            return try ByteSource(path: path)
        }
    }

    /// Returns an error for a path that cannot name a file, or nil if "not found" is sufficient.
    static func complaint(about path: CalendarPath) -> CalendarError? {
        if path.bytes.isEmpty { return CalendarError(.unreadable, "the file name is empty") }
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
