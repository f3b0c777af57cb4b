import Foundation
import ICalendarStore

/// Measures how the cost of opening, querying, and changing a store grows.
///
/// Usage: `store-speed [--calendars N] [--folder FOLDER] [--memory-folder FOLDER] [ITEMS ...]`.
///
/// For each number of items, prints one line in each of these formats, with times in milliseconds:
///
///     open CALENDARS ITEMS cold|warm FIRST MEDIAN megabytes
///     month CALENDARS ITEMS occurrences events(matching:) with-titles-and-times enumerateEvents
///     save CALENDARS ITEMS disk|memory mean slowest the-system-alone
///     told CALENDARS ITEMS median slowest
///
/// Each opening uses a new process. Before a cold opening, the system's file cache is dropped, which requires root.
@main struct Program {
    static func main() async throws {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--open" { return try opening(arguments[1]) }
        let calendars = option("--calendars", &arguments).flatMap { Int($0) } ?? 10
        let disk = option("--folder", &arguments) ?? NSTemporaryDirectory()
        let memory = option("--memory-folder", &arguments) ?? "/dev/shm"
        let isSoaking = arguments.contains("--soak")
        arguments.removeAll { $0 == "--soak" }
        let counts = arguments.compactMap { Int($0) }
        for count in counts.isEmpty ? [1000, 10_000, 100_000] : counts {
            let corpus = StoreCorpus(count: count, calendars: calendars)
            if isSoaking {
                try await Scratch.use(memory) { try Soak(Measures(folder: $0, corpus: corpus)).run() }
                continue
            }
            try await Scratch.use(disk) { folder in
                let measures = Measures(folder: folder, corpus: corpus)
                try corpus.write(to: folder)
                try openings(measures)
                let store = try measures.open()
                let month = try measures.month(store)
                report(
                    "month",
                    corpus,
                    rounded(month.found),
                    rounded(month.made),
                    rounded(month.all),
                    rounded(month.enumerated)
                )
                let saving = try measures.saving(store, rounds: 300)
                report(
                    "save",
                    corpus,
                    "disk",
                    rounded(saving.mean),
                    rounded(saving.slowest),
                    rounded(saving.system)
                )
                let told = try await measures.telling(store, rounds: 20)
                report("told", corpus, rounded(told.median), rounded(told.slowest))
            }
            guard FileManager.default.fileExists(atPath: memory) else { continue }
            try await Scratch.use(memory) { folder in
                let measures = Measures(folder: folder, corpus: corpus)
                try corpus.write(to: folder)
                let saving = try measures.saving(measures.open(), rounds: 10_000)
                report(
                    "save",
                    corpus,
                    "memory",
                    rounded(saving.mean),
                    rounded(saving.slowest),
                    rounded(saving.system)
                )
            }
        }
        say("checksum \(checksum.value)")
    }

    /// Returns the value of an option and removes both from the arguments.
    private static func option(_ name: String, _ arguments: inout [String]) -> String? {
        guard let place = arguments.firstIndex(of: name), place + 1 < arguments.count else { return nil }
        defer { arguments.removeSubrange(place...place + 1) }
        return arguments[place + 1]
    }

    // MARK: - Opening

    /// Opens a store once in this process and prints the time taken and the resident memory afterward.
    private static func opening(_ folder: String) throws {
        let measures = Measures(folder: folder, corpus: StoreCorpus(count: 0, calendars: 0))
        var store: EventStore?
        let spent = try measures.milliseconds { store = try measures.open() }
        say("\(spent) \(Memory.resident()) \(store?.hasPendingChanges == true ? 1 : 0)")
    }

    private static func openings(_ measures: Measures) throws {
        for isCold in [true, false] {
            var spent: [Double] = []
            var memory = 0.0
            for _ in 0..<5 {
                if isCold, !Memory.dropCaches() { break }
                let process = Process()
                process.executableURL = Bundle.main.executableURL
                process.arguments = ["--open", measures.folder]
                let pipe = Pipe()
                process.standardOutput = pipe
                try process.run()
                let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                let numbers = output.split(separator: " ").compactMap { Double($0) }
                guard numbers.count >= 2 else { throw Missing("what an opening prints") }
                spent.append(numbers[0])
                memory = numbers[1] / 1e6
            }
            guard !spent.isEmpty else { continue }
            let name = isCold ? "cold" : "warm"
            let median = spent.sorted()[spent.count / 2]
            report("open", measures.corpus, name, rounded(spent[0]), rounded(median), rounded(memory))
        }
    }

    // MARK: - Reporting

    private static func report(_ kind: String, _ corpus: StoreCorpus, _ values: String...) {
        say(([kind, "\(corpus.calendars)", "\(corpus.count)"] + values).joined(separator: " "))
    }
}

/// Prints a line immediately.
func say(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

/// The sink for all measured results.
let checksum = Checksum()

/// Formats a number with three decimal places.
func rounded(_ value: Double) -> String { String(format: "%.3f", value) }
