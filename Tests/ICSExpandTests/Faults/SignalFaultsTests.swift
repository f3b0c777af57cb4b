import Foundation
import TestTraits
import Testing

/// Tests Control-C and SIGTERM at any time.
@Suite struct SignalFaultsTests {
    /// Writes `whole.ics` with 2,000 events, each without a required line.
    private static let file = """
        event=$'BEGIN:VEVENT\\r\\nDTSTAMP:20260101T000000Z\\r\\nDTSTART:20260401T120000Z\\r\\nUID:'
        {
            printf 'BEGIN:VCALENDAR\\r\\nVERSION:2.0\\r\\n'
            for number in {1..2000}; do printf '%s%s\\r\\nEND:VEVENT\\r\\n' "$event" $number; done
            printf 'END:VCALENDAR\\r\\n'
        } > whole.ics

        """

    private func shell(_ script: String) throws -> BuiltProgram.Result {
        let folder = try TemporaryFolder()
        return try BuiltProgram.shell("cd '\(folder.url.path())'\n" + Self.file + script)
    }

    @Test(.long, arguments: [("INT", 130), ("TERM", 143)], ["", "--isolated"])
    func `a signal ends every phase of a run immediately and leaves no partial file`(
        signal: (name: String, status: Int),
        isolated: String
    ) throws {
        let result = try shell(
            """
            set -m
            ics-expand --repair whole.ics > wanted.ics 2> /dev/null
            for delay in 0.01 0.03 0.1 0.2 0.3 0.4 0.5 0.6 0.8 1; do
                ics-expand \(isolated) --repair whole.ics --output mended.ics > out 2> err & program=$!
                sleep $delay
                kill -\(signal.name) $program 2> /dev/null || true
                start=${EPOCHREALTIME/[.,]/}
                code=0; wait $program || code=$?
                took=$((${EPOCHREALTIME/[.,]/} - start))
                # It may have ended before, and before it has begun it has no handler.
                [ $code = \(signal.status) ] || [ $code = 0 ] || [ $delay = 0.01 ] || echo "after $delay: $code"
                [ $took -lt 2000000 ] || echo "after $delay: $took us"
                [ ! -e mended.ics ] || cmp mended.ics wanted.ics
                for name in $(ls -A); do
                    case $name in
                        whole.ics|wanted.ics|mended.ics|out|err) ;;
                        *) echo "after $delay: $name" ;;
                    esac
                done
                rm -f mended.ics
            done
            """
        )
        #expect(result.output == "", "\(result.errors)")
    }

    @Test(arguments: [("INT", 130), ("TERM", 143), ("QUIT", 131)])
    func
        `a signal ends the program by itself, so that a shell's loop ends too, and is ignored where the caller ignores it`(
            signal: (name: String, status: Int)
        ) throws
    {
        let result = try shell(
            """
            set -m
            mkfifo never
            for ignored in "" "\(signal.name)"; do
                bash -c "${ignored:+trap '' $ignored;} exec ics-expand never" 2> errors & program=$!
                for try in {1..100}; do
                    grep -q ics-expand /proc/$program/comm 2> /dev/null && break || sleep 0.02
                done
                sleep 0.2
                kill -\(signal.name) $program
                sleep 0.3
                kill -0 $program 2> /dev/null && echo alive || true
                kill -KILL $program 2> /dev/null || true
                code=0; wait $program || code=$?
                echo $code
            done
            cat errors
            """
        )
        #expect(result.lines == ["\(signal.status)", "alive", "137"], "\(result.output) \(result.errors)")
    }

    #if os(Linux)
        @Test func `Control-C ends a loop in a script`() throws {
            // The signal itself must end the program. A shell would interpret the signal number as a status
            // meaning "handled".
            let result = try shell(
                """
                mkfifo never
                set -m
                # Tests run with signals blocked, and so would the shell.
                env --default-signal bash -c \
                    'for round in 1 2 3; do ics-expand never; done; echo went on' & script=$!
                child_of $script > /dev/null
                sleep 0.3
                (sleep 20; kill -KILL -- -$script 2> /dev/null) & guard=$!
                kill -INT -- -$script
                code=0; wait $script || code=$?
                echo $code
                kill -KILL -- -$guard
                """
            )
            #expect(result.lines == ["130"], "\(result.errors)")
        }

        @Test func `a worker ignores the signals that its parent ignores`() throws {
            let result = try shell(
                """
                set -m
                ( trap '' HUP INT TERM; exec ics-expand --isolated --check whole.ics > out 2> err ) & program=$!
                child_of $program > /dev/null
                kill -HUP -- -$program; kill -INT -- -$program; kill -TERM -- -$program
                code=0; wait $program || code=$?
                echo $code
                grep -c 'ended with' err || true
                """
            )
            #expect(result.lines == ["1", "0"], "\(result.errors)")
        }

        @Test(.long) func `time while suspended does not count toward the limit`() throws {
            let result = try shell(
                """
                set -m
                ics-expand --isolated --time-limit 4 --check whole.ics > out 2> err & program=$!
                child_of $program > /dev/null
                kill -STOP -- -$program; sleep 5; kill -CONT -- -$program
                wait $program || true
                grep -c 'took longer' err || true
                """
            )
            #expect(result.lines == ["0"], "\(result.errors)")
        }
    #endif

    #if os(Linux)
        @Test(.long) func `a killed run leaves no partial file`() throws {
            let result = try shell(
                """
                set -m
                cp whole.ics mended.ics
                for delay in 0.1 0.3 0.5 0.7 0.9; do
                    ics-expand --repair whole.ics --output mended.ics > out 2> err & program=$!
                    sleep $delay
                    kill -KILL $program 2> /dev/null || true
                    wait $program 2> /dev/null || true
                    [ "$(tail -c 15 mended.ics)" = "$(printf 'END:VCALENDAR\\r\\n')" ] || echo "after $delay"
                done
                ls -A
                """
            )
            #expect(result.lines == ["err", "mended.ics", "out", "whole.ics"])
        }
    #endif
}
