import Foundation
import Testing

@testable import ICalendarStore

/// Tests an ordinary user's permissions in a store.
///
/// When run as root, the tests switch to another user and fail if that is impossible.
struct SystemAccessTests {
    private func run(_ ordinary: Ordinary, _ words: String...) throws -> [String] {
        let state = ordinary.store.path + "/.state"
        let arguments = ["store", ordinary.store.path, state, "allow"] + words
        let result = try Child(arguments: arguments, program: ordinary.program, through: ordinary.through)
            .finish()
        #expect(result.status == 0, "\(result.errors)")
        return result.lines
    }

    @Test func `folders with mode 0300 make a store write-only`() throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        try ordinary.store.writeEvent("a/x.ics")
        ordinary.give()
        try ordinary.store.setMode("a", 0o300)
        #expect(
            try run(ordinary, "status", "request", "calendars", "read", "save", "read", "save") == [
                "status: writeOnly", "request: false", "calendars: New events", "read: not authorized",
                "saved", "read: not authorized", "saved",
            ]
        )
        try ordinary.store.setMode("a", 0o700)
        #expect(ordinary.store.everything.keys.filter { $0.hasSuffix(".ics") }.count == 3)
        #expect(try run(ordinary, "status", "read") == ["status: fullAccess", "read: 3"])
    }

    @Test func `a store that can be listed but not entered is not treated as empty`() throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        try ordinary.store.writeEvent("a/x.ics")
        ordinary.give()
        #expect(try run(ordinary, "status", "read") == ["status: fullAccess", "read: 1"])
        try ordinary.store.setMode("", 0o444)
        defer { try? ordinary.store.setMode("", 0o755) }
        let lines = try run(ordinary, "status", "read")
        #expect(lines == ["status: restricted", "read: not authorized"], "\(lines)")
    }

    @Test func `an unreadable calendar is reported and not treated as empty`() throws {
        let ordinary = try Ordinary(["a", "b"])
        defer { ordinary.end() }
        try ordinary.store.writeEvent("a/x.ics")
        try ordinary.store.writeEvent("b/x.ics")
        ordinary.give()
        try ordinary.store.setMode("b", 0)
        #expect(
            try run(ordinary, "status", "calendars", "read", "remarks", "read b") == [
                "status: fullAccess", "calendars: a, b", "read: 1",
                "remarks: cannot be read: Permission denied; calendar skipped",
                "read b: not authorized",
            ]
        )
        try ordinary.store.setMode("b", 0o700)
        #expect(try run(ordinary, "read", "remarks", "read b") == ["read: 2", "remarks: ", "read b: 1"])
    }

    @Test func `a store that can be neither listed nor written is restricted`() throws {
        let ordinary = try Ordinary(["a", "b"])
        defer { ordinary.end() }
        ordinary.give()
        for folder in ["a", "b"] { try ordinary.store.setMode(folder, 0) }
        let all = ["status: restricted", "request: false", "read: not authorized", "save: not authorized"]
        #expect(try run(ordinary, "status", "request", "read", "save") == all)
        for mode in [0o000, 0o100, 0o300, 0o311] {
            try ordinary.store.setMode("", mode)
            #expect(try run(ordinary, "status", "request", "read", "save") == all, "mode \(mode)")
        }
        try ordinary.store.setMode("", 0o755)
    }

    @Test func `a read-only store allows everything except saving`() throws {
        let ordinary = try Ordinary(["a"])
        defer { ordinary.end() }
        try ordinary.store.writeEvent("a/x.ics")
        ordinary.give()
        try ordinary.store.setMode("a", 0o500)
        #expect(try run(ordinary, "status", "read") == ["status: fullAccess", "read: 1"])
    }
}
