import Foundation
import Testing

/// A Radicale server on a free local port, with the user nora, the password secret and the calendar Work.
final class RadicaleServer {
    private let process = Process()
    private let folder: URL
    let root: String

    /// The Radicale program, if it is installed.
    static let program: String? = {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { "\($0)/radicale" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    init() throws {
        guard let program = Self.program else {
            throw StoreProgram.Failure(text: "radicale is not installed")
        }
        folder = FileManager.default.temporaryDirectory.appending(path: "radicale-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // The system chooses a free port, which the server then uses.
        let probe = try HTTPServer { _ in .init(status: 404) }
        probe.stop()
        root = "http://127.0.0.1:\(probe.port)"
        let users = folder.appending(path: "users")
        try Data("nora:secret\n".utf8).write(to: users)
        let settings = """
            [server]
            hosts = 127.0.0.1:\(probe.port)
            [auth]
            type = htpasswd
            htpasswd_filename = \(users.path())
            htpasswd_encryption = plain
            delay = 0
            [storage]
            filesystem_folder = \(folder.appending(path: "data").path())
            [logging]
            level = error
            """
        let file = folder.appending(path: "settings")
        try Data(settings.utf8).write(to: file)
        process.executableURL = URL(filePath: program)
        process.arguments = ["--config", file.path()]
        process.standardError = FileHandle.nullDevice
        try process.run()
        for _ in 0..<500 {
            guard process.isRunning else { break }
            if (try? curl("-X", "OPTIONS", "\(root)/")) == "200" { return }
            Thread.sleep(forTimeInterval: 0.02)
        }
        throw StoreProgram.Failure(text: "radicale does not answer")
    }

    deinit {
        // Python inherits a signal mask that blocks other signals.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Sends a request as the user and returns the status.
    ///
    /// Any response body is written to a file.
    @discardableResult
    func curl(_ arguments: String...) throws -> String {
        // A pipe would stay open in programs that other tests start at the same time.
        let (process, status) = (Process(), folder.appending(path: "status"))
        try Data().write(to: status)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "curl", "-s", "--max-time", "60", "-u", "nora:secret", "-w", "%{http_code}", "-o",
                body.path(),
            ] + arguments
        process.standardOutput = try FileHandle(forWritingTo: status)
        try process.run()
        process.waitUntilExit()
        return try String(contentsOf: status, encoding: .utf8)
    }

    private var body: URL { folder.appending(path: "body") }

    func makeCalendar() throws {
        let properties =
            "<C:mkcalendar xmlns='DAV:' xmlns:C='urn:ietf:params:xml:ns:caldav'><set><prop>"
            + "<displayname>Work</displayname></prop></set></C:mkcalendar>"
        try curl("-X", "MKCALENDAR", "--data", properties, "\(root)/nora/work/")
    }

    /// Returns an item's text.
    func item(_ name: String) throws -> String {
        guard try curl("\(root)/nora/work/\(name)") == "200" else { return "" }
        return try String(contentsOf: body, encoding: .utf8)
    }

    func put(_ name: String, _ text: String) throws {
        let file = folder.appending(path: "sent.ics")
        try Data(text.utf8).write(to: file)
        try curl(
            "-X",
            "PUT",
            "-H",
            "Content-Type: text/calendar",
            "--data-binary",
            "@\(file.path())",
            "\(root)/nora/work/\(name)"
        )
    }
}
