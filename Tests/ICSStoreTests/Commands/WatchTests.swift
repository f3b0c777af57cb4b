import Foundation
import Testing

@Suite struct WatchTests {
    @Test func `watch prints what other programs change, and ends at an interrupt`() throws {
        let store = try StoreProgram()
        let watch = try store.start(["watch", "--yes"])
        defer { watch.process.terminate() }
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
        #expect(result.status == 130)
    }

    /// Waits until something holds, for ten seconds.
    private func wait(until holds: () -> Bool) throws {
        let end = Date(timeIntervalSinceNow: 10)
        while !holds() {
            guard Date() < end else { throw StoreProgram.Failure(text: "it did not come") }
            Thread.sleep(forTimeInterval: 0.02)
        }
    }
}
