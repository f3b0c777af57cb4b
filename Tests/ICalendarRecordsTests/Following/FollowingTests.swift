#if Records
    import Foundation
    import SystemIO
    import GRDB
    import ICalendar
    import ICalendarStore
    import Synchronization
    import Testing

    @testable import ICalendarRecords

    /// Tests of followers.
    ///
    /// Followers receive each durable change until they acknowledge it.
    struct FollowingTests {
        private let folder: RecordedStore
        private let records: EventRecords

        init() throws {
            folder = try RecordedStore()
            records = try EventRecords(path: folder.database)
        }

        private func put(_ title: String, _ name: String = "1") throws {
            let text = RecordedStore.calendar(["UID:\(name)", "SUMMARY:\(title)", "DTSTART:20260107T090000Z"])
            try folder.write(["a/\(name).ics": text])
        }

        private func sync() throws { try records.sync(with: folder.opened(), from: day(0), to: day(14)) }

        @Test func `each follower sees a change relative to what it has acknowledged`() throws {
            try put("one")
            try sync()
            let first = try #require(try records.pending(for: "early").first)
            #expect(first.kind == .inserted)
            try records.acknowledge(first, for: "early")
            #expect(try records.pending(for: "early").isEmpty)
            try put("two")
            try sync()
            #expect(try records.pending(for: "early").map(\.kind) == [.updated])
            #expect(try records.pending(for: "late").map(\.kind) == [.inserted])
            try folder.write(["a/1.ics": nil])
            try sync()
            let removal = try #require(try records.pending(for: "early").first)
            #expect(removal.kind == .removed && removal.record.title == "two")
            try records.acknowledge(removal, for: "early")
            try put("three")
            try sync()
            #expect(try records.pending(for: "early").map(\.kind) == [.returned])
            #expect(try records.pending(for: "late").map(\.kind) == [.inserted])
            // Acknowledging an older change does not move the position back.
            let last = try #require(try records.pending(for: "early").first)
            try records.acknowledge(last, for: "early")
            try records.acknowledge(first, for: "early")
            #expect(try records.pending(for: "early").isEmpty)
            try records.startOver(for: "early")
            #expect(try records.pending(for: "early").map(\.kind) == [.inserted])
            // Starting over must not lose a removal that the follower has not seen.
            try folder.write(["a/1.ics": nil])
            try sync()
            try records.startOver(for: "early")
            #expect(try records.pending(for: "early").map(\.kind) == [.removed])
        }

        @Test func `changes after a number are returned in order and in batches`() throws {
            for number in 0..<10 { try put("one", "\(number)") }
            try sync()
            var seen: [RecordChange] = []
            while case let part = try records.changes(after: seen.last?.number ?? 0, limit: 3), !part.isEmpty
            {
                #expect(part.count <= 3)
                seen += part
            }
            #expect(Set(seen.map(\.record.uid)).count == 10)
            #expect(seen.map(\.number) == seen.map(\.number).sorted())
        }

        @Test(.timeLimit(.minutes(30)))
        func `a closure runs after each sync and receives a change again if it throws`() async throws {
            struct Failure: Error {}
            try put("one")
            try sync()
            await #expect(throws: Failure.self) {
                try await records.follow("work") { _ in throw Failure() }
            }
            let (titles, continuation) = AsyncStream.makeStream(of: [String].self)
            let following = Task {
                // The polling interval is too long to detect the syncs below.
                try await records.follow("work", checkingEvery: .seconds(600)) { changes in
                    continuation.yield(changes.map { "\($0.kind) \($0.record.title ?? "")" })
                }
            }
            var iterator = titles.makeAsyncIterator()
            #expect(await iterator.next() == ["inserted one"])
            try put("two")
            try sync()
            #expect(await iterator.next() == ["updated two"])
            // Syncs in another program send no signal.
            try put("three")
            let other = try EventRecords(path: folder.database)
            try other.sync(with: folder.opened(), from: day(0), to: day(14))
            try put("four", "2")
            try sync()
            // The changes arrive together, or separately if the closure was still busy.
            var seen: [String] = []
            while seen.count < 2, let titles = await iterator.next() { seen += titles }
            #expect(seen == ["updated three", "inserted four"])
            // A change is acknowledged once the closure returns.
            while try !records.pending(for: "work").isEmpty { try await Task.sleep(for: .milliseconds(2)) }
            following.cancel()
            await #expect(throws: CancellationError.self) { try await following.value }
        }

        @Test(.timeLimit(.minutes(30)))
        func `a change processed by a closure is acknowledged even after cancellation`() async throws {
            try put("one")
            try sync()
            let (begun, continuation) = AsyncStream.makeStream(of: Int.self)
            let following = Task {
                try await records.follow("work") { changes in
                    continuation.yield(changes.count)
                    // Cancellation ends this sleep.
                    try? await Task.sleep(for: .seconds(600))
                }
            }
            var iterator = begun.makeAsyncIterator()
            #expect(await iterator.next() == 1)
            following.cancel()
            await #expect(throws: CancellationError.self) { try await following.value }
            #expect(try records.pending(for: "work").isEmpty)
        }

        @Test(.timeLimit(.minutes(30)))
        func `a sync by another process is detected promptly`() async throws {
            let (titles, continuation) = AsyncStream.makeStream(of: String?.self)
            let following = Task {
                try await records.follow("work", checkingEvery: .milliseconds(20)) { changes in
                    for change in changes { continuation.yield(change.record.title) }
                }
            }
            try put("one")
            let other = try EventRecords(path: folder.database)
            try other.sync(with: folder.opened(), from: day(0), to: day(14))
            var iterator = titles.makeAsyncIterator()
            #expect(await iterator.next() == "one")
            following.cancel()
        }

        @Test(.timeLimit(.minutes(30)))
        func `continuous syncing only reads the items that changed`() async throws {
            try put("one", "1")
            try put("one", "2")
            let (changes, continuation) = AsyncStream.makeStream(of: Set<ItemIdentifier>?.self)
            let (reports, told) = AsyncStream.makeStream(of: SyncReport.self)
            var reported = reports.makeAsyncIterator()
            let store = try folder.opened()
            let keeping = Task {
                try await records.keepInStep(with: store, following: Self.listening(to: changes)) {
                    day(0)..<day(14)
                } reporting: {
                    told.yield($0)
                }
            }
            #expect(await reported.next()?.inserted.sorted() == ["a:1", "a:2"])
            let window = try store.predicateForEvents(withStart: day(0), end: day(14))
            for var event in try await store.events(matching: window) {
                event.event.summary = "two"
                try store.save(&event, span: .thisEvent)
            }
            continuation.yield([ItemIdentifier(calendarIdentifier: "a", uid: "1")])
            var expected = SyncReport()
            expected.updated = ["a:1"]
            #expect(await reported.next() == expected)
            continuation.yield(nil)
            expected.updated = ["a:2"]
            expected.unchanged = 1
            #expect(await reported.next() == expected)
            continuation.finish()
            try await keeping.value
        }

        @Test(.timeLimit(.minutes(30)))
        func `continuous syncing follows a moving window without any change`() async throws {
            try put("one", "1")
            let (changes, continuation) = AsyncStream.makeStream(of: Set<ItemIdentifier>?.self)
            let (reports, told) = AsyncStream.makeStream(of: SyncReport.self)
            var reported = reports.makeAsyncIterator()
            let store = try folder.opened()
            let length = Lock(1)
            let keeping = Task {
                try await records.keepInStep(
                    with: store,
                    following: Self.listening(to: changes),
                    window: { day(0)..<day(length.withLock { $0 }) },
                    checkingEvery: .milliseconds(5),
                    reporting: { told.yield($0) }
                )
            }
            #expect(await reported.next() == SyncReport())
            // A window that has not moved causes no sync.
            try await Task.sleep(for: .milliseconds(50))
            length.withLock { $0 = 14 }
            #expect(await reported.next()?.inserted == ["a:1"])
            continuation.finish()
            try await keeping.value
        }

        /// Collects the elements of a stream.
        private static func listening(
            to changes: AsyncStream<Set<ItemIdentifier>?>
        ) -> @Sendable (SyncNeeds) async -> Void {
            return { needs in
                needs.note(nil)
                for await items in changes { needs.note(items) }
            }
        }

        @Test(.timeLimit(.minutes(30)))
        func `continuous syncing updates rows after changes by other programs`() async throws {
            try put("one", "1")
            let (reports, told) = AsyncStream.makeStream(of: SyncReport.self)
            var reported = reports.makeAsyncIterator()
            let store = try folder.opened()
            let keeping = Task {
                try await records.keepInStep(with: store) {
                    day(0)..<day(14)
                } reporting: {
                    if !$0.isEmpty { told.yield($0) }
                }
            }
            #expect(await reported.next()?.inserted == ["a:1"])
            try put("two", "2")
            #expect(await reported.next()?.inserted == ["a:2"])
            keeping.cancel()
            await #expect(throws: CancellationError.self) { try await keeping.value }
        }
    }
#endif
