import Foundation
import ICalendarStore
import TestTraits
import Testing

/// Tests the default calendar for new items, and the access that `add` requests.
@Suite struct TargetTests {
    private static let lunch = ["add", "--title", "Lunch", "--start", "2026-03-30T12:00"]

    private func make(_ name: String, in store: StoreProgram) throws {
        try FileManager.default.createDirectory(
            at: store.calendars.appending(path: name),
            withIntermediateDirectories: true
        )
    }

    @Test func `the only calendar or the chosen calendar is the default`() throws {
        let store = try StoreProgram()
        try FileManager.default.removeItem(at: store.calendars.appending(path: "work"))
        #expect(try store.run(Self.lunch).output.hasPrefix("home:"))
        try make("work", in: store)
        #expect(try store.run("calendars", "--default", "work").status == 0)
        #expect(try store.run(Self.lunch).output.hasPrefix("work:"))
        let reminder = try store.run("reminders", "add", "--title", "Plants")
        #expect(reminder.output.hasPrefix("work:"), "\(reminder.errors)")
        #expect(try store.run("calendars").lines.filter { $0.contains("default") }.count == 1)
    }

    @Test func `a calendar created by another program does not become the default`() throws {
        let store = try StoreProgram()
        try make("0", in: store)
        let before = try store.contents()
        let file = try store.write(calendarText(eventText("1", "0330")), to: "one.ics")
        for arguments in [Self.lunch, ["add", file], ["reminders", "add", "--title", "Plants"]] {
            let result = try store.run(arguments)
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "ics-store: error: there are several calendars (0, home, work); name one, or choose "
                    + "a default with `ics-store calendars --default NAME`\n"
            )
        }
        #expect(try store.contents() == before)
        // A chosen calendar that no longer exists is not replaced.
        #expect(try store.run("calendars", "--default", "home").status == 0)
        try FileManager.default.removeItem(at: store.calendars.appending(path: "home"))
        #expect(try store.run(Self.lunch).status == 1)
    }

    #if os(Linux)
        @Test func `the user is prompted once, and the answer is stored`() async throws {
            let store = try StoreProgram()
            try await store.grantAccess()
            let asked = try store.runOnTerminal(Self.lunch, [("Number, 1 to 2:", "2")])
            #expect(asked.status == 0, "\(asked.output)")
            #expect(asked.output.contains("work:"), "\(asked.output)")
            #expect(
                try store.runAlone("calendars").lines.contains {
                    $0.contains("work") && $0.contains("default")
                }
            )
            let later = try store.start(Self.lunch).wait()
            #expect(later.output.hasPrefix("work:"), "\(later.errors)")
        }

        @Test(.long) func `add requests only write-only access`() throws {
            let store = try StoreProgram()
            let added = try store.runOnTerminal(Self.lunch + ["--calendar", "work"], [("Allow it?", "y")])
            #expect(added.status == 0, "\(added.output)")
            #expect(added.output.contains("permission to add (but not read) events"), "\(added.output)")
            #expect(added.output.contains("work:"), "\(added.output)")
            let access = try store.runAlone("access").output
            #expect(access.contains("decided for ics-store: events write-only"), "\(access)")
            #expect(access.contains("adds to work"))
            // The access decision applies only to that calendar.
            for more in [[], ["--calendar", "work"]] {
                #expect(try store.start(Self.lunch + more).wait().output.hasPrefix("work:"), "\(more)")
            }
            let file = try store.write(calendarText(eventText("1", "0330")), to: "one.ics")
            let imported = try store.runAlone("import", file, "--to", "work")
            #expect(imported.output == "added 1, skipped 0, to work\n", "\(imported.errors)")
            let other = try store.start(Self.lunch + ["--calendar", "home"]).wait()
            #expect(other.status == 1)
            #expect(try store.runAlone("events").status == 1)
            #expect(try store.events("--calendar", "home").isEmpty)
            #expect(try store.events("--calendar", "work").count == 4)
        }

        @Test func `an unknown calendar is reported before the user is prompted`() throws {
            let store = try StoreProgram()
            let result = try store.runOnTerminal(Self.lunch + ["--calendar", "nowhere"])
            #expect(result.status == 1)
            #expect(result.output.contains("nowhere: no calendar with this name"), "\(result.output)")
            #expect(try store.runAlone("access").lines.first == "events: not decided")
        }
    #endif

    @Test func `a write-only folder accepts new items, whether it is named or not`() throws {
        let store = try StoreProgram()
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let script = """
            rmdir calendars/work; cp '\(program)' ics-store; chmod 0755 .; as=
            if [ "$(id -u)" = 0 ]; then
                chown -R 65534:65534 .; as="setpriv --reuid=65534 --regid=65534 --clear-groups"
            fi
            $as chmod 0300 calendars/home
            for more in "" "--calendar home" "--calendar nowhere"; do
                $as ./ics-store add --title Lunch --start 2026-03-30T12:00 --yes $more | grep -c ^home:
            done
            $as chmod 0700 calendars/home
            """
        let result = try store.start(["-uc", script], program: "/bin/bash").wait()
        #expect(result.lines == ["1", "1", "0"], "\(result.errors)")
    }

    @Test(.long) func `with several write-only folders, a script must name one`() throws {
        let store = try StoreProgram()
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let script = """
            cp '\(program)' ics-store; chmod 0755 .; as=
            if [ "$(id -u)" = 0 ]; then
                chown -R 65534:65534 .; as="setpriv --reuid=65534 --regid=65534 --clear-groups"
            fi
            $as chmod 0300 calendars/home calendars/work
            for more in "" "--calendar home" "--calendar work" "--calendar nowhere"; do
                $as ./ics-store add --title Lunch --start 2026-03-30T12:00 --yes $more | cut -d: -f1
            done
            $as chmod 0700 calendars/home calendars/work
            """
        let result = try store.start(["-uc", script], program: "/bin/bash").wait()
        #expect(result.lines == ["home", "work"], "\(result.errors)")
        #expect(result.errors.contains("unknown calendar 'nowhere', or no events can be added to it"))
        #expect(result.errors.contains("use --calendar"), "\(result.errors)")
    }

    @Test func `an item that belongs to another group keeps its group, and other groups cannot read it`()
        throws
    {
        let store = try StoreProgram()
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        // Users other than root may have no second group, so there is nothing to check.
        let script = """
            cp '\(program)' ics-store; chmod 0755 .; mine=$(id -g); group=$mine; as=; other=
            if [ "$(id -u)" = 0 ]; then
                mine=65534; group=3000
                chown -R 2001:$group .; chmod 0770 calendars calendars/home
                as="setpriv --reuid=65534 --regid=65534 --groups=3000"
                other="setpriv --reuid=65534 --regid=65534 --clear-groups"
                chmod -R o+rwX state home 2>/dev/null; chmod 0777 .
            fi
            $as ./ics-store add --title Lunch --start 2026-03-30T12:00 --yes --calendar home > /dev/null
            item=$(ls calendars/home/*.ics)
            chmod 0660 $item; [ -z "$as" ] || chown 2001:3000 $item
            $as ./ics-store edit --match Lunch --set location=Inn --yes > /dev/null; grep -c Inn $item
            [ "$(stat -c '%g %a' $item)" = "$group 660" ] && echo group
            [ "$(stat -c '%g' calendars/.ics-store calendars/.ics-store/lock | sort -u)" = "$group" ] && echo control
            [ -z "$other" ] || { chmod 0777 calendars/home; chown 2001:3000 $item; chmod 0676 $item; rm -r calendars/.ics-store; chmod 0777 calendars; }
            $other ./ics-store edit --match Lunch --set location=Bar --yes > /dev/null; grep -c Bar $item
            [ -z "$other" ] && echo "65534 666" || stat -c '%g %a' $item
            """
        let result = try store.start(["-uc", script], program: "/bin/bash").wait()
        #expect(result.lines == ["1", "group", "control", "1", "65534 666"], "\(result.errors)")
    }

    @Test func `--yes does not override a denial`() async throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        try await store.decide { $0.kind == .fullAccessToReminders ? .granted : .refused }
        for arguments in [
            ["events"], Self.lunch + ["--calendar", "home"], ["export"], ["remove", "home:1"],
        ] {
            let result = try store.run(arguments)
            #expect(result.status == 1, "\(arguments): \(result.output)")
            #expect(result.errors.contains("access to the events was denied"), "\(result.errors)")
        }
        #expect(try store.run("reminders").status == 0)
        #expect(try store.run("access", "--forget").status == 0)
        #expect(try store.run("events").status == 0)
        // Access granted by `--yes` is not stored.
        #expect(try store.runAlone("access").lines.first == "events: not decided")
    }
}

extension StoreProgram {
    /// Decides all access requests.
    func decide(_ answer: @escaping @Sendable (AccessRequest) -> AccessDecision) async throws {
        var options = EventStore.Options()
        options.applicationName = "ics-store"
        options.stateDirectory = folder.appending(path: "state/swift-icalendar").path()
        options.access = AccessHandler { request in answer(request) }
        let store = try EventStore(directory: calendars.path(), options: options)
        _ = try await store.requestFullAccessToEvents()
        _ = try await store.requestFullAccessToReminders()
    }
}
