import Foundation
import Testing

@Suite struct WatchTests {
    @Test func `watch prints changes made by other programs and ends on an interrupt`() throws {
        let store = try StoreProgram()
        let watch = try store.start(["watch", "--yes"])
        defer { watch.stop() }
        try wait { watch.written.contains("\n") }
        #expect(watch.written.hasPrefix(#"{"watching":"#))
        let identifier = try store.add("Dentist")
        try wait { watch.written.contains("inserted") }
        _ = try store.run("edit", identifier, "--set", "title=Doctor")
        try wait { watch.written.contains("updated") }
        _ = try store.run("remove", identifier)
        try wait { watch.written.contains("deleted") }
        watch.process.interrupt()
        let result = try watch.wait()
        for line in result.lines.dropFirst() {
            let change = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(change?["origin"] as? String == "foreign")
            let names = ["inserted", "updated", "deleted"].flatMap { change?[$0] as? [String] ?? [] }
            #expect(names == [identifier])
        }
        #expect(result.lines.count == 4)
        #expect(watch.process.terminationReason == .uncaughtSignal)
        #expect(result.status == SIGINT)
    }

    @Test func `watch ends when access to events is revoked`() async throws {
        let store = try StoreProgram()
        try await store.grantAccess()
        let watch = try store.start(["watch"])
        defer { watch.stop() }
        try wait { watch.written.contains("\n") }
        #expect(try store.runAlone("access", "--forget").status == 0)
        let result = try watch.wait()
        #expect(result.status == 1)
        #expect(result.lines.last == #"{"origin":"foreign","accessChanged":true}"#, "\(result.output)")
        #expect(
            result.errors.hasPrefix("ics-store: error: access to the events is no longer allowed"),
            "\(result.errors)"
        )
    }

    @Test func `watch reports a missing folder and continues when the folder returns`() throws {
        let store = try StoreProgram()
        _ = try store.add("Dentist")
        let watch = try store.start(["--store", "calendars", "watch", "--yes"])
        defer { watch.stop() }
        try wait { watch.written.contains("\n") }
        #expect(watch.written.contains(#"/calendars"}"#) && watch.written.hasPrefix(#"{"watching":"/"#))
        try FileManager.default.moveItem(at: store.calendars, to: store.folder.appending(path: "away"))
        try wait { watch.written.contains(#""everything":true"#) }
        try FileManager.default.createDirectory(
            at: store.calendars.appending(path: "new"),
            withIntermediateDirectories: true
        )
        try wait { watch.written.contains(#""insertedCalendars":["new"]"#) }
        watch.process.interrupt()
        let result = try watch.wait()
        #expect(
            result.errors.contains("calendars: cannot be listed: No such file or directory"),
            "\(result.errors)"
        )
        #expect(result.output.contains(#""deletedCalendars":["home","work"]"#), "\(result.output)")
    }

    /// Waits up to two minutes until a condition is true.
    private func wait(until holds: () -> Bool) throws {
        let end = Date(timeIntervalSinceNow: 120)
        while !holds() {
            guard Date() < end else { throw StoreProgram.Failure(text: "the condition was never met") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
