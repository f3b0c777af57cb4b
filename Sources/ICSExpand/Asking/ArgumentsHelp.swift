#if CommandLine
    import ArgumentParser

    /// The longer texts of `--help`.
    enum ArgumentsHelp {
        static let discussion = """
            The window is half-open: what is going on at --from is in, what starts at --to is out. A date means \
            its midnight in the display zone, so the day named in --to is not itself searched. \
            A window wider than four years (1461 days) is shortened, with a warning.

            TIME is one of
              2026-03-29T10:00:00Z       an instant of RFC 3339, with Z or an offset
              2026-03-29T10:00           a time of day in the display zone
              2026-03-29 10:00:30        the same with seconds, and a blank for the T
              2026-03-29                 a date
              today, tomorrow, now
              +30d, -2w, +6m, +1y        days, weeks, months, years
            An offset counts from today's midnight in --from, and from the time of --from in --to.

            Occurrences go to standard output in the order of time, warnings to standard error. The exit status \
            is 0 when every input gave a calendar, 1 when one did not (or no event has the UID of --explain, \
            --diff found differences, --check found errors; or, with --strict, when there was any warning), and \
            64 for wrong usage. --repair lists its changes, and what must be fixed by hand, on standard error. Its \
            exit status is 0 when the file was written, and 1 when a component is missing from the output because it \
            could not be read, never happens or lies beyond a limit (the file itself is then not replaced), when \
            writing failed, or, with --strict, when errors remain.
            """

        static let from = ArgumentHelp("Where the window starts (default: today).", valueName: "time")
        static let to = ArgumentHelp(
            "Where the window ends, not included (default: 30 days after --from).",
            valueName: "time"
        )
        static let timeZone = ArgumentHelp(
            "The display zone, such as Europe/Berlin (default: the system's).",
            valueName: "zone"
        )
        static let format = ArgumentHelp(
            """
            How to print: text for people; json or ndjson for programs; ics, jcal or xcal for occurrences as events \
            of a calendar, in UTC and without rules; freebusy for the times that are taken.
            """,
            valueName: "format"
        )
        static let diff: ArgumentHelp = "Say what differs between two files, the old and the new one."
        static let check: ArgumentHelp = "Say what breaks the rules of iCalendar, as FILE:LINE: error: ..."
        static let repair: ArgumentHelp =
            "Write a file with mistakes mended; what was mended goes to standard error."
        static let owner = ArgumentHelp(
            """
            The owner of the calendar: events that they declined take no time and have no alarms (--conflicts, \
            --alarms, --format freebusy).
            """,
            valueName: "mail"
        )
        static let explain = ArgumentHelp(
            "Say in words why the event with this UID happens when it does.",
            valueName: "uid"
        )
        static let statistics: ArgumentHelp =
            "Say on standard error what was read, kept and found, and how long it took."

        static let isolated: ArgumentHelp =
            """
            Read in another process, with limits for each file; one that crashes or reaches a limit is left out, \
            with a message.
            """

        static let inputs = ArgumentHelp(
            """
            iCalendar or jCal files, e-mails that contain calendars, folders (searched recursively for *.ics, hidden \
            names skipped), or - for standard input, which is also read if no file is given.
            """,
            valueName: "file"
        )
    }
#endif
