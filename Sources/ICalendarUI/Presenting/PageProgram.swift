import Foundation
import ICalendar
import SystemIO

/// The program that shows pages to the user, and the calendar folder to show.
///
/// Pages open in the user's browser. The calling program needs no access to the folder.
///
/// ```swift
/// let program = PageProgram(directory: "/srv/calendars")
/// let action = try await EventEditor.present(calendarEvent, using: program)
/// ```
public struct PageProgram: Sendable, Hashable {
    /// The name or path of the program `ics-web`: `pageProgram.path // "ics-web"`.
    ///
    /// A name without a slash is looked up in the directories of `PATH`.
    public var path = "ics-web"
    /// The folder that contains the calendars: `pageProgram.directory // nil`.
    ///
    /// A value of nil means the user's default folder: `$ICS_STORE` if it is set, otherwise `~/.local/share/calendars`.
    public var directory: String?
    /// The calling program's name, as shown on the page: `pageProgram.applicationName = "Studio"`.
    ///
    /// The default is the executable's name. The page cannot verify the name.
    public var applicationName: String

    /// Creates a description of the separately installed program with the given folder or, if nil, the default folder.
    ///
    /// ```swift
    /// let program = PageProgram(directory: "/srv/calendars")
    /// ```
    public init(directory: String? = nil) {
        self.directory = directory
        let path = CommandLine.arguments.first ?? ""
        applicationName = path.split(separator: "/").last.map(String.init) ?? "program"
    }

    /// Shows a page and returns the user's action.
    ///
    /// Canceling the task closes the page.
    func reply(to request: PageRequest) async throws -> PageReply {
        let stop = Lock(false)
        return try await withTaskCancellationHandler {
            try await BlockingWork.run { try self.wait(for: request) { stop.withLock { $0 } } }
        } onCancel: {
            stop.withLock { $0 = true }
        }
    }

    /// Shows a page and blocks until the user acts.
    func wait(for request: PageRequest, isCanceled: () -> Bool) throws -> PageReply {
        let line = PageLine.bytes(request)
        guard line.count <= PageRequest.mostBytes else {
            throw PageError(.invalidRequest, "limit reached: an event for a page can have at most 4 MiB")
        }
        let running: RunningPage
        do throws(PlatformError) {
            running = try RunningPage(try executable(), arguments)
        } catch {
            throw PageError(.notStarted, "\(path) did not start: \(error)")
        }
        // Writing fails if the program has already ended. Waiting for its reply then reports its status.
        try? running.input.write(line)
        let reply = try running.reply(of: path, isCanceled: isCanceled)
        switch reply.action {
        case .closed: throw PageError(.closed, "the user closed the page")
        case .failed: throw PageError(.failed, reply.reason ?? "the page could not be shown; no reason given")
        default: return reply
        }
    }

    private var arguments: [String] {
        ["ics-web", "--present"] + (directory.map { ["--store", $0] } ?? [])
    }

    /// Returns the path of the program.
    private func executable() throws(PlatformError) -> String {
        if path.utf8.contains(UInt8(ascii: "/")) { return path }
        let folders = (SystemCalls.environment("PATH") ?? "").split(separator: ":")
        let found = folders.map { "\($0)/\(path)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
        guard let found else { throw .missing }
        return found
    }
}

/// A running page program, which ends when its input is closed.
private struct RunningPage {
    private let process: ChildProcess
    let input: OpenDescriptor
    private let output: OpenDescriptor

    /// The interval between checks for task cancellation, in milliseconds.
    private static let pause = 100
    /// The maximum time for loading the last page, in seconds.
    private static let farewell = 10.0

    init(_ program: String, _ arguments: [String]) throws(PlatformError) {
        let (input, output) = (try OpenDescriptor.pipe(), try OpenDescriptor.pipe())
        process = try ChildProcess(
            Array(program.utf8),
            arguments.map { Array($0.utf8) },
            descriptors: [input.reading.number, output.writing.number, 2]
        )
        self.input = input.writing
        self.output = output.reading
    }

    func reply(of name: String, isCanceled: () -> Bool) throws -> PageReply {
        var bytes: [UInt8] = []
        while bytes.last != 0x0A {
            if isCanceled() { throw CancellationError() }
            guard OpenDescriptor.wait(for: [output.number], milliseconds: Self.pause)[0] else { continue }
            let more = (try? OpenDescriptor.read(output.number)) ?? []
            guard !more.isEmpty else {
                throw PageError(.ended, "\(name) ended before the user acted\(end)")
            }
            bytes += more
            guard bytes.count <= PageReply.mostBytes else {
                throw PageError(.failed, "limit reached: the reply from \(name) is larger than 4 MiB")
            }
        }
        guard let reply = PageLine.value(PageReply.self, bytes) else {
            throw PageError(.failed, "this version cannot read the reply from \(name)")
        }
        leave()
        return reply
    }

    /// Waits until the program has shown its last page, then reaps its process.
    private func leave() {
        let (process, input) = (UncheckedProcess(process: process), input)
        let thread = WorkerThread {
            _ = process.process.wait(seconds: Self.farewell)
            _ = input
        }
        thread?.detach()
    }

    private var end: String {
        switch process.wait(seconds: 1) {
        case .exited(let status)?: " (status \(status))"
        case .signalled(let number)?: " (signal \(number))"
        case .unknown?, nil: ""
        }
    }
}

/// A process that only one thread uses from now on.
private struct UncheckedProcess: @unchecked Sendable {
    let process: ChildProcess
}
