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
              today, now
              +30d, -2w, +6m, +1y        days, weeks, months, years
            An offset counts from today's midnight in --from, and from the time of --from in --to.

            Occurrences go to standard output in the order of time, warnings to standard error. The exit status \
            is 0 when every input gave a calendar, 1 when one did not (or no event has the UID of --explain; or, \
            with --strict, when there was any warning), and 64 for wrong usage.
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
        static let explain = ArgumentHelp(
            "Say in words why the event with this UID happens when it does.",
            valueName: "uid"
        )
        static let statistics: ArgumentHelp =
            "Say on standard error what was read, kept and found, and how long it took."

        static let inputs = ArgumentHelp(
            """
            Files, folders (read recursively for *.ics, hidden names left out), or - for standard input, \
            which is also read when nothing is named.
            """,
            valueName: "file"
        )
    }
#endif
