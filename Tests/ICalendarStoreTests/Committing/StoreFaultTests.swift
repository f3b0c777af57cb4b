import Foundation
import SystemIO
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

#if canImport(Glibc)
    import Glibc
#endif

/// Tests a store on a full or failing disk.
struct StoreFaultTests {
    @Test(.long) func `if any call in a batch fails, nothing changes and the batch can be committed again`()
        throws
    {
        let step = ProcessInfo.processInfo.environment["ICALENDAR_FAULTS"] == "all" ? 1 : 4
        var failures = 0
        var place = Int.random(in: 1...step)
        while true {
            let error = PlatformError(number: place / step % 2 == 0 ? ENOSPC : EIO)
            let folder = try StoreFolder("a", "b", "c")
            let files = FaultyFiles(at: .max, .fails(error))
            var options = EventStore.Options()
            options.access = .allow
            options.timeZone = .utc
            options.access = .allow
            let store = try EventStore(folder.root, files: files, options: options)
            try EventTurns.prepare(3, in: store)
            try store.commit()
            try EventTurns.prepare(4, in: store)
            files.count(to: place)
            do throws(StoreError) {
                try store.commit()
            } catch {
                failures += 1
                #expect(error.code == .internalFailure)
                #expect(error.detail.hasPrefix(folder.path), "\(error)")
                #expect(try EventTurns.current(in: store) == 3, "call \(place)")
                #expect(try EventTurns.current(in: folder.open()) == 3, "call \(place)")
                #expect(folder.everything.count == EventTurns.count(3), "call \(place)")
                // Saved changes remain pending for another attempt.
                try store.commit()
            }
            let count = files.count
            #expect(try EventTurns.current(in: store) == 4, "call \(place)")
            #expect(try EventTurns.current(in: folder.open()) == 4, "call \(place)")
            #expect(folder.everything.count == EventTurns.count(4), "call \(place)")
            if count < place { break }
            place += step
        }
        #expect(failures * step > 40)
    }

    @Test func `a failed refresh is completed by the next refresh`() throws {
        var failures = 0
        for place in 1...40 {
            let folder = try StoreFolder("a", "b")
            let files = FaultyFiles(at: .max, .fails(PlatformError(number: EIO)))
            var options = EventStore.Options()
            options.access = .allow
            let store = try EventStore(folder.root, files: files, options: options)
            var event = CalendarEvent(try event("own", "1"))
            try store.save(&event, span: .thisEvent)
            try folder.write("a/x.ics", item("x", "1"))
            try folder.write("b/y.ics", item("y", "1"))
            files.count(to: place)
            do throws(StoreError) {
                try store.refreshSourcesIfNecessary()
            } catch {
                failures += 1
            }
            let isReached = files.count >= place
            files.count(to: .max)
            // A failure does not lose any data.
            #expect(store.known.items["a"]?.file(named: Array("own.ics".utf8)) != nil, "call \(place)")
            try store.refreshSourcesIfNecessary()
            #expect(store.known.items["a"]?.count == 2, "call \(place)")
            #expect(store.known.items["b"]?.count == 1, "call \(place)")
            if !isReached { break }
        }
        #expect(failures > 2)
    }

    @Test func `an error about an item names the item's file, not a hidden file`() throws {
        var (place, named) = (1, 0)
        while true {
            let store = try StoreFolder("a", "b")
            try store.write("a/x.ics", "x\n")
            let (old, new) = (try FilePlace("a/x.ics"), try FilePlace("b/x.ics"))
            let base = try store.base(old)
            let changes = [FileChange.put(Array("x\n".utf8), at: new, over: nil), .remove(old, base)]
            let files = FaultyFiles(at: place, .fails(.broken))
            do throws(CommitFailure) {
                _ = try Commit(to: store.root, files: files, merging: LineMerge()).run(changes)
            } catch {
                if error.place != nil {
                    named += 1
                    #expect(!error.description.contains(".tmp"), "call \(place): \(error.description)")
                }
            }
            if files.count < place { break }
            place += 1
        }
        #expect(named > 8)
    }

    @Test(.limitsFileSizes) func `an event too large for the disk is an error and leaves no files behind`()
        async throws
    {
        let folder = try StoreFolder("a")
        let limited = ["sh", "-c", "ulimit -f 64; exec \"$0\" \"$@\""]
        let child = try Child(arguments: ["saves", folder.path, "one", "1", "200000"], through: limited)
        let result = await child.finished()
        #expect(!result.wasKilled && result.status == 1)
        #expect(
            result.errors.hasSuffix("a/one-0.ics: cannot be written: File too large\n"),
            "\(result.errors)"
        )
        #expect(folder.everything.isEmpty)
        let small = await (try Child(arguments: ["saves", folder.path, "one", "1", "200"], through: limited))
            .finished()
        #expect(small.status == 0)
        #expect(folder.everything.keys.sorted() == ["a/one-0.ics"])
    }
}
