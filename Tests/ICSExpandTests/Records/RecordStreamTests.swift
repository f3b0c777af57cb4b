import Foundation
import TestTraits
import Testing

/// Tests `--records` as a long-running filter: programs that wait, closed pipes, signals and hostile records.
@Suite struct RecordStreamTests {
    private static let window = "--from 2026-01-01 --to 2027-01-01 --time-zone UTC"

    /// A shell function that prints a record with a given key.
    private static let functions = #"""
        record() {
            printf '{"key":"%s","ics":"BEGIN:VCALENDAR\\nBEGIN:VEVENT\\nUID:%s\\nDTSTAMP:20260101T000000Z\\n' "$1" "$1"
            printf 'DTSTART:20260401T120000Z\\n%sEND:VEVENT\\nEND:VCALENDAR\\n"}\n' "${2:-}"
        }

        """#

    private static func shell(_ script: String) throws -> BuiltProgram.Result {
        try BuiltProgram.shell(functions + script)
    }

    @Test(arguments: ["--threads 1", "--threads 2", "--isolated"])
    func `results are written before the next record is read`(option: String) throws {
        let result = try Self.shell(
            """
            coproc FILTER { ics-expand --records \(Self.window) \(option); }
            for number in 1 2 3; do
                record $number >&${FILTER[1]}
                read -r -t 60 answer <&${FILTER[0]}
                echo "${answer:0:20}"
            done
            """
        )
        #expect(
            result.lines == (1...3).map { "{\"key\":\"\($0)\",\"uid\":\"\($0)\"".prefix(20) }.map(String.init)
        )
    }

    @Test func `a closed pipe ends the program silently`() throws {
        let result = try Self.shell(
            """
            set +e
            (while :; do record a; done) 2> /dev/null | ics-expand --records \(Self.window) | head -n 1 | cut -c 1-10
            echo ${PIPESTATUS[1]}
            """
        )
        #expect(result.lines == ["{\"key\":\"a\"", "0"])
        #expect(result.errors == "")
    }

    @Test(arguments: ["", "--isolated"]) func `an interrupt ends the program and its workers`(option: String)
        throws
    {
        let result = try Self.shell(
            """
            set -m
            folder=$(mktemp -d); mkfifo $folder/input
            ics-expand --records \(Self.window) \(option) < $folder/input > $folder/output & filter=$!
            exec 3> $folder/input
            record a >&3
            for tries in {1..500}; do [ -s $folder/output ] && break; sleep 0.02; done
            wc -l < $folder/output
            kill -INT $filter; wait $filter && true; echo $?
            exec 3>&-
            cat /proc/$filter/task/*/children 2> /dev/null || echo gone
            rm -r $folder
            """
        )
        #expect(result.lines == ["1", "130", "gone"])
    }

    @Test func `a record of several megabytes can be read`() throws {
        let result = try Self.shell(
            """
            text=$(head -c 3000000 /dev/zero | tr '\\0' x)
            { record a; record b "DESCRIPTION:$text\\\\n"; record c; } | ics-expand --records \(Self.window) | cut -c 1-10
            """
        )
        #expect(result.lines == ["a", "b", "c"].map { "{\"key\":\"\($0)\"" })
    }

    #if DEBUG
        @Test(.limitsAddresses) func `a record that crashes the worker is isolated`() throws {
            let result = try Self.shell(
                """
                export ICS_EXPAND_FAULTS=1
                { record a; record b.crash.ics; record c; record d.status.ics; record e.hang.ics; record f.spin.ics
                  record g; } | ics-expand --records \(Self.window) --isolated --time-limit 2 --processor-limit 1
                # On a busy machine, reaching the memory limit takes longer.
                { record h.eat.ics; record i; } | ics-expand --records \(Self.window) --isolated \\
                  --time-limit 60 --memory-limit 256
                """
            )
            let keys = [
                "a", "b.crash.ics", "c", "d.status.ics", "e.hang.ics", "f.spin.ics", "g", "h.eat.ics", "i",
            ]
            #expect(result.lines.count == keys.count)
            for (line, key) in zip(result.lines, keys) {
                #expect(line.hasPrefix("{\"key\":\"\(key)\","))
                #expect(line.contains("\"error\":\"reading it ") == key.contains("."), "\(line)")
            }
            #expect(result.output.contains("exceeded the memory limit of 256 MiB; record skipped"))
            #expect(result.output.contains("\"line\":2}"))
            #expect(result.status == 0)
        }
    #endif
}
