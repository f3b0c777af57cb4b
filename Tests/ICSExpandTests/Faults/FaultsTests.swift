import Foundation
import TestTraits
import Testing

/// Tests that environment failures are reported in one line and cause no further damage.
@Suite struct FaultsTests {
    private static let event = calendarText(
        "UID:a\nSUMMARY:Lunch\nDTSTART:20260401T120000Z\nDTEND:20260401T130000Z"
    )
    /// The options that print the event.
    private static let day = "--from 2026-04-01 --to +1d"
    private static let row = "2026-04-01 Wed  14:00-15:00    Lunch"

    /// Runs a bash script in a folder with the event in `a.ics`.
    private func shell(_ script: String) throws -> BuiltProgram.Result {
        let folder = try TemporaryFolder()
        try folder.write(Self.event, to: "a.ics")
        return try BuiltProgram.shell("cd '\(folder.url.path())'\n" + script)
    }

    // MARK: - Standard file descriptors

    @Test func `a closed standard output is reported and makes the run fail`() throws {
        let result = try shell("ics-expand \(Self.day) a.ics >&- || echo $?")
        #expect(result.errors == "ics-expand: error: standard output: Bad file descriptor\n")
        #expect(result.lines == ["1"])
    }

    @Test func `a closed standard input is reported only if it is needed`() throws {
        let result = try shell(
            """
            ics-expand \(Self.day) - a.ics <&- || echo $?
            ics-expand \(Self.day) a.ics <&- && echo $?
            ics-expand --isolated \(Self.day) - a.ics <&- || echo $?
            """
        )
        #expect(result.lines == [Self.row, "1", Self.row, "0", Self.row, "1"])
        let line = "<stdin>: error: cannot be read: Bad file descriptor\n"
        #expect(result.errors == line + line)
    }

    @Test func `if standard error is closed or full, only messages are lost`() throws {
        let result = try shell(
            """
            ics-expand \(Self.day) a.ics nothing.ics 2>&- || echo $?
            [ ! -e /dev/full ] || ics-expand \(Self.day) a.ics nothing.ics 2> /dev/full || echo $?
            ics-expand --isolated \(Self.day) a.ics nothing.ics 2>&- || echo $?
            """
        )
        #expect(result.lines.filter { $0 == Self.row }.count == result.lines.filter { $0 == "1" }.count)
        #expect(result.lines.count >= 4)
        #expect(result.errors == "")
    }

    @Test(arguments: ["", "--isolated"])
    func `output to a closed descriptor never ends up in a file`(isolated: String) throws {
        let result = try shell(
            """
            ics-expand --repair a.ics > wanted.ics 2> /dev/null
            ics-expand \(isolated) --repair a.ics --output 1.ics <&- >&- 2>&- || true
            ics-expand \(isolated) --repair a.ics --output 2.ics <&- 2>&- || true
            ics-expand \(isolated) --repair a.ics --output 3.ics 2>&- || true
            for name in 1 2 3; do cmp wanted.ics $name.ics && echo same; done
            ls -A
            """
        )
        #expect(result.lines == ["same", "same", "same", "1.ics", "2.ics", "3.ics", "a.ics", "wanted.ics"])
    }

    @Test(.long, arguments: ["", "--isolated"])
    func `if the reader of the output closes the pipe, every command ends silently`(isolated: String) throws {
        let result = try shell(
            """
            set +o pipefail
            for task in "--format json" "--format ics" --check --conflicts --alarms "--format freebusy" --count; do
                options="--from 2024-01-01 --to 2027-12-31"
                [ "$task" != --check ] || options=
                ics-expand \(isolated) $options $task "$OLDPWD/Corpus/calendars" 2> errors | head -c 1 > /dev/null
                echo ${PIPESTATUS[0]}
                grep -a "standard output" errors || true
            done
            """
        )
        #expect(result.lines.allSatisfy { $0 == "0" || $0 == "1" })
        #expect(result.lines.count == 7)
    }

    @Test(
        .needsFullDevice,
        arguments: [
            "", "--count", "--format json", "--format xcal", "--format freebusy", "--check", "--repair",
            "--explain a", "--diff a.ics", "--conflicts", "--alarms", "--isolated", "--isolated --repair",
        ]
    )
    func `a full disk produces a one-line error`(task: String) throws {
        let hasWindow = !["--check", "--repair", "--diff"].contains { task.contains($0) }
        let result = try shell(
            """
            printf 'BEGIN:VCALENDAR\\nBEGIN:VEVENT\\nUID:a\\nDTSTART:20260401T120000Z\\nSUMMARY:Lunch\\n' > a.ics
            printf 'BEGIN:VALARM\\nTRIGGER:PT0S\\nEND:VALARM\\nEND:VEVENT\\nEND:VCALENDAR\\n' >> a.ics
            sed s/Lunch/Dinner/ a.ics > b.ics
            cp a.ics c.ics
            files="b.ics c.ics"
            [[ "\(task)" != *--repair* && "\(task)" != *--diff* ]] || files=b.ics
            ics-expand \(hasWindow ? Self.day : "") \(task) $files > /dev/full 2> errors || echo $?
            grep -c 'ics-expand: error: standard output: No space left on device' errors
            """
        )
        // Without a conflict, --conflicts prints nothing.
        if task == "--conflicts" { return }
        #expect(result.lines == ["1", "1"], "\(result.errors)")
    }

    @Test(.needsFullDevice) func `writing help to a full disk fails`() throws {
        let result = try shell(
            """
            for help in --help --version --generate-completion-script=bash; do
                ics-expand $help > /dev/full || echo $?
                ics-expand $help | head -c 0; echo ${PIPESTATUS[0]}
                ics-expand $help > help; test -s help && echo printed
            done
            """
        )
        #expect(result.lines == ["1", "0", "printed", "1", "0", "printed", "1", "0", "printed"])
        let error = "ics-expand: error: standard output: No space left on device"
        #expect(result.errors == "\(error)\n\(error)\n\(error)\n")
    }

    @Test func `every argument after two hyphens is a file name, even if it looks like an option`() throws {
        let result = try shell(
            """
            cp a.ics ./--output
            name=$(printf 'b\\377.ics')
            cp a.ics "$name"
            ics-expand \(Self.day) --count -- --output "$name" || echo $?
            """
        )
        #expect(result.lines == ["2"], "\(result.errors)")
    }

    @Test(.limitsFileSizes, arguments: ["", "--isolated"])
    func `a failure to write a repaired file is reported, and the original is kept`(isolated: String)
        throws
    {
        let result = try shell(
            """
            cp a.ics b.ics
            [ ! -e /dev/full ] || ics-expand \(isolated) --repair a.ics --output /dev/full || echo $?
            set +o pipefail
            (ulimit -f 0; exec ics-expand \(isolated) --repair a.ics --output b.ics) 2>&1 | cat >&2
            echo ${PIPESTATUS[0]}
            ics-expand \(isolated) --repair a.ics --output nowhere/b.ics || echo $?
            ics-expand \(isolated) --repair a.ics --output . || echo $?
            cmp a.ics b.ics && ls -A
            """
        )
        let errors = result.errors.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(result.lines.suffix(2) == ["a.ics", "b.ics"])
        #expect(result.lines.count == errors.count + 2)
        #expect(errors.contains("b.ics: error: cannot be written: File too large"))
        #expect(errors.contains("nowhere/b.ics: error: cannot be written: No such file or directory"))
        #expect(errors.contains(".: error: is a folder, not a file"))
    }
}
