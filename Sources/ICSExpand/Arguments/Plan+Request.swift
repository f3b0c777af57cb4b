#if CommandLine
    import ArgumentParser
    import ICSConsole
    import ICalendar
    import ICalendarLibical

    extension Plan {
        enum Request: Sendable, Hashable {
            case occurrences
            case explanation(uid: String)
            case freeBusy
            case conflicts
            case alarms
            case difference
            case check
            #if Libical
                case engines
            #endif
            case repair(output: CalendarPath?)
            case records(RecordForm, folder: CalendarPath?)
            case split(parts: Int, folder: CalendarPath)

            var name: String {
                switch self {
                case .occurrences: "printing occurrences"
                case .explanation: "--explain"
                case .freeBusy: "--format freebusy"
                case .conflicts: "--conflicts"
                case .alarms: "--alarms"
                case .difference: "--diff"
                case .check: "--check"
                case .repair: "--repair"
                case .records: "--records"
                case .split: "--split"
                #if Libical
                    case .engines: "--compare-engines"
                #endif
                }
            }

            /// Whether the request needs all components, rather than only those that can overlap the window.
            var needsEverything: Bool { self != .occurrences && self != .conflicts && !isRecords }

            var hasWindow: Bool { self != .difference && self != .check && !isRepair && !isSplit }

            private var formats: [OutputFormat] {
                switch self {
                case .occurrences:
                    [.text, .json, .ndjson, .ics, .jcal, .xcal, .csv, .html, .svg, .md, .month]
                case .freeBusy: [.freebusy]
                case .conflicts, .alarms, .difference, .check: [.text, .json, .ndjson]
                case .explanation, .repair, .split: [.text]
                // `text` is the default without --format.
                case .records: [.text, .ndjson]
                #if Libical
                    case .engines: [.text, .json, .ndjson]
                #endif
                }
            }

            private var canBeCounted: Bool { self == .occurrences || self == .conflicts || self == .alarms }

            var comparesEngines: Bool {
                #if Libical
                    self == .engines
                #else
                    false
                #endif
            }

            private var isExplanation: Bool { if case .explanation = self { true } else { false } }

            private var isRepair: Bool { if case .repair = self { true } else { false } }

            private var isSplit: Bool { if case .split = self { true } else { false } }

            var isRecords: Bool { if case .records = self { true } else { false } }

            /// Determines the request from the arguments.
            init(_ arguments: Arguments) throws {
                let asked = arguments.request
                var requests: [Request] = []
                if let uid = asked.explain { requests.append(.explanation(uid: uid)) }
                if asked.conflicts { requests.append(.conflicts) }
                if asked.alarms { requests.append(.alarms) }
                if asked.diff { requests.append(.difference) }
                if asked.check { requests.append(.check) }
                if asked.repair { requests.append(.repair(output: try Self.output(asked.output))) }
                if let form = asked.records {
                    requests.append(.records(form, folder: try Self.output(asked.output)))
                }
                if let parts = asked.split {
                    guard let folder = try Self.output(asked.output) else {
                        throw ValidationError("--split requires --output FOLDER")
                    }
                    requests.append(.split(parts: parts, folder: folder))
                }
                #if Libical
                    if asked.compareEngines { requests.append(.engines) }
                #endif
                if requests.count > 1 {
                    throw ValidationError(
                        "\(requests[0].name) and \(requests[1].name) cannot be combined"
                    )
                }
                self = requests.first ?? (arguments.format == .freebusy ? .freeBusy : .occurrences)
                if isExplanation, arguments.amount.count || arguments.format != .text {
                    throw ValidationError(
                        "--explain prints text only; it cannot be combined with --count or --format"
                    )
                }
                for (option, isTyped, makesSense) in uses(of: arguments) where isTyped && !makesSense {
                    throw ValidationError("\(option) does not apply to \(name)")
                }
                try checkInputs(arguments.inputs)
            }

            private static func output(_ name: String?) throws -> CalendarPath? {
                guard let name, name != "-" else { return nil }
                guard !name.isEmpty else { throw ValidationError("--output: the file name is empty") }
                return RawArguments.path(name, of: "--output")
            }

            private func uses(of arguments: Arguments) -> [(option: String, isTyped: Bool, makesSense: Bool)]
            {
                let (window, amount) = (arguments.window, arguments.amount)
                return [
                    ("--format \(arguments.format.rawValue)", true, formats.contains(arguments.format)),
                    ("--count", amount.count, canBeCounted),
                    ("--limit", amount.limit != nil, canBeCounted || isExplanation || isRecords),
                    ("--from", window.from != nil, hasWindow),
                    ("--to", window.to != nil, hasWindow),
                    ("--time-zone", window.timeZone != nil, hasWindow),
                    ("--zones \(arguments.zones.rawValue)", arguments.zones != .system, hasWindow),
                    ("--hide-cancelled", arguments.hideCancelled, hasWindow),
                    ("--use-calendar-time-zone", arguments.useCalendarTimeZone, hasWindow),
                    (
                        "--owner", arguments.request.owner != nil,
                        [.freeBusy, .conflicts, .alarms].contains(self)
                    ),
                    (
                        "--engine \(arguments.engine.rawValue)", arguments.engine != .native,
                        !comparesEngines && !isSplit
                    ),
                    ("--output", arguments.request.output != nil, isRepair || isSplit || isRecords),
                    ("--record-errors", arguments.request.recordErrors != .output, isRecords),
                    ("--isolated", arguments.isolation.isolated, !isSplit),
                ]
            }

            private func checkInputs(_ inputs: [String]) throws {
                switch self {
                case .difference:
                    guard inputs.count == 2 else {
                        throw ValidationError("--diff needs two files: ics-expand --diff OLD NEW")
                    }
                    guard inputs != ["-", "-"] else {
                        throw ValidationError(
                            "--diff can read only one of its files from standard input"
                        )
                    }
                case .repair:
                    guard inputs.count < 2 else { throw ValidationError("--repair takes only one file") }
                case .split:
                    guard inputs.count < 2 else { throw ValidationError("--split takes only one file") }
                default:
                    break
                }
            }
        }
    }
#endif
