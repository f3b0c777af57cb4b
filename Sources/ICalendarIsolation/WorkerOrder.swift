import ICalendarCore
import SystemIO

/// What a worker is told when it is started: what it does, and what it denies itself before it reads anything.
///
/// It is one argument, `tries,1,1073741824,10,0,4711`, between two runs of one program.
package struct WorkerOrder: Sendable, Hashable {
    package enum Work: String, Sendable {
        /// It reads input after input, each for itself, and writes a byte to descriptor 4 after each.
        case tries
        /// It does what it was asked for, as if there were no other process, but for what descriptor 3 names.
        case answers
    }

    package var work: Work
    /// How many threads it uses; nil for as many as its other arguments say.
    package var threads: Int?
    /// Bytes of memory.
    package var memory: Int
    /// Seconds of processor time, for each input where it tries.
    package var processorTime: Int
    package var writesFiles: Bool
    /// Who started it; nil where something may stand in between.
    package var parent: Int32?

    /// So many files may be open; a calendar takes one, and what it is written to two.
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

    /// Reads an order; nil for what is none.
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

    /// Makes this process a worker that can no more than this.
    package func obey() {
        ProcessLimits.closeDescriptors(from: work == .tries ? 5 : 4)
        ProcessLimits.allowProcessorTime(seconds: processorTime)
        ProcessLimits.apply(
            memory: memory,
            files: Self.openFiles,
            writesFiles: writesFiles,
            parent: parent
        )
    }
}
