import Foundation
import TestTraits
import Testing

/// Tests inputs that are not calendars or that change while they are being read.
@Suite struct InputFaultsTests {
    private static let event = calendarText(
        "UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z"
    )
    private static let day = "--from 2026-04-01 --to +1d"
    private static let row = "2026-04-01 Wed  14:00-15:00    Lunch"

    private func shell(_ script: String) throws -> BuiltProgram.Result {
        let folder = try TemporaryFolder()
        try folder.write(Self.event, to: "a.ics")
        return try BuiltProgram.shell("cd '\(folder.url.path())'\n" + script)
    }

    @Test(arguments: [
        ("/dev/null", "the input is empty"),
        ("loop", "cannot be opened: Too many levels of symbolic links"),
        ("dangling", "cannot be opened: No such file or directory"),
        ("a.ics/", "cannot be opened: Not a directory"),
    ])
    func `input that is not a file produces a one-line error and does not affect other files`(
        name: String,
        words: String
    ) throws {
        let result = try shell(
            """
            ln -s loop loop; ln -s nothing dangling
            ics-expand \(Self.day) \(name) a.ics || echo $?
            ics-expand \(Self.day) --strict \(name) a.ics || echo $?
            """
        )
        #expect(result.errors.hasPrefix("\(name): error: \(words)\n"), "\(result.errors)")
        #expect(result.lines == [Self.row, "1", Self.row, "1"])
    }

    #if os(Linux)
        @Test func `a file that fails halfway produces a one-line error and does not affect other files`()
            throws
        {
            let result = try shell(
                """
                ics-expand \(Self.day) /proc/self/mem a.ics || echo $?
                ics-expand \(Self.day) --strict /proc/self/mem a.ics || echo $?
                """
            )
            let line = "/proc/self/mem: error: cannot be read: Input/output error\n"
            #expect(result.errors == line + line)
            #expect(result.lines == [Self.row, "1", Self.row, "1"])
        }
    #endif

    @Test func `a socket produces a one-line error`() throws {
        let result = try shell(
            """
            perl -MSocket -e 'socket(S, PF_UNIX, SOCK_STREAM, 0); bind(S, pack_sockaddr_un("socket.ics")) or die'
            ics-expand \(Self.day) socket.ics a.ics || echo $?
            ics-expand \(Self.day) . && echo $?
            """
        )
        #expect(result.errors == "socket.ics: error: cannot be opened: No such device or address\n")
        #expect(result.lines == [Self.row, "1", Self.row, "0"])
    }

    @Test func `a pipe is read to the end, and waiting for it can be interrupted`() throws {
        let result = try shell(
            """
            mkfifo pipe; cat a.ics > pipe & ics-expand \(Self.day) pipe
            mkfifo never; timeout -s INT 1 ics-expand never || echo $?
            """
        )
        #expect(result.lines == [Self.row, "124"])
        #expect(result.errors == "")
    }

    @Test func `circular links are handled, and each dangling link produces a one-line error`() throws {
        let result = try shell(
            """
            mkdir -p d/e; cp a.ics d/e; ln -s .. d/e/up; ln -s ../../d d/e/around.ics; ln -s nothing d/x.ics
            ics-expand \(Self.day) d || echo $?
            """
        )
        #expect(result.lines == [Self.row, "1"])
        #expect(result.errors == "d/x.ics: error: cannot be read: No such file or directory\n")
    }

    @Test(.enabled(if: getuid() != 0, "root can read every file"), arguments: ["", "--isolated"])
    func `each unreadable input produces a one-line error`(isolated: String) throws {
        let result = try shell(
            """
            cp a.ics b.ics; chmod 0 b.ics; mkdir -m 0 closed
            ics-expand \(isolated) \(Self.day) . || echo $?
            chmod 700 closed
            """
        )
        #expect(result.lines == [Self.row, "1"])
        #expect(
            result.errors == """
                ./b.ics: error: cannot be opened: Permission denied
                ./closed: error: cannot be read: Permission denied

                """
        )
    }

    @Test(.long, .limitsAddresses) func `an endless device uses limited memory and can be interrupted`()
        throws
    {
        let result = try shell(
            """
            (ulimit -v 600000; timeout -s INT 2 ics-expand /dev/zero || echo $?)
            (ulimit -v 600000; yes | timeout -s TERM 2 ics-expand || echo $?)
            """
        )
        #expect(result.lines == ["124", "124"])
        #expect(result.errors == "")
    }

    @Test(arguments: ["--count", "--isolated --count"])
    func `a file that shrinks, grows or is replaced while it is being read does no harm`(task: String) throws
    {
        try checkChanges(task)
    }

    @Test(.long, arguments: ["--count --strict", "--check"])
    func `a file that changes while it is being checked does no harm`(task: String) throws {
        try checkChanges(task)
    }

    private func checkChanges(_ task: String) throws {
        let result = try shell(
            """
            event=$'BEGIN:VEVENT\\r\\nDTSTAMP:20260101T000000Z\\r\\nDTSTART:20260401T120000Z\\r\\nUID:'
            {
                printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\nPRODID:x\\r\\n'
                for number in {1..6000}; do printf '%s%s\\r\\nEND:VEVENT\\r\\n' "$event" $number; done
                printf 'END:VCALENDAR\\r\\n'
            } > whole
            for delay in 0.01 0.02 0.04 0.07 0.15; do
                cp whole b.ics
                ics-expand \(task) b.ics > out 2> err & program=$!
                sleep $delay
                case $delay in
                    *1|*4) truncate -s 100000 b.ics ;;
                    *2) cat whole >> b.ics ;;
                    *) mv a.ics b.ics; cp b.ics a.ics ;;
                esac
                code=0; wait $program || code=$?
                [ $code -le 1 ] || echo "after $delay: $code"
            done
            """
        )
        #expect(result.output == "")
    }

    @Test(arguments: [3, 4, 5, 6, 8])
    func `a run with too few file descriptors either succeeds or reports the error`(files: Int) throws {
        let result = try shell(
            """
            for number in {1..40}; do cp a.ics $number.ics; done
            for task in "\(Self.day) --count" "--isolated \(Self.day) --count" "--check" "--repair --output mended.ics a.ics"; do
                code=0
                input=.; [[ $task != *--repair* ]] || input=
                (exec > out 2> err; ulimit -n \(files); exec ics-expand $task $input) || code=$?
                # The system's loader needs more than three.
                [ $code -le 1 ] || [ $code -eq 127 ] || echo "$task: $code"
                [ $code -ne 1 ] || grep -q error: err || echo "$task fails in silence"
                [ -e mended.ics ] || [ $code -ne 0 ] || [[ $task != *--repair* ]] || echo lost
            done
            """
        )
        #expect(result.output == "")
    }

    @Test(.limitsAddresses, arguments: ["", "--threads 4"])
    func `an ordinary file can be read with little memory`(threads: String) throws {
        let result = try shell("ulimit -v 400000; ics-expand \(threads) \(Self.day) a.ics")
        #expect(result.lines == [Self.row])
    }

    @Test func `an output name that is not UTF-8 is used unchanged`() throws {
        let result = try shell(
            #"""
            twin=$'out\xEF\xBF\xBD.ics'
            echo precious > "$twin"
            ics-expand --repair a.ics --output $'out\xFF.ics' 2> /dev/null
            ics-expand --repair a.ics --output=$'out\xFE.ics' 2> /dev/null
            cat "$twin"
            head -qn 1 $'out\xFF.ics' $'out\xFE.ics' | tr -d '\r'
            sed s/Lunch/Dinner/ a.ics > "$twin"
            ics-expand --diff "$twin" $'out\xFF.ics' | grep SUMMARY || true
            """#
        )
        #expect(
            result.lines.prefix(3) == ["precious", "BEGIN:VCALENDAR", "BEGIN:VCALENDAR"],
            "\(result.errors)"
        )
        #expect(
            result.lines.dropFirst(3) == ["    - SUMMARY:Dinner", "    + SUMMARY:Lunch"],
            "\(result.output)"
        )
    }

    @Test(arguments: ["", "--isolated"])
    func `an output file that is already open is written to instead of replaced`(isolated: String) throws {
        let result = try shell(
            """
            echo kept > log
            for name in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
                ics-expand \(isolated) --repair a.ics --output $name 2> /dev/null >> log
            done
            { echo one; ics-expand \(isolated) --repair a.ics --output /dev/stdout 2> /dev/null; echo two; } > both
            head -n 1 log; grep -c BEGIN:VCALENDAR log; head -n 1 both; tail -n 1 both; ls -A
            """
        )
        #expect(result.lines == ["kept", "3", "one", "two", "a.ics", "both", "log"], "\(result.errors)")
    }

    @Test func `an error sets the exit status even if no one reads the output`() throws {
        let result = try shell(
            """
            set +o pipefail
            ics-expand --from 2026-04-01 --to +1d nothing.ics a.ics 2> /dev/null | head -n 1; echo ${PIPESTATUS[0]}
            """
        )
        #expect(result.lines == [Self.row, "1"])
    }

    @Test func `nonblocking standard input is read to the end`() throws {
        let result = try shell(
            """
            { sleep 0.5; cat a.ics; } | perl -MFcntl -e '
                fcntl(STDIN, F_SETFL, O_NONBLOCK) or die;
                exec qw(ics-expand --from 2026-04-01 --to +1d)'
            """
        )
        #expect(result.lines == [Self.row], "\(result.errors)")
    }
}
