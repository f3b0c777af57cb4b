import SystemIO

/// A worker's instructions: its task and the restrictions that it applies to itself before it reads.
///
/// The parent passes the instructions as a single argument, such as `tries,1,1073741824,10,0,4711`, to a worker that
/// runs the same program.
package struct WorkerOrder: Sendable, Hashable {
    package enum Work: String, Sendable {
        /// Reads each input separately and writes a byte to descriptor 4 after each one.
        case tries
        /// Performs the request, skipping the inputs listed on descriptor 3.
        case answers
        /// Answers the records on standard input and writes a byte to descriptor 4 after each one. Descriptor 3
        /// contains the first record's number.
        case records
    }

    package var work: Work
    /// The number of threads, or nil if the other arguments determine it.
    package var threads: Int?
    /// The memory limit in bytes.
    package var memory: Int
    /// The processor time limit in seconds, for each record or, with `tries`, for each input.
    package var processorTime: Int
    package var writesFiles: Bool
    /// The process ID of the parent, or nil if another process may be between the parent and the worker.
    package var parent: Int32?

    /// The maximum number of open files.
    ///
    /// Reading a calendar requires one open file, and writing one requires two.
    private static let openFiles = 32

    package init(
        _ work: Work,
        threads: Int? = nil,
        memory: Int,
        processorTime: Int,
        writesFiles: Bool = false,
        parent: Int32? = ProcessLimits.ownNumber
    ) {
        self.work = work
        self.threads = threads
        self.memory = memory
        self.processorTime = processorTime
        self.writesFiles = writesFiles
        self.parent = parent
    }

    /// Parses an order, or returns nil if the text is invalid.
    package init?(_ text: String) {
        let words = text.split(separator: ",", omittingEmptySubsequences: false)
        guard words.count == 6, let work = Work(rawValue: String(words[0])), let threads = Int(words[1]),
            let memory = Int(words[2]), let time = Int(words[3]), let parent = Int32(words[5])
        else { return nil }
        self.work = work
        self.threads = threads > 0 ? threads : nil
        self.memory = memory
        processorTime = time
        writesFiles = words[4] == "1"
        self.parent = parent > 0 ? parent : nil
    }

    package var text: String {
        "\(work.rawValue),\(threads ?? 0),\(memory),\(processorTime),\(writesFiles ? 1 : 0),\(parent ?? 0)"
    }

    /// Applies the restrictions to the current process.
    package func obey() {
        ProcessLimits.closeDescriptors(from: work == .answers ? 4 : 5)
        ProcessLimits.allowProcessorTime(seconds: processorTime)
        ProcessLimits.apply(
            memory: memory,
            files: Self.openFiles,
            writesFiles: writesFiles,
            parent: parent
        )
    }
}
