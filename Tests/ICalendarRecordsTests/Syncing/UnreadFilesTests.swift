#if Records
    import Foundation
    import GRDB
    import ICalendar
    import ICalendarStore
    import Testing

    #if canImport(Glibc)
        import Glibc
    #endif

    @testable import ICalendarRecords

    /// Tests of syncs while files and calendars cannot be read or have been replaced.
    struct UnreadFilesTests {
        private static let event = ["UID:1@x", "SUMMARY:Stand-up", "DTSTART:20260107T090000Z"]
        private let folder: RecordedStore
        private let records: EventRecords

        init() throws {
            folder = try RecordedStore()
            records = try EventRecords(try DatabaseQueue())
        }

        private func sync() throws -> SyncReport {
            try records.sync(with: folder.opened(), from: day(0), to: day(14))
        }

        @Test func `components missing from an incomplete file are not treated as removed`() throws {
            let text = RecordedStore.calendar(Self.event)
            let other = ["UID:2", "SUMMARY:Other", "DTSTART:20260108T090000Z"]
            try folder.write(["a/1.ics": text, "b/2.ics": RecordedStore.calendar(other)])
            #expect(try sync().inserted.count == 2)
            for count in [0, 4, 10, 80, text.count - 4] {
                let part = String(text.prefix(count))
                try folder.write(["a/1.ics": part])
                #expect(try sync().isEmpty, "\(part)")
            }
            try folder.write(["a/1.ics": "", "b/2.ics": nil])
            // Other calendars are not affected.
            #expect(try sync().removed == ["b:2"])
            try folder.write(["a/1.ics": text])
            let report = try sync()
            #expect(report.isEmpty && report.unchanged == 1)
            try folder.write(["a/1.ics": nil])
            #expect(try sync().removed == ["a:1%40x"])
        }

        /// The kinds of object that replace an item or a calendar.
        enum Stand: CaseIterable, Sendable { case deadLink, pipe, folder }

        @Test(arguments: Stand.allCases)
        func `an item replaced with another kind of object is not treated as removed`(stand: Stand) throws {
            let text = RecordedStore.calendar(Self.event)
            try folder.write(["a/1.ics": text])
            #expect(try sync().inserted.count == 1)
            try folder.write(["a/1.ics": nil])
            let path = folder.folder + "/a/1.ics"
            switch stand {
            case .deadLink:
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/no/such")
            case .pipe: #expect(unsafe mkfifo(path, 0o600) == 0)
            case .folder:
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            }
            #expect(try sync().removed == [])
            let said = try folder.opened().diagnostics(for: .event).map(\.description)
            #expect(said.contains { $0.contains("a/1.ics: ") && $0.contains("; skipped") }, "\(said)")
            try FileManager.default.removeItem(atPath: path)
            #expect(try sync().removed.count == 1)
        }

        @Test(arguments: ["", "b/"])
        func `a calendar replaced by a dead link is reported and not treated as removed`(outer: String)
            throws
        {
            let (other, path) = (folder.path + "/other", folder.folder + "/\(outer)linked")
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
            try Data(RecordedStore.calendar(Self.event).utf8).write(to: URL(filePath: other + "/1.ics"))
            try folder.write(["b/2.ics": RecordedStore.calendar(["UID:2", "DTSTART:20260108T090000Z"])])
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
            #expect(try sync().inserted.sorted() == ["\(outer)linked:1%40x", "b:2"].sorted())
            try FileManager.default.moveItem(atPath: other, toPath: other + "-away")
            #expect(try sync().removed == [])
            let said = try folder.opened().diagnostics(for: .event).map(\.description)
            #expect(
                said.contains { $0.contains("/linked: ") && $0.contains("link target not found") },
                "\(said)"
            )
            try FileManager.default.removeItem(atPath: path)
            #expect(try sync().removed == ["\(outer)linked:1%40x"])
        }

        @Test func `a file next to the calendar folders does not affect their rows`() throws {
            let nested = folder.folder + "/account/inner"
            try FileManager.default.createDirectory(atPath: nested, withIntermediateDirectories: true)
            try folder.write(["account/inner/1.ics": RecordedStore.calendar(Self.event)])
            #expect(try sync().inserted == ["account/inner:1%40x"])
            let stray = RecordedStore.calendar(["UID:s", "DTSTART:20260108T090000Z"])
            try folder.write(["account/stray.ics": stray])
            #expect(try sync().removed == [])
        }

        @Test(arguments: ["<html>503</html>", "garbage", "damaged"])
        func `the rows of a file that is no longer a calendar are kept`(content: String) throws {
            let text = RecordedStore.calendar(Self.event)
            try folder.write(["a/1.ics": text])
            #expect(try sync().inserted.count == 1)
            let damaged = text.replacingOccurrences(of: "END:VEVENT\r\n", with: "")
                .replacingOccurrences(of: "UID:1@x", with: "UID:z")
            try folder.write(["a/1.ics": content == "damaged" ? damaged : content])
            let report = try sync()
            #expect(report.isEmpty && report.kept == ["a:1%40x"], "\(report)")
            try folder.write(["a/1.ics": text])
            #expect(try sync().unchanged == 1)
        }

        @Test(arguments: ["a", "a/1.ics"])
        func `an item or a calendar hidden by another object is not treated as removed`(name: String) throws {
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.event)])
            #expect(try sync().inserted.count == 1)
            let (manager, path) = (FileManager.default, folder.folder + "/" + name)
            try manager.moveItem(atPath: path, toPath: folder.path + "/away")
            if name == "a" {
                try folder.write([name: "junk"])
            } else {
                try manager.createDirectory(atPath: path, withIntermediateDirectories: false)
                try folder.write([name + "/.hidden": ""])
            }
            let report = try sync()
            #expect(report.isEmpty && report.kept == ["a:1%40x"], "\(report)")
            try manager.removeItem(atPath: path)
            try manager.moveItem(atPath: folder.path + "/away", toPath: path)
            #expect(try sync().unchanged == 1)
        }

        @Test func `a second event with the same identifier has no row and is reported`() throws {
            let other = ["UID:1@x", "SUMMARY:Other", "DTSTART:20260107T130000Z"]
            try folder.write(["a/1.ics": RecordedStore.calendar(Self.event, other)])
            let report = try sync()
            #expect(report.inserted == ["a:1%40x"] && report.withoutRow == ["a:1%40x"], "\(report)")
        }
    }
#endif
