import Foundation
import ICalendar
import TestTraits
import Testing

@testable import ICalendarStore

#if canImport(Glibc)
    import Glibc
#endif

/// Tests changes by programs that write a file in place, piece by piece.
@Suite(.serialized) struct TornWriteTests {
    private static let lunch = OpenedStore.calendar([OpenedStore.lunch])
    private static let theirs = lunch.replacingOccurrences(of: "SUMMARY:Lunch", with: "SUMMARY:Theirs")

    /// A program that truncates a file, writes the first bytes, and writes the rest later.
    private final class SlowWriter: @unchecked Sendable {
        private let descriptor: Int32
        private let rest: [UInt8]
        private let isDone = DispatchSemaphore(value: 0)

        init(_ path: String, _ text: String, first: Int) {
            descriptor = unsafe open(path, O_WRONLY | O_TRUNC)
            let bytes = Array(text.utf8)
            rest = Array(bytes.dropFirst(first))
            Self.write(Array(bytes.prefix(first)), descriptor)
        }

        func finish() {
            Self.write(rest, descriptor)
            close(descriptor)
            isDone.signal()
        }

        /// Waits until the rest is written, regardless of how slow the machine is.
        func wait() { isDone.wait() }

        func finish(after seconds: Double) {
            Thread.detachNewThread {
                Thread.sleep(forTimeInterval: seconds)
                self.finish()
            }
        }

        private static func write(_ bytes: [UInt8], _ descriptor: Int32) {
            unsafe bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    unsafe _ = Glibc.write(descriptor, buffer.baseAddress, buffer.count)
                #else
                    unsafe _ = Foundation.write(descriptor, buffer.baseAddress, buffer.count)
                #endif
            }
        }
    }

    /// A slow writer that a closure starts on the same thread.
    private final class Started: @unchecked Sendable {
        var writer: SlowWriter?
    }

    @Test(arguments: [0, 20, 100, 150])
    func `a save waits while another program is writing the file`(first: Int) throws {
        let opened = try OpenedStore(files: ["work/lunch.ics": Self.lunch])
        var event = try opened.event("Lunch")
        let writer = SlowWriter(opened.folder.path + "/work/lunch.ics", Self.theirs, first: first)
        writer.finish(after: 0.3)
        event.location = "Canteen"
        if let error = refusal({ try opened.store.save(&event, span: .thisEvent) }) {
            // The other thread was delayed longer than a save waits.
            #expect(error.detail.contains("is still writing it"))
            writer.wait()
            try opened.store.save(&event, span: .thisEvent)
        }
        let text = try #require(opened.folder.text("work/lunch.ics"))
        #expect(text.contains("SUMMARY:Theirs") && text.contains("LOCATION:Canteen"), "\(text)")
        #expect(opened.folder.everything.count == 1)
    }

    @Test(.long, arguments: [0, 100])
    func `a save fails while a program has not finished writing, and can be retried`(first: Int)
        throws
    {
        let opened = try OpenedStore(files: ["work/lunch.ics": Self.lunch])
        var event = try opened.event("Lunch")
        event.location = "Canteen"
        var pending = event
        try opened.store.save(&pending, span: .thisEvent, commit: false)
        let writer = SlowWriter(opened.folder.path + "/work/lunch.ics", Self.theirs, first: first)
        let before = opened.folder.text("work/lunch.ics")
        let error = refusal { try opened.store.commit() }
        #expect(error?.detail.contains("is still writing it") == true, "\(String(describing: error))")
        #expect(opened.store.hasPendingChanges)
        #expect(opened.folder.text("work/lunch.ics") == before)
        writer.finish()
        try opened.store.commit()
        let text = try #require(opened.folder.text("work/lunch.ics"))
        #expect(text.contains("SUMMARY:Theirs") && text.contains("LOCATION:Canteen"), "\(text)")
    }

    @Test func `a program that opened a file before it was replaced can write later without losing data`()
        throws
    {
        var place = 1
        while true {
            let opened = try OpenedStore(files: ["work/lunch.ics": Self.lunch])
            let item = try FilePlace("work/lunch.ics")
            let ours = Self.lunch.replacingOccurrences(of: "UID:lunch", with: "UID:lunch\r\nLOCATION:Canteen")
            let base = try opened.folder.base(item)
            let (path, theirs) = (opened.folder.path + "/work/lunch.ics", Self.theirs)
            let started = Started()
            let files = FaultyFiles(
                at: place,
                .meets {
                    let slow = SlowWriter(path, theirs, first: 120)
                    slow.finish(after: 0.05)
                    started.writer = slow
                }
            )
            let change = FileChange.put(Array(ours.utf8), at: item, over: base)
            do {
                _ = try Commit(to: opened.folder.root, files: files, merging: ItemMerging()).run([change])
            } catch {
                // The other thread was delayed longer than a commit waits.
                #expect(error.description.contains("is still writing it"))
            }
            let isReached = files.count >= place
            if isReached { try #require(started.writer).wait() }
            let text = try #require(opened.folder.text("work/lunch.ics"))
            if !isReached {
                #expect(text == ours)
                break
            }
            #expect(text.contains("SUMMARY:Theirs"), "call \(place): \(text)")
            place += 1
        }
        #expect(place > 6)
    }

    @Test func `a query shows the old item until another program has finished writing the new one`() throws {
        let opened = try OpenedStore(files: ["work/lunch.ics": Self.lunch])
        let clock = ContinuousClock()
        let start = clock.now
        let writer = SlowWriter(opened.folder.path + "/work/lunch.ics", Self.theirs, first: 100)
        try opened.store.refreshSourcesIfNecessary()
        let titles = try opened.events().map(\.title)
        // Contents that are unchanged for a second are accepted.
        if clock.now - start < .milliseconds(900) { #expect(titles == ["Lunch"]) }
        writer.finish()
        try opened.store.refreshSourcesIfNecessary()
        #expect(try opened.events().map(\.title) == ["Theirs"])
    }

    @Test func `a file without an end line can be edited once it is stable`() throws {
        let torn = Self.lunch.replacingOccurrences(of: "END:VCALENDAR\r\n", with: "")
        let opened = try OpenedStore(files: ["work/lunch.ics": torn])
        Thread.sleep(forTimeInterval: 1.1)
        var event = try opened.event("Lunch")
        event.location = "Canteen"
        try opened.store.save(&event, span: .thisEvent)
        #expect(opened.folder.text("work/lunch.ics")?.contains("LOCATION:Canteen") == true)
    }

    @Test(arguments: [
        ("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", true), ("END:VCALENDAR", true),
        ("end:vcalendar\n\n \n", true),
        ("BEGIN:VCALENDAR\r\nEND:VCALENDA", false), ("BEGIN:VCALENDAR\r\n", false), ("", false),
        ("\r\n", false),
        ("X-END:VCALENDAR", false), ("END:VCALENDAR\r\nBEGIN:VCALENDAR", false),
    ])
    func `a file is complete if its last line ends a calendar`(text: String, isWhole: Bool) throws {
        let place = try FilePlace("a/x.ics")
        #expect(ItemMerging().isWhole(Array(text.utf8), at: place) == isWhole)
    }
}
