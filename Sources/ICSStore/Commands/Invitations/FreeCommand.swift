#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICSItems
    import ICalendar
    import ICalendarStore
    import ICalendarSync
    import SystemIO

    struct FreeCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "free",
            abstract: "Ask a server when other people are busy, and list times when everyone is free.",
            discussion: """
                    ics-store free --with ann@studio.example bob@studio.example --to +7d --length 90m

                An account's server answers for its own users, and for others if it can ask their servers. \
                Your own busy times come from all calendars in the store. Tentative times count as busy.

                The exit status is 1 if anyone's busy times are unknown.
                """
        )

        @OptionGroup var options: StoreOptions
        @OptionGroup var window: WindowArguments

        @Option(
            name: .customLong("with"),
            parsing: .upToNextOption,
            help: ArgumentHelp("Email addresses of the other people.", valueName: "email")
        )
        var people: [String]

        @Option(help: ArgumentHelp("Minimum length of a free period: 30m, 2h.", valueName: "length"))
        var length = "1h"

        @Option(help: ArgumentHelp("Hours of a day in which to meet: 9-17, 08:30-18:00.", valueName: "hours"))
        var hours = "9-17"

        @Flag(help: "Include Saturdays and Sundays.")
        var weekends = false

        @Option(help: ArgumentHelp("Maximum number of free periods to list.", valueName: "n"))
        var limit = 10

        @Option(
            help: ArgumentHelp(
                "Account whose server to use (default: the first that can answer).",
                valueName: "name"
            )
        )
        var account: String?

        @Option(help: ArgumentHelp("Output format: text, json or ndjson.", valueName: "format"))
        var format: OutputFormat = .text

        /// The maximum length of the time window: a year.
        private static let longest = 366 * 86_400

        func validate() throws {
            try format.checkForList()
            for address in people where !address.isEmailAddress {
                throw ValidationError("--with: '\(address)' is not an email address")
            }
            guard people.count <= BusyTimesRequest.mostPeople else {
                throw ValidationError("--with accepts at most \(BusyTimesRequest.mostPeople) addresses")
            }
            guard CommonFreeTimes.Hours(hours) != nil else {
                throw ValidationError("--hours: '\(hours)' is not a range of hours such as 9-17")
            }
            guard limit > 0 else { throw ValidationError("--limit must be at least 1") }
            _ = try seconds
        }

        private var seconds: Int {
            get throws {
                guard let found = LengthText.length(length), found.days * 86_400 + found.seconds > 0 else {
                    throw ValidationError("--length: '\(length)' is not a duration such as 30m or 2h")
                }
                return found.days * 86_400 + found.seconds
            }
        }

        func run() async throws {
            let zone = try displayZone(named: window.timeZone)
            let range = try range(in: zone)
            let store = try await options.open(for: .readEvents, in: zone)
            let own = try ownTimes(in: range, store)
            let answers = try await answers(in: range)
            try write(answers, own, range, in: zone)
        }

        private func answers(in range: Range<Instant>) async throws -> [BusyTimesRequest.Answer] {
            #if Network
                let accounts = try options.accounts
                let settings = try account(in: accounts)
                let transport = try settings.transport()
                return try await accounts.busyTimes(
                    of: people,
                    in: range,
                    settings,
                    over: transport,
                    now: .present
                )
            #else
                throw NetworkTrait.missing
            #endif
        }

        private func range(in zone: Zone) throws -> Range<Instant> {
            let bounds = try window.bounds(in: zone)
            guard bounds.to.secondsSince1970 - bounds.from.secondsSince1970 <= Self.longest else {
                throw CommandError("the window is longer than a year; use an earlier --to")
            }
            return bounds.from..<bounds.to
        }

        private func ownTimes(in range: Range<Instant>, _ store: EventStore) throws -> [BusyPeriod] {
            let predicate = try store.predicateForEvents(
                withStart: range.lowerBound.date,
                end: range.upperBound.date
            )
            let own = try store.freeBusy(matching: predicate)
            Program.errors.print(own.diagnostics)
            if own.isShortened(in: predicate.window) { Program.errors.print(own.remarkOfEnd) }
            return own.periods
        }

        /// Returns the account whose server answers the request.
        private func account(in accounts: SyncAccounts) throws -> AccountSettings {
            let all = try options.settings(named: account.map { [$0] } ?? [], in: accounts)
            if let found = all.first(where: { accounts.scheduling(of: $0.name)?.outbox != nil }) {
                return found
            }
            throw CommandError(
                "no account has a server that answers for other people; run `\(Program.name) refresh --full` if this "
                    + "has changed"
            )
        }

        private func write(
            _ answers: [BusyTimesRequest.Answer],
            _ own: [BusyPeriod],
            _ range: Range<Instant>,
            in zone: Zone
        ) throws {
            var common = CommonFreeTimes(zone: zone)
            common.hours = CommonFreeTimes.Hours(hours) ?? .usual
            common.includesWeekends = weekends
            common.length = try seconds
            let busy = (own + answers.flatMap(\.periods)).map {
                $0.start.secondsSince1970..<max($0.start, $0.end).secondsSince1970
            }
            // Ignore times in the past.
            let start = min(max(range.lowerBound, .present), range.upperBound)
            let free = common.times(in: start..<range.upperBound, besides: busy, most: limit)
            var list = ListOutput(format, to: .output)
            for answer in answers { try add(answer, to: &list, in: zone) }
            for time in free where format != .text { try add(time, "free", of: nil, to: &list, in: zone) }
            if format == .text {
                let heading = free.isEmpty ? "no common free times" : "free"
                try list.add {
                    [heading] + free.map { "    \(Self.text($0, in: zone))" }
                } json: { _ in
                }
            }
            try list.finish()
            if answers.contains(where: { $0.problem != nil }) { throw ExitCode.failure }
        }

        private func add(
            _ answer: BusyTimesRequest.Answer,
            to list: inout ListOutput,
            in zone: Zone
        ) throws {
            if let problem = answer.problem {
                Program.errors.print(
                    "\(Program.name): warning: \(answer.address): busy times unknown: \(Words.short(problem))"
                )
            }
            guard format == .text else {
                for period in answer.periods {
                    try add(
                        period.start..<period.end,
                        period.kind.rawValue,
                        of: answer.address,
                        to: &list,
                        in: zone
                    )
                }
                return
            }
            guard answer.problem == nil else { return }
            try list.add {
                [answer.address + (answer.periods.isEmpty ? ": not busy" : "")]
                    + answer.periods.map { period in
                        let kind = period.kind == .busy ? "" : "  (\(period.kind.rawValue))"
                        return "    \(Self.text(period.start..<period.end, in: zone))\(kind)"
                    }
            } json: { _ in
            }
        }

        private func add(
            _ time: Range<Instant>,
            _ kind: String,
            of person: String?,
            to list: inout ListOutput,
            in zone: Zone
        ) throws {
            try list.add {
                []
            } json: {
                let fields: [(String, String?)] = [
                    ("start", MomentText.rfc3339(time.lowerBound, in: zone)),
                    ("end", MomentText.rfc3339(time.upperBound, in: zone)),
                    ("kind", kind), ("address", person),
                ]
                JSONText.append(object: fields, to: &$0)
            }
        }

        private static func text(_ time: Range<Instant>, in zone: Zone) -> String {
            "\(MomentText.day(time.lowerBound, in: zone))  \(MomentText.span(time, in: zone))"
        }
    }
#endif
