import Foundation

/// The built program, run as a user would run it.
enum BuiltProgram {
    /// The result of a run.
    struct Result {
        var status: Int32
        var output: String
        var errors: String
        /// The lines of standard output.
        var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The package folder, in which programs run.
    static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The build products folder, which also contains the test binary.
    static var productsFolder: URL {
        #if os(macOS)
            for bundle in Bundle.allBundles where bundle.bundlePath.hasSuffix(".xctest") {
                return bundle.bundleURL.deletingLastPathComponent()
            }
        #endif
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    }

    /// Runs `ics-expand` with `input` as its standard input.
    static func run(_ arguments: String..., input: String = "") throws -> Result {
        try run(arguments, input: input)
    }

    /// Runs `ics-expand` with a list of arguments.
    static func run(_ arguments: [String], input: String = "") throws -> Result {
        try spawn(productsFolder.appending(path: "ics-expand"), arguments, input: input)
    }

    /// Runs a bash script with `ics-expand` on its path.
    ///
    /// On Linux, `child_of PID` waits for the first child of a process and prints it.
    static func shell(_ script: String) throws -> Result {
        let bash = URL(filePath: "/bin/bash")
        let prelude = """
            export PATH="$1:$PATH"
            child_of() {
                local children tries
                for tries in {1..200}; do
                    children=($(cat /proc/$1/task/*/children 2> /dev/null || true))
                    [ ${#children[@]} -eq 0 ] || { echo ${children[0]}; return; }
                    sleep 0.02
                done
                echo "process $1 has no child" >&2; return 1
            }

            """
        return try spawn(
            bash,
            ["-euo", "pipefail", "-c", prelude + script, "bash", productsFolder.path()],
            input: ""
        )
    }

    /// Runs a program in the package folder.
    ///
    /// The output is written to files, so no pipe can fill up.
    private static func spawn(_ program: URL, _ arguments: [String], input: String) throws -> Result {
        let folder = try TemporaryFolder()
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        process.currentDirectoryURL = packageFolder
        process.environment = ProcessInfo.processInfo.environment.merging([
            "TZ": "Europe/Berlin", "COLUMNS": "80",
        ]) { $1 }
        process.standardInput = try FileHandle(forReadingFrom: folder.write(input, to: "input"))
        let output = try folder.write("", to: "output")
        let errors = try folder.write("", to: "errors")
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            output: try String(contentsOf: output, encoding: .utf8),
            errors: try String(contentsOf: errors, encoding: .utf8)
        )
    }
}

/// A folder that is deleted when the value is released.
final class TemporaryFolder {
    /// The folder's location.
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "ics-expand-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    /// Writes a file in the folder, creating intermediate folders.
    ///
    /// Returns the file's location.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = url.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
        return file
    }
}

/// Returns the text of a calendar with one event.
func calendarText(_ event: String) -> String {
    let text =
        "BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//tests//EN\nBEGIN:VEVENT\nDTSTAMP:20260101T000000Z\n"
        + event + "\nEND:VEVENT\nEND:VCALENDAR\n"
    return text.replacingOccurrences(of: "\n", with: "\r\n")
}
