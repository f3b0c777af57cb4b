import Foundation
import TestTraits
import Testing

/// Tests that environment failures are reported in one line and lose no items.
@Suite struct FaultsTests {
    /// Runs a bash script in which `$store` starts a command, in a store with a file to import.
    private func shell(_ store: StoreProgram, _ script: String) throws -> StoreProgram.Result {
        let file = calendarText(eventText("one", "0330"), eventText("two", "0331"))
        try store.write(file, to: "import.ics")
        let head = "store='\(StoreProgram.productsFolder.appending(path: "ics-store").path())'\n"
        return try store.start(["-uc", head + script], program: "/bin/bash").wait()
    }

    @Test func `a pipe and standard input are imported like a file`() throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            mkfifo pipe; cat import.ics > pipe & $store import pipe --to home --yes
            cat import.ics | $store import - --to work --yes
            """
        )
        #expect(result.lines == ["added 2, skipped 0, to home", "added 2, skipped 0, to work"])
        #expect(result.errors == "")
        #expect(try store.events().count == 4)
    }

    @Test func `input that cannot be imported produces a one-line error and does not affect other files`()
        throws
    {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            $store import /dev/null nothing.ics import.ics --to home --yes; echo $?
            head -c 300 import.ics | $store import - --to work --yes; echo $?
            """
        )
        #expect(result.lines.prefix(2) == ["added 2, skipped 0, to home", "1"])
        #expect(result.errors.contains("/dev/null: error: the input is empty\n"))
        #expect(result.errors.contains("nothing.ics: error: cannot be read: No such file or directory\n"))
    }

    @Test(.long, .needsFullDevice)
    func `a failure to write output is reported, or ends the program silently`()
        throws
    {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            $store import import.ics --to home --yes
            for command in "watch" "export" "events --from 2026-03-01 --to +60d" "calendars"; do
                $store $command --yes > /dev/full; echo $?
                $store $command --yes >&-; echo $?
                [ "$command" = watch ] || { $store $command --yes | head -c 0; echo ${PIPESTATUS[0]}; }
            done
            """
        )
        #expect(result.lines.dropFirst() == ["1", "1", "1", "1", "0", "1", "1", "0", "1", "1", "0"])
        let errors = result.errors.split(separator: "\n")
        #expect(errors.count == 8)
        #expect(errors.allSatisfy { $0.hasPrefix("ics-store: error: standard output: ") })
    }

    @Test(.needsFullDevice) func `writing help to a full disk fails`() throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            $store --help > /dev/full; echo $?
            $store add --help > /dev/full; echo $?
            $store add --help | head -c 0; echo ${PIPESTATUS[0]}
            """
        )
        #expect(result.lines == ["1", "1", "0"])
    }

    @Test(.needsFullDevice) func `an item counts as saved even if its identifier cannot be printed`() throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            $store import import.ics --to home --yes > /dev/full; echo $?
            $store add --title Lunch --start 2026-03-30T12:00 --calendar home --yes > /dev/full; echo $?
            $store edit --match Lunch --set location=Inn --yes > /dev/full; echo $?
            $store add --title Lunch --start 2026-03-30T12:00 --calendar home --dry-run --yes > /dev/full; echo $?
            ls calendars/home/*.ics | wc -l; grep -l Inn calendars/home/*.ics | wc -l
            """
        )
        #expect(
            result.lines.map { $0.trimmingCharacters(in: .whitespaces) } == ["1", "1", "1", "1", "3", "1"]
        )
        let errors = result.errors.split(separator: "\n").filter { $0.contains("standard output") }
        #expect(errors.count == 4, "\(errors)")
        #expect(errors.prefix(3).allSatisfy { $0.hasSuffix("; the changes were made") })
    }

    @Test func `output to closed descriptors never ends up in an item`() throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            $store import import.ics nothing.ics --to home --yes <&- >&- 2>&-; echo $?
            $store import import.ics nothing.ics --to work --yes 2>&-; echo $?
            cmp calendars/home/one.ics calendars/work/one.ics && echo same
            """
        )
        #expect(result.lines == ["1", "added 2, skipped 0, to work", "1", "same"])
    }

    @Test(.limitsFileSizes) func `a full disk loses only the item being written`()
        throws
    {
        let store = try StoreProgram()
        let identifier = try store.add("Dentist")
        let before = try store.contents()
        let result = try shell(
            store,
            """
            (ulimit -f 0; exec $store import import.ics --to work --yes) 2>&1 | cat >&2; echo ${PIPESTATUS[0]}
            (ulimit -f 0; exec $store edit '\(identifier)' --set title=Doctor --yes) 2>&1 | cat >&2
            echo ${PIPESTATUS[0]}
            """
        )
        #expect(result.lines.filter { $0 == "1" }.count == 2)
        #expect(result.errors.contains("cannot be written: File too large"))
        let after = try store.contents()
        #expect(
            before.filter { !$0.key.contains(".ics-store") }
                == after.filter { !$0.key.contains(".ics-store") }
        )
    }

    @Test(arguments: ["INT", "TERM"])
    func `an interrupt stops watching immediately`(signal: String) throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            set -m
            $store watch --yes > watched & program=$!
            for try in {1..100}; do [ -s watched ] && break; sleep 0.05; done
            kill -\(signal) $program; wait $program; echo $?
            """
        )
        #expect(result.lines.last == (signal == "INT" ? "130" : "143"))
    }

    @Test func `an invalid store, or a system without time zones, produces a one-line error`() throws {
        let store = try StoreProgram()
        let result = try shell(
            store,
            """
            mkdir zones
            $store calendars --store nowhere --yes
            $store calendars --store import.ics --yes
            TZDIR=zones $store events --yes
            env -u HOME -u XDG_STATE_HOME $store calendars --yes > /dev/null; echo $?
            """
        )
        let lines = result.errors.split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(result.errors)")
        #expect(lines[0].hasPrefix("ics-store: error: nowhere: cannot be listed: "))
        #expect(lines[1].hasPrefix("ics-store: error: import.ics: cannot be listed: "))
        #expect(lines[2].hasPrefix("ics-store: error: no time zone database in zones; "))
        #expect(result.lines == ["0"])
    }

    @Test func `an export with a missing file names it, writes the other items and exits with an error`()
        throws
    {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        let endless = store.calendars.appending(path: "home/endless.ics")
        try Data().write(to: endless)
        try FileHandle(forWritingTo: endless).truncate(atOffset: 100 << 20)
        let result = try store.run("export")
        #expect(result.status == 1)
        #expect(result.errors.contains("home/endless.ics: error: cannot be read: "), "\(result.errors)")
        #expect(result.errors.hasSuffix("ics-store: error: one file could not be read\n"), "\(result.errors)")
        #expect(result.output.contains("SUMMARY:Dentist"))
    }

    @Test func `an export with a missing calendar names it and exits with an error`() throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        #expect(try store.run("export").status == 0)
        try FileManager.default.createSymbolicLink(
            atPath: store.calendars.path() + "/gone",
            withDestinationPath: "/no/such"
        )
        let result = try store.run("export")
        #expect(result.status == 1)
        #expect(result.errors.contains("/gone"), "\(result.errors)")
        #expect(result.output.contains("SUMMARY:Dentist"))
    }
}
