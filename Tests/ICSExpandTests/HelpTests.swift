import Testing

@Suite struct HelpTests {
    /// What is there only with the trait `Libical`.
    private static let comparing = """
          --compare-engines       Print where the native engine and libical differ,
                                  with the cause. Reads in another process, as
                                  --isolated does.

        """

    @Test func `the help is what users were shown before`() throws {
        let result = try BuiltProgram.run("--help")
        #expect(result.status == 0)
        let expected = """
            OVERVIEW: Prints what happens between two moments, from iCalendar files.

            The window is half-open: what is going on at --from is in, what starts at --to
            is out. A date means its midnight in the display zone, so the day named in --to
            is not itself searched. A window wider than four years (1461 days) is
            shortened, with a warning.

            TIME is one of
              2026-03-29T10:00:00Z       an instant of RFC 3339, with Z or an offset
              2026-03-29T10:00           a time of day in the display zone
              2026-03-29 10:00:30        the same with seconds, and a blank for the T
              2026-03-29                 a date
              today, tomorrow, now
              +30d, -2w, +6m, +1y        days, weeks, months, years
            An offset counts from today's midnight in --from, and from the time of --from
            in --to.

            Occurrences go to standard output in the order of time, warnings to standard
            error. The exit status is 0 when every input gave a calendar, 1 when one did
            not (or no event has the UID of --explain, --diff or --compare-engines found
            differences, --check found errors; or, with --strict, when there was any
            warning), and 64 for wrong usage. --repair lists its changes, and what must be
            fixed by hand, on standard error. Its exit status is 0 when the file was
            written, and 1 when a component is missing from the output because it could not
            be read, never happens or lies beyond a limit (the file itself is then not
            replaced), when writing failed, or, with --strict, when errors remain.

            USAGE: ics-expand [<options>] [<file> ...]

            ARGUMENTS:
              <file>                  iCalendar or jCal files, e-mails that contain
                                      calendars, folders (searched recursively for *.ics,
                                      hidden names skipped), or - for standard input, which
                                      is also read if no file is given.

            FOR STRANGERS' FILES:
              --isolated              Read in another process, with limits for each file;
                                      one that crashes or reaches a limit is left out, with
                                      a message.
              --memory-limit <n>      The memory of that process in MiB (default: 1024).
              --processor-limit <n>   Its seconds of processor time (default: 10).
              --time-limit <n>        Its seconds on the clock (default: 60).

            INSTEAD OF OCCURRENCES:
              --conflicts             Print the pairs of occurrences that take the same
                                      time.
              --alarms                Print when alarms go off, of events and to-dos.
              --explain <uid>         Say in words why the event with this UID happens when
                                      it does.
              --diff                  Say what differs between two files, the old and the
                                      new one.
              --check                 Say what breaks the rules of iCalendar, as FILE:LINE:
                                      error: ...
              --compare-engines       Print where the native engine and libical differ,
                                      with the cause. Reads in another process, as
                                      --isolated does.
              --repair                Write a file with mistakes mended; what was mended
                                      goes to standard error.
              --output <file>         Where --repair writes, instead of standard output.
              --owner <mail>          The owner of the calendar: events that they declined
                                      take no time and have no alarms (--conflicts,
                                      --alarms, --format freebusy).

            OPTIONS:
              --from <time>           Where the window starts (default: today).
              --to <time>             Where the window ends, not included (default: 30 days
                                      after --from).
              --time-zone <zone>      The display zone, such as Europe/Berlin (default: the
                                      system's).
              --format <format>       How to print: text for people; json or ndjson for
                                      programs; ics, jcal or xcal for occurrences as events
                                      of a calendar, in UTC and without rules; freebusy for
                                      the times that are taken. (values: text, json,
                                      ndjson, ics, jcal, xcal, freebusy; default: text)
              --limit <n>             Print the first N occurrences only.
              --count                 Print only how many there are.
              --threads <n>           How many threads work (default: the processors).
              --zones <zones>         Which definition of a zone wins when both have one:
                                      system or file. (values: system, file; default:
                                      system)
              --use-calendar-time-zone
                                      Read floating times in the calendar's own zone
                                      (X-WR-TIMEZONE).
              --hide-cancelled        Leave out what is cancelled.
              --engine <engine>       The engine that reads components: native (default),
                                      or libical if the program was built with it.
              --expand <expand>       The engine that expands rules: native, or libical for
                                      comparison. libical goes with --engine libical or
                                      --compare-engines, and runs in another process, as
                                      with --isolated.
              --statistics            Say on standard error what was read, kept and found,
                                      and how long it took.
              --strict                Fail on any warning, and on a window over four years.
              --version               Show the version.
              -h, --help              Show help information.


            """
        #if Libical
            #expect(result.output == expected)
        #else
            #expect(result.output == expected.replacing(Self.comparing, with: ""))
        #endif
    }

    @Test func `the version is a number`() throws {
        let result = try BuiltProgram.run("--version")
        #expect(result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
        #expect(result.status == 0)
    }
}
