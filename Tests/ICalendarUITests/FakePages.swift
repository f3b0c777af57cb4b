import Foundation
import ICalendar
import ICalendarUI
import Testing

/// A replacement for `ics-web`: a shell script in its own folder.
final class FakePages: Sendable {
    let folder: URL

    /// Creates a program that reads the request and then runs the lines of a script.
    init(_ lines: String) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "pages-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try "\(lines)\n".write(to: folder.appending(path: "script"), atomically: true, encoding: .utf8)
        // A newly written program can be busy, because a process started by another test can have it open.
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "pages"),
            withDestinationURL: URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "fake-ics-web")
        )
    }

    /// Creates a program that saves the request in a file and replies.
    convenience init(reply: String) throws {
        try self.init("read -r line; printf '%s' \"$line\" > request; echo '\(reply)'")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var program: PageProgram {
        var program = PageProgram()
        program.path = folder.appending(path: "pages").path
        program.applicationName = "Studio"
        return program
    }

    func contents(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Returns the request as the program received it.
    func request() throws -> [String: Any] {
        let object = try JSONSerialization.jsonObject(with: Data(contents(of: "request").utf8))
        return try #require(object as? [String: Any])
    }

    static func lesson(notes: String = "a secret") throws -> Event {
        var event = try Event("Wheel throwing", start: EventTime("2026-04-02 17:00", in: "Europe/Berlin"))
        event.descriptionText = notes
        return event
    }
}
