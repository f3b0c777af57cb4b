#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// The output for alarms, which either prints a line or runs a program for each alarm.
    struct NoticeOutput {
        let format: OutputFormat
        let program: NoticeProgram?
        let zone: Zone

        func give(_ notice: AlarmNotice, isMissed: Bool) throws {
            if let program { return program.run(notice.variables(isMissed: isMissed, in: zone)) }
            try ListOutput.print([notice], format) {
                [$0.line(isMissed: isMissed, in: zone)]
            } json: {
                $0.append(isMissed: isMissed, in: zone, to: &$1)
            }
        }

        /// Reports the number of alarms beyond the limit for individual delivery.
        func give(more count: Int) throws {
            let text = "… and \(count) more alarm\(count == 1 ? "" : "s")"
            if program != nil { return Program.say(text) }
            try ListOutput.print([text], format) {
                [$0]
            } json: {
                JSONText.append(object: [], to: &$1) { JSONText.append(key: "more", literal: count, to: &$0) }
            }
        }

        /// Reports programs that failed.
        func reap() { program?.reap() }

        /// Waits for programs that are still running.
        func finish() { program?.finish() }
    }
#endif
