import Foundation
import ICalendar
import SystemIO
import TestTraits
import Testing

@testable import ICalendarStore
@testable import store_process

/// Tests reading without the lock while another program holds it.
///
/// Each commit must appear completely or not at all.
struct LocklessReadingTests {
    /// A thread-safe list of strings that closures record.
    private final class Noted: Sendable {
        private let texts = Lock<[String]>([])
        var all: [String] { texts.withLock { $0 } }
        func note(_ text: String) { texts.withLock { $0.append(text) } }
    }

    private static func lock(_ folder: StoreFolder) throws -> FolderLock {
        let path = folder.root.folder.appending(Array(".ics-store/lock".utf8))
        return try SystemFiles().lock(path, .exclusive, patience: .zero)
    }

    @Test func `a commit between reading two files is detected`() throws {
        let folder = try StoreFolder("a", "b")
        let places = try [FilePlace("a/x.ics"), FilePlace("b/x.ics")]
        let commit = Commit(to: folder.root, merging: LineMerge())
        var bases: [FileBase?] = [nil, nil]
        func turn(_ number: UInt8) throws {
            let changes = zip(places, bases).map { FileChange.put([number], at: $0, over: $1) }
            bases = try commit.run(changes).map { $0.version.map { FileBase($0) } }
        }
        try turn(1)
        var reader = StoreReader(folder.root, merging: LineMerge(), patience: .zero)
        var busy: FolderLock? = try Self.lock(folder)
        var (number, last): (UInt8, UInt8) = (1, 3)
        func look(_ view: StoreView) throws -> [[UInt8]?] {
            let first = try view.contents(of: places[0])?.bytes
            if number < last {
                number += 1
                withExtendedLifetime(busy) {}
                busy = nil
                try turn(number)
                busy = try Self.lock(folder)
            }
            return [first, try view.contents(of: places[1])?.bytes]
        }
        #expect(try reader.read(look) == [[3], [3]])
        // A commit that happens during every attempt to read.
        last = .max
        let torn = try reader.read(look)
        #expect(torn[0] != torn[1])
        reader = StoreReader(folder.root, merging: LineMerge(), patience: .zero, takesTorn: false)
        let failure = #expect(throws: FileFailure.self) { try reader.read(look) }
        #expect(failure?.error.isBusy == true)
        withExtendedLifetime(busy) {}
    }

    /// Records which calendar contains an item while another store moves it from `a` to `b`.
    ///
    /// - Parameter isUndone: Whether another program changes a strict file in the commit, which makes the
    ///   commit fail.
    /// - Returns: The calendars seen during the move, and the calendar seen afterward.
    private static func whereabouts(
        at place: Int,
        isUndone: Bool
    ) throws -> (during: [String], after: String, isReached: Bool) {
        let folder = try StoreFolder("a", "b", "c")
        for name in ["a/moving", "a/kept", "b/other", "c/strict"] {
            let uid = String(name.dropFirst(2))
            try folder.write("\(name).ics", item(uid, "1"))
        }
        let looking = try folder.open { $0.patience = .milliseconds(1) }
        let noted = Noted()
        let known: @Sendable () -> String = {
            ["a", "b"].filter { calendar in
                looking.known.items[calendar]?.files.contains { $0.uids.contains("moving") } == true
            }.joined(separator: "+")
        }
        let files = FaultyFiles(
            at: .max,
            .meets {
                _ = looking.lookInBackground()
                noted.note(known())
                if isUndone { try? folder.write("c/strict.ics", item("strict", "theirs")) }
            }
        )
        let moving = try FilePlace("a/moving.ics")
        let strict = try FilePlace("c/strict.ics")
        let bytes = Array(item("moving", "1").utf8)
        let changes = try [
            FileChange.put(bytes, at: FilePlace("b/moving.ics"), over: nil),
            FileChange.put(Array(item("strict", "ours").utf8), at: strict, over: folder.base(strict)),
            FileChange.remove(moving, folder.base(moving)),
        ]
        files.count(to: place)
        let commit = Commit(to: folder.root, files: files, merging: ItemMerging())
        _ = try? commit.run(changes, strictlyAt: [strict])
        // A view during the move can include a commit that fails later, which triggers no notification.
        let end = ContinuousClock.now + .seconds(120)
        let expected = folder.text("a/moving.ics") == nil ? "b" : "a"
        repeat {
            _ = looking.lookInBackground()
            if known() == expected { break }
            SystemFiles.sleep(.milliseconds(50))
        } while ContinuousClock.now < end
        return (
            noted.all, known() == expected ? expected : "\(known()), not \(expected)", files.count >= place
        )
    }

    @Test(.long, arguments: [false, true])
    func `an item that is being moved always appears in exactly one calendar`(isUndone: Bool) throws {
        var place = 1
        var seen: Set<String> = []
        while true {
            let (during, after, isReached) = try Self.whereabouts(at: place, isUndone: isUndone)
            for text in during {
                #expect(text == "a" || text == "b", "call \(place)")
                seen.insert(text)
            }
            #expect(after == "a" || after == "b", "call \(place)")
            if !isReached { break }
            place += 1
        }
        #expect(seen.isSuperset(of: ["a", "b"]))
    }
}
