import Foundation
import ICSWeb
import ICalendarStore
import Synchronization

/// A single page for another program.
///
/// The program writes its request to standard input and reads the user's action from standard output.
///
/// Standard input stays open while the other program waits. When it closes, this program ends.
final class ProgramPage: Sendable {
    /// The request: the first line of standard input.
    let request: [UInt8]
    private let hasReplied = Mutex(false)

    /// The time allowed for the last page to load.
    private static let farewell = Duration.seconds(2)
    private static let mostBytes = 8 << 20

    /// Reads the request, or returns nil if there is none.
    init?() {
        var line: [UInt8] = []
        while line.last != 0x0A {
            let more = FileHandle.standardInput.availableData
            line += more
            if more.isEmpty || line.count > Self.mostBytes { return nil }
        }
        request = line
    }

    /// Shows the page, and ends this program after the user's action.
    func show(in calendar: WebCalendar, opens: Bool) {
        let task: WebTask
        do { task = try calendar.present(request) } catch { return end(WebTask.failure("\(error)")) }
        let file = opens ? try? LinkFile(task.link) : nil
        if let file {
            file.open { task.fail($0) }
        } else if opens {
            task.fail("the file with the link cannot be written")
        } else {
            // Do not use standard output, which the other program reads.
            FileHandle.standardError.write(Data("\(task.link)\n".utf8))
        }
        Thread.detachNewThread { self.endWithProgram(file) }
        Task {
            let reply = await task.reply()
            self.hasReplied.withLock { $0 = true }
            FileHandle.standardOutput.write(Data(reply))
            try? await Task.sleep(for: Self.farewell)
            file?.remove()
            exit(0)
        }
    }

    /// Ends this program with a reply, without showing a page.
    func end(_ reply: [UInt8]) {
        FileHandle.standardOutput.write(Data(reply))
        exit(0)
    }

    private func endWithProgram(_ file: LinkFile?) {
        while !FileHandle.standardInput.availableData.isEmpty {}
        // The last page is still loading after the reply.
        if hasReplied.withLock({ $0 }) { return }
        file?.remove()
        exit(1)
    }
}
