import Foundation
import TestTraits
import Testing

/// Tests that `--isolated` produces the same output, and that a worker's death affects only its own file.
@Suite struct IsolationTests {
    private static let window = [
        "--from", "2024-01-01", "--to", "2027-12-31", "--time-zone", "America/New_York",
    ]

    /// The isolation options, with enough time for a program built with a sanitizer.
    private static let isolated = ["--isolated", "--processor-limit", "600", "--time-limit", "600"]

    private static func event(_ name: String) -> String {
        calendarText("UID:\(name)\nSUMMARY:\(name)\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z")
    }

    @Test(arguments: [("ndjson", "Corpus/broken"), ("ics", "Corpus/demo"), ("freebusy", "Corpus/demo")])
    func `some corpus calendars print the same in isolation`(format: String, folder: String)
        throws
    {
        try checkFolder(format, folder)
    }

    @Test(
        .long,
        arguments: [
            ("text", "Corpus"), ("json", "Corpus"), ("ndjson", "Corpus"), ("ics", "Corpus"),
            ("jcal", "Corpus"), ("xcal", "Corpus"), ("freebusy", "Corpus/demo"),
        ]
    )
    func `isolation does not change the output of any corpus calendar`(format: String, folder: String)
        throws
    {
        try checkFolder(format, folder)
    }

    private func checkFolder(_ format: String, _ folder: String) throws {
        let arguments = Self.window + ["--format", format, folder]
        let result = try BuiltProgram.run(Self.isolated + arguments)
        let usual = try BuiltProgram.run(arguments)
        // Free/busy times contain the time of their creation.
        func unstamped(_ text: String) -> [String] {
            text.components(separatedBy: "\r\n").filter { !$0.hasPrefix("DTSTAMP:") || format != "freebusy" }
        }
        #expect(unstamped(result.output) == unstamped(usual.output))
        #expect(result.output.utf8.count == usual.output.utf8.count)
        #expect(result.errors == usual.errors)
        #expect(result.status == usual.status)
    }

    private static let tasks = [
        ["--check"], ["--alarms"], ["--conflicts"], ["--count"], ["--count", "--strict"],
        ["--limit", "3", "--format", "jcal"],
    ]

    @Test(arguments: tasks) func `isolation does not change the results of checks, repairs and other tasks`(
        task: [String]
    ) throws {
        try check(task, ["Corpus/demo"])
    }

    @Test(.long, arguments: tasks)
    func `isolation does not change the results of other tasks for the whole corpus`(task: [String]) throws {
        try check(task, ["Corpus"])
    }

    private func check(_ task: [String], _ folders: [String]) throws {
        let arguments = (task == ["--check"] ? [] : Self.window) + task + folders
        let result = try BuiltProgram.run(Self.isolated + arguments)
        let usual = try BuiltProgram.run(arguments)
        #expect(result.output == usual.output)
        #expect(result.errors == usual.errors)
        #expect(result.status == usual.status)
    }

    @Test(.long) func `some calendars print the same in isolation, by name and from standard input`()
        throws
    {
        try checkEach("Corpus/demo/*.ics Corpus/*/*day*.ics", atLeast: 8)
    }

    @Test(.long)
    func `isolation does not change any calendar's output, by name or from standard input`() throws {
        try checkEach("Corpus/*/*.ics", atLeast: 50)
    }

    private func checkEach(_ files: String, atLeast number: Int) throws {
        let result = try BuiltProgram.shell(
            """
            alike() {
                options="--from 2024-01-01 --to 2027-12-31 --time-zone Europe/Berlin --format $2"
                said=$(mktemp)
                one=$(ics-expand $options $1 2> $said; echo $?; cat $said)
                other=$(ics-expand \(Self.isolated.joined(separator: " ")) $options $1 2> $said; echo $?; cat $said)
                [ "$one" = "$other" ] || echo "$1 $2 differs"
                one=$(ics-expand $options < $1 2> $said; echo $?; cat $said)
                other=$(cat $1 | ics-expand \(Self.isolated.joined(separator: " ")) $options 2> $said; echo $?; cat $said)
                rm $said
                [ "$one" = "$other" ] || echo "$1 $2 differs on standard input"
                echo same
            }
            export -f alike
            number=0
            for file in \(files); do
                formats=(text json ndjson ics jcal xcal)
                echo "$file ${formats[$((number++ % 6))]}"
            done | xargs -P 2 -n 16 bash -c 'while [ $# -gt 0 ]; do alike $1 $2; shift 2; done' bash
            """
        )
        #expect(Set(result.lines) == ["same"], "\(result.lines.filter { $0 != "same" })")
        #expect(result.lines.count >= number)
    }

    @Test(.limitsAddresses)
    func `exceeding the memory limit skips only that file and prints one line`() throws {
        try checkFault("eat", ["--memory-limit", "200"], "reading it exceeded the memory limit of 200 MiB")
    }

    @Test(
        .long,
        arguments: [
            ("crash", [], "reading it crashed the worker (signal 11, Segmentation fault)"),
            ("deep", [], "reading it crashed the worker (signal 11, Segmentation fault)"),
            ("status", [], "reading it made the worker exit with status 7"),
            ("hang", ["--time-limit", "1"], "reading it exceeded the time limit of 1 s"),
            ("spin", ["--processor-limit", "1"], "reading it exceeded the processor time limit of 1 s"),
        ]
    )
    func `a worker that dies loses only its own file and prints one line`(
        fault: String,
        options: [String],
        words: String
    ) throws {
        try checkFault(fault, options, words)
    }

    /// Reads three files, one of which makes the worker die.
    private func checkFault(_ fault: String, _ options: [String], _ words: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.event("a"), to: "a.ics")
        try folder.write(Self.event("b"), to: "b.\(fault).ics")
        try folder.write(Self.event("c"), to: "c.ics")
        let result = try BuiltProgram.shell(
            """
            export ICS_EXPAND_FAULTS=1
            cd '\(folder.url.path())'
            ics-expand --isolated \(options.joined(separator: " ")) --from 2026-04-01 --to +1d . || echo $?
            """
        )
        #expect(result.errors == "./b.\(fault).ics: error: \(words); input skipped\n")
        #expect(
            result.output == """
                2026-04-01 Wed  14:00-15:00    a
                2026-04-01 Wed  14:00-15:00    c
                1

                """
        )
    }

    @Test(arguments: ["1", "2"])
    func `three bad files out of two hundred are skipped, whatever their names are`(threads: String) throws {
        let folder = try TemporaryFolder()
        for number in 0..<200 {
            let isBad = number == 0 || number == 77 || number == 199
            let name = "\(1000 + number)\(isBad ? ".crash" : "").ics"
            try folder.write(Self.event("e\(number)"), to: name)
        }
        let result = try BuiltProgram.shell(
            """
            export ICS_EXPAND_FAULTS=1
            cd '\(folder.url.path())'; ln -s 1077.crash.ics link.ics
            ics-expand --isolated --threads \(threads) --from 2026-04-01 --to +1d . link.ics || echo $?
            """
        )
        #expect(result.lines.count == 198)
        #expect(result.lines.last == "1")
        #expect(!result.output.contains("e77"))
        let names = result.errors.split(separator: "\n").map { $0.prefix { $0 != ":" } }
        #expect(names == ["./1000.crash.ics", "./1077.crash.ics", "./1199.crash.ics"])
    }

    @Test func `a single file that crashes its worker produces an empty result in every format`() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write(Self.event("a"), to: "a.crash.ics").path()
        for format in ["text", "json", "ndjson", "ics", "jcal", "xcal"] {
            let result = try BuiltProgram.shell(
                """
                export ICS_EXPAND_FAULTS=1
                ics-expand --isolated --from 2026-04-01 --to +1d --format \(format) '\(file)' || true
                echo nothing > '\(folder.url.path())/empty.ics'
                ics-expand --from 2026-04-01 --to +1d --format \(format) '\(folder.url.path())/empty.ics' || true
                """
            )
            let half = result.lines.count / 2
            #expect(result.lines.prefix(half) == result.lines.suffix(half))
            #expect(result.errors.split(separator: "\n").count == 2)
        }
    }

    @Test(.long, arguments: ["", ".hang", ".crash"])
    func `a file with too much output to buffer prints the same`(fault: String) throws {
        let folder = try TemporaryFolder()
        let text = calendarText(
            "UID:a\nSUMMARY:\(String(repeating: "x", count: 800))\nDTSTART:20260401T000000Z\nRRULE:FREQ=SECONDLY"
        )
        let file = try folder.write(text, to: "a\(fault).ics").path()
        let result = try BuiltProgram.shell(
            """
            options="--from 2026-04-01 --to 2026-04-01T06:00 --time-zone UTC --format ndjson"
            ics-expand $options '\(file)' | cksum
            export ICS_EXPAND_FAULTS=1
            ics-expand --isolated --time-limit \(fault == ".hang" ? 1 : 600) --processor-limit 600 $options '\(file)' | cksum
            """
        )
        #expect(result.lines.count == 2)
        if fault.isEmpty {
            #expect(result.lines[0] == result.lines[1])
            let size = try #require(Int(result.lines[0].split(separator: " ")[1]))
            #expect(size > 16 << 20)
        } else {
            // The broken file has no results.
            #expect(result.lines[1].hasSuffix(" 0"), "\(result.lines)")
            #expect(result.errors.contains("input skipped"))
        }
    }

    @Test func `input that cannot be read twice is rejected, except standard input`() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.shell(
            """
            cd '\(folder.url.path())'; mkfifo pipe
            ics-expand --isolated --from 2026-04-01 --to +1d pipe /dev/zero || echo $?
            """
        )
        #expect(
            result.errors == """
                pipe: error: is not a regular file, so it cannot be read in isolation; skipped
                /dev/zero: error: is not a regular file, so it cannot be read in isolation; skipped

                """
        )
        #expect(result.lines == ["1"])
    }

    @Test func `a file is repaired the same in isolation`() throws {
        let folder = try TemporaryFolder()
        let result = try BuiltProgram.shell(
            """
            ics-expand --isolated --repair Corpus/demo/studio.ics --output '\(folder.url.path())/mended.ics'
            ics-expand --repair Corpus/demo/studio.ics 2> /dev/null | cmp - '\(folder.url.path())/mended.ics'
            ls -A '\(folder.url.path())'
            ics-expand --isolated --diff Corpus/demo/studio.ics '\(folder.url.path())/mended.ics' || echo $?
            """
        )
        #expect(result.lines.first == "mended.ics", "\(result.output) \(result.errors)")
    }

    #if os(Linux)
        @Test(.long, arguments: [("INT", "130"), ("TERM", "143"), ("KILL", "137")])
        func `workers end with their parent and leave nothing behind`(
            signal: String,
            status: String
        ) throws {
            let folder = try TemporaryFolder()
            try folder.write(Self.event("a"), to: "a.hang.ics")
            let result = try BuiltProgram.shell(
                """
                set -m
                export ICS_EXPAND_FAULTS=1
                ics-expand --isolated '\(folder.url.path())' & program=$!
                worker=$(child_of $program)
                sleep 0.3
                kill -\(signal) $program
                wait $program || echo $?
                for try in {1..100}; do
                    [ -e /proc/$worker ] || break; sleep 0.02
                done
                [ -e /proc/$worker ] && grep State /proc/$worker/status || echo gone
                """
            )
            #expect(result.lines == [status, "gone"], "\(result.errors)")
        }

        @Test(arguments: [(["a.hang.ics"], "0 1 2"), (["a.hang.ics", "b.ics"], "0 1 2 4")])
        func `a worker has no unnecessary open descriptors and does not dump core`(
            files: [String],
            open: String
        )
            throws
        {
            let folder = try TemporaryFolder()
            for name in files { try folder.write(Self.event("a"), to: name) }
            let result = try BuiltProgram.shell(
                """
                set -m
                export ICS_EXPAND_FAULTS=1
                exec 7< /etc/passwd 9< /etc/passwd
                ics-expand --isolated --time-limit 20 '\(folder.url.path())' & program=$!
                worker=$(child_of $program)
                sleep 0.5
                echo $(ls /proc/$worker/fd)
                grep -E 'core file|processes' /proc/$worker/limits | awk '{print $5}' | head -1
                grep NoNewPrivs /proc/$worker/status
                kill -TERM $program; wait $program || true
                """
            )
            #expect(result.lines == [open, "0", "NoNewPrivs:\t1"], "\(result.errors)")
        }
    #endif

    @Test(arguments: [
        (["--memory-limit", "200"], "--memory-limit requires --isolated"),
        (["--isolated", "--memory-limit", "1"], "--memory-limit must be a whole number from 128 to 1048576"),
        (["--isolated", "--time-limit", "0"], "--time-limit must be a whole number from 1 to 86400"),
        (
            ["--isolated", "--processor-limit", "x"],
            "--processor-limit must be a whole number from 1 to 86400"
        ),
        (["--worker", "me"], "--worker is for internal use only"),
    ])
    func `invalid limits are usage errors`(arguments: [String], words: String) throws {
        let result = try BuiltProgram.run(arguments, input: Self.event("a"))
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(result.status == 64)
    }

    #if os(Linux)
        @Test func `a worker's end is detected even if the parent ignores SIGCHLD`() throws {
            let result = try BuiltProgram.shell(
                "env --ignore-signal=CHLD ics-expand --isolated --time-limit 5 --from 2026-03-31 --to 2026-04-01"
                    + " --time-zone Europe/Berlin --count Corpus/demo/studio.ics"
            )
            #expect(result.errors == "")
            #expect(result.status == 0)
        }
    #endif
}
