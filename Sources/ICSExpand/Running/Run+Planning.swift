#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    extension Run {
        mutating func printFreeBusy(_ inputs: Inputs) throws(WriteError) {
            let occurrences = expand(inputs)
            let made = FreeBusy(
                of: inputs.calendars.files,
                and: occurrences,
                options: busyOptions,
                expansion: plan.options
            )
            report(inputs.diagnostics(with: made.diagnostics))
            if made.isShortened(in: plan.window) { report([made.remarkOfEnd]) }
            var calendar = CalendarObject(Component("VCALENDAR", components: [made.component]))
            calendar.component.properties = [
                Property("VERSION", .text("2.0")), Property("PRODID", .text(EventForm.productID)),
            ]
            // What is published has an ORGANIZER (RFC 5546 section 3.3.1), who is known only as the owner.
            if made.organizer != nil { calendar.method = "PUBLISH" }
            try Descriptor.output.write(PlainBytes.withoutControls(calendar.icsBytes()))
        }

        mutating func printConflicts(_ inputs: Inputs) throws(WriteError) {
            let occurrences = expand(inputs)
            report(inputs.diagnostics(with: occurrences.diagnostics))
            if plan.countsOnly {
                let (found, isCut) = occurrences.countConflicts(options: busyOptions)
                if isCut {
                    let message =
                        "there are too many occurrences; conflicts are counted among the first"
                        + " \(occurrences.mostVisits)"
                    report([Diagnostic(.warning, .limit, message)])
                }
                return try Descriptor.output.write(Array("\(min(found, plan.limit ?? .max))\n".utf8))
            }
            let limit = plan.limit ?? Conflicts.usualLimit
            let conflicts = occurrences.conflicts(options: busyOptions, limit: limit)
            let zone = plan.window.zone
            var list = ListOutput(plan.format, to: .output)
            for conflict in conflicts {
                try list.add {
                    let day = MomentText.day(conflict.overlap.lowerBound, in: zone)
                    let span = MomentText.padded(MomentText.span(conflict.overlap, in: zone), to: 13)
                    let first = MomentText.padded(Run.title(conflict.first), to: 32)
                    return ["\(day)  \(span)  \(first)  \(Run.title(conflict.second))"]
                } json: {
                    JSONText.append(conflict, in: zone, to: &$0)
                }
            }
            try list.finish()
            say(conflicts.count, conflicts.isLimited, "conflicts", before: conflicts.stoppedAt, inputs)
            if let stop = conflicts.stoppedAt {
                let end = WindowText(from: stop, to: stop, in: zone).to
                let message =
                    "there are too many occurrences; conflicts are sought among the first"
                    + " \(occurrences.mostVisits), before \(end)"
                report([Diagnostic(.warning, .limit, message)])
            }
        }

        mutating func printAlarms(_ inputs: Inputs) throws(WriteError) {
            let alarms = Alarms(
                of: inputs.calendars.files,
                in: plan.window,
                owner: plan.owner,
                options: plan.options,
                limit: plan.limit ?? (plan.countsOnly ? Run.mostCountedAlarms : Alarms.usualLimit)
            )
            statistics.series = clock.lap()
            report(inputs.diagnostics(with: alarms.diagnostics))
            if plan.countsOnly {
                try Descriptor.output.write(Array("\(alarms.count)\n".utf8))
                return say(alarms.count, alarms.isLimited, "alarms", inputs)
            }
            let zone = plan.window.zone
            var list = ListOutput(plan.format, to: .output)
            for time in alarms {
                try list.add {
                    let clock = MomentText.padded(MomentText.time(time.instant, in: zone), to: 8)
                    let line = "\(MomentText.day(time.instant, in: zone))  \(clock)  "
                    let title = Run.title(time) + Run.marks(time)
                    if time.isTodo { return [line + title] }
                    let start = MomentText.start(time.occurrence, in: zone)
                    return [line + MomentText.padded(title, to: 32) + "  " + start]
                } json: {
                    JSONText.append(time, in: zone, to: &$0)
                }
            }
            try list.finish()
            say(alarms.count, alarms.isLimited, "alarms", inputs)
        }

        private var busyOptions: BusyOptions {
            var options = BusyOptions(owner: plan.owner)
            options.stamp = plan.now
            return options
        }

        /// So many alarms are counted unless a limit is asked for, as each is kept until all are known.
        private static let mostCountedAlarms = 100_000

        /// Says that there is nothing, or that not all is there although no limit was asked for.
        private mutating func say(
            _ count: Int,
            _ isLimited: Bool,
            _ what: String,
            before stop: Instant? = nil,
            _ inputs: Inputs
        ) {
            if count == 0, plan.limit != 0, !inputs.calendars.isEmpty {
                let range = plan.window.searchedRange
                let window = WindowText(
                    from: range.lowerBound,
                    to: stop ?? range.upperBound,
                    in: plan.window.zone
                )
                errors.print("ics-expand: no \(what) between \(window.from) and \(window.to)")
            }
            guard isLimited, plan.limit == nil else { return }
            let message = "there are more than \(count) \(what); the first are given, --limit says otherwise"
            report([Diagnostic(.warning, .limit, message)])
        }

        private static func title(_ occurrence: Occurrence) -> String { occurrence.summary ?? "(no title)" }

        /// The title of the event or to-do, as calendars show it, or else the text of the alarm.
        private static func title(_ time: AlarmTime) -> String {
            time.occurrence.summary ?? time.alarm.alarmDescription ?? "(no title)"
        }

        private static func marks(_ time: AlarmTime) -> String {
            var marks: [String] = []
            if time.isTodo { marks.append("to-do") }
            if time.snoozedAlarm != nil { marks.append("snoozed") }
            if time.repetition > 0 { marks.append("again") }
            if time.isAcknowledged { marks.append("done") }
            return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
        }
    }
#endif
