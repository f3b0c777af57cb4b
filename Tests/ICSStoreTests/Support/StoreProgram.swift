import Foundation

/// A store in its own folder, and the built `ics-store`, run as a user would run it.
final class StoreProgram {
    /// The result of a run.
    struct Result {
        var status: Int32
        var output: String
        var errors: String
        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// A folder that is deleted when the value is released.
    let folder: URL
    /// The folder that contains the calendars `home` and `work`.
    var calendars: URL { folder.appending(path: "calendars") }
    /// The environment variables to add for each run.
    var environment: [String: String] = [:]

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "ics-store-\(UUID().uuidString)")
        for name in ["calendars/home", "calendars/work", "state", "runs"] {
            try FileManager.default.createDirectory(
                at: folder.appending(path: name),
                withIntermediateDirectories: true
            )
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The build products folder, which also contains the test binary.
    static var productsFolder: URL {
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                return bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// The package's folder.
    static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Runs `ics-store` on the store with `--yes`, which grants all access.
    func run(_ arguments: String..., input: String = "") throws -> Result {
        try start(arguments + ["--yes"], input: input).wait()
    }

    /// Runs `ics-store` with `--yes` and a list of arguments.
    func run(_ arguments: [String]) throws -> Result { try start(arguments + ["--yes"]).wait() }

    /// Runs `ics-store` on the store without `--yes` and without a terminal.
    func runAlone(_ arguments: String..., input: String = "") throws -> Result {
        try start(arguments, input: input).wait()
    }

    /// A running program.
    struct Run {
        let process: Process
        let output: URL
        let errors: URL

        /// The output so far.
        var written: String { (try? String(contentsOf: output, encoding: .utf8)) ?? "" }

        /// Stops the program and waits for it, because Foundation retains a process until it ends.
        func stop() {
            process.terminate()
            process.waitUntilExit()
        }

        /// Waits until the program has ended.
        func wait() throws -> Result {
            process.waitUntilExit()
            return Result(
                status: process.terminationStatus,
                output: try String(contentsOf: output, encoding: .utf8),
                errors: try String(contentsOf: errors, encoding: .utf8)
            )
        }
    }

    /// Starts `ics-store` or another program, with its output in files so that no pipe can fill up.
    func start(_ arguments: [String], program: String = "ics-store", input: String = "") throws -> Run {
        let place = folder.appending(path: "runs/\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        let (given, output, errors) = (
            place.appending(path: "input"), place.appending(path: "output"), place.appending(path: "errors")
        )
        try Data(input.utf8).write(to: given)
        for file in [output, errors] { try Data().write(to: file) }
        let process = Process()
        process.executableURL =
            program.hasPrefix("/")
            ? URL(filePath: program) : StoreProgram.productsFolder.appending(path: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TZ": "Europe/Berlin", "COLUMNS": "80", "ICS_STORE": calendars.path(),
            "XDG_STATE_HOME": folder.appending(path: "state").path(), "VISUAL": "",
        ]) { $1 }.merging(environment) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: given)
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        return Run(process: process, output: output, errors: errors)
    }

    /// Writes a file in the folder and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path()
    }

    /// Returns the bytes of all files in the calendars.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: calendars.path())
        where !name.contains("/history") {
            contents[name] =
                FileManager.default.contents(
                    atPath: calendars.appending(path: name).path(percentEncoded: false)
                ) ?? Data()
        }
        return contents
    }

    /// Returns the objects printed by `events --format ndjson` for 2026.
    func events(_ arguments: String...) throws -> [[String: Any]] {
        let all = ["events", "--from", "2026-01-01", "--to", "2027-01-01", "--format", "ndjson", "--yes"]
        let result = try start(all + arguments).wait()
        return try result.lines.map { line in
            try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
    }

    /// Adds an event at ten on Monday, 30 March 2026, and returns its identifier.
    func add(_ title: String, _ more: String...) throws -> String {
        let arguments = [
            "add", "--title", title, "--start", "2026-03-30T10:00", "--calendar", "home", "--yes",
        ]
        let result = try start(arguments + more).wait()
        guard result.status == 0, let line = result.lines.first else { throw Failure(text: result.errors) }
        return line
    }

    /// An error with a description.
    struct Failure: Error {
        var text: String
    }
}

/// Returns the text of a calendar with the given components.
func calendarText(_ components: String...) -> String {
    let text =
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//tests//EN\n" + components.joined(separator: "\n")
        + "\nEND:VCALENDAR\n"
    return text.replacingOccurrences(of: "\n", with: "\r\n")
}

/// Returns the text of a morning event on a given day in 2026, such as `0330`.
func eventText(_ uid: String, _ day: String, _ more: String = "") -> String {
    "BEGIN:VEVENT\nUID:\(uid)\nDTSTAMP:20260101T000000Z\nDTSTART:2026\(day)T080000Z\nDTEND:2026\(day)T090000Z\n"
        + "SUMMARY:Event \(uid)\n" + (more.isEmpty ? "" : more + "\n") + "END:VEVENT"
}
