import ICalendar
import Testing

/// Tests reading from asynchronous sequences, and occurrences as an asynchronous sequence.
@Suite(.timeLimit(.minutes(30))) struct AsyncTests {
    /// The chunks of a byte array, with pauses between the first few.
    ///
    /// On a busy machine, each pause can be long.
    private struct Chunks: AsyncSequence {
        let bytes: [UInt8]
        let size: Int
        var failure: (any Error)?
        var isEndless = false

        struct AsyncIterator: AsyncIteratorProtocol {
            let source: Chunks
            var place = 0

            mutating func next() async throws -> ArraySlice<UInt8>? {
                if place < 100 * source.size { await Task.yield() }
                guard place < source.bytes.count else {
                    if source.isEndless {
                        try await Task.sleep(for: .milliseconds(5))
                        return Array("X-A:1\r\n".utf8)[...]
                    }
                    if let failure = source.failure { throw failure }
                    return nil
                }
                defer { place += source.size }
                return source.bytes[place..<Swift.min(place + source.size, source.bytes.count)]
            }
        }

        func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: self) }
    }

    private struct Broken: Error {}

    private static let bytes =
        (try? CalendarFiles.bytes(CalendarFiles.root + "/Corpus/demo/studio.ics")) ?? []
    private let window = Result {
        try OccurrenceWindow(
            from: Instant(secondsSince1970: 1_774_656_000),
            to: Instant(secondsSince1970: 1_800_000_000),
            in: .utc
        )
    }

    @Test(arguments: [1, 7, 100, 1 << 20])
    func `chunks of any size produce the same result as the whole input`(size: Int) async throws {
        let file = try await CalendarFile(chunks: Chunks(bytes: Self.bytes, size: size), name: "a.ics")
        let whole = try CalendarFile(bytes: Self.bytes, name: "a.ics")
        #expect(file.calendars == whole.calendars && file.diagnostics == whole.diagnostics)
        var search = OccurrenceSearch(in: try window.get())
        try await search.read(chunks: Chunks(bytes: Self.bytes, size: size), name: "a.ics")
        #expect(search.occurrences().map(\.json) == whole.occurrences(in: try window.get()).map(\.json))
    }

    @Test func `an earlier chunk is read again if a later one requires it`() async throws {
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            UID:a
            RECURRENCE-ID:20260330T100000Z
            DTSTART:20260330T120000Z
            END:VEVENT
            BEGIN:VEVENT
            UID:a
            DTSTART:20260101T100000Z
            RRULE:FREQ=DAILY
            END:VEVENT
            END:VCALENDAR

            """
        let chunks = Chunks(bytes: Array(text.utf8), size: 11)
        var search = OccurrenceSearch(in: try window.get())
        try await search.read(chunks: chunks)
        let whole = try CalendarFile(text: text).occurrences(in: try window.get())
        #expect(search.occurrences().map(\.description) == whole.map(\.description))
    }

    @Test func `an error thrown by the sequence is rethrown and leaves the search unchanged`() async throws {
        let chunks = Chunks(bytes: Self.bytes, size: 50, failure: Broken())
        await #expect(throws: Broken.self) { try await CalendarFile(chunks: chunks) }
        var search = OccurrenceSearch(in: try window.get())
        await #expect(throws: Broken.self) { try await search.read(chunks: chunks) }
        #expect(search.isEmpty)
    }

    @Test func `content that is not a calendar is rejected while the sender is still waiting`() async throws {
        let error = await #expect(throws: CalendarError.self) {
            try await CalendarFile(chunks: Chunks(bytes: Array(repeating: 0x61, count: 5000), size: 9))
        }
        #expect(error?.code == .notACalendar)
    }

    @Test func `reading stops at a limit even if more input follows`() async throws {
        var limits = ReadingLimits()
        limits.inputSize = 600
        let file = try await CalendarFile(chunks: Chunks(bytes: Self.bytes, size: 10), limits: limits)
        #expect(file.diagnostics.contains { $0.code == .limit })
        let endless = Chunks(bytes: Self.bytes, size: 10, isEndless: true)
        let cut = try await CalendarFile(chunks: endless, limits: limits)
        #expect(cut.diagnostics == file.diagnostics)
    }

    @Test func `cancellation stops an endless upload`() async throws {
        let chunks = Chunks(bytes: Array("BEGIN:VCALENDAR\r\n".utf8), size: 5, isEndless: true)
        let task = Task { try await CalendarFile(chunks: chunks) }
        try await Task.sleep(for: .milliseconds(50))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `asynchronous occurrences arrive in the same order as synchronous ones`() async throws {
        let file = try CalendarFile(
            text:
                "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nDTSTART:20260329T000000Z\nRRULE:FREQ=HOURLY\nEND:VEVENT\nEND:VCALENDAR\n"
        )
        let occurrences = file.occurrences(in: try window.get())
        var found: [String] = []
        for try await occurrence in occurrences.async { found.append(occurrence.description) }
        #expect(found.count > 6000)
        #expect(found == occurrences.map(\.description))
    }

    @Test func `a canceled task receives no more occurrences`() async throws {
        let file = try CalendarFile(bytes: Self.bytes)
        let occurrences = file.occurrences(in: try window.get())
        let canceled = Task {
            while !Task.isCancelled { await Task.yield() }
            for try await _ in occurrences.async { return false }
            return true
        }
        canceled.cancel()
        await #expect(throws: CancellationError.self) { try await canceled.value }
    }
}
