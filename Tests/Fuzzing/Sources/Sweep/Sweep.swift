import Hostile
import ICalendar

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A stress test that runs many calendars through all operations.
///
/// The inputs are all calendars in the given folders and mutations of them. Build it with AddressSanitizer.
/// It fails on a crash, a leak or a slow input.
@main
struct Sweep {
    private var arguments = SweepArguments()
    private var timings = Timings()
    private var counts: [String: Int] = [:]

    static func main() {
        guard let arguments = SweepArguments(CommandLine.arguments.dropFirst()) else {
            print(SweepArguments.usage)
            exit(2)
        }
        var sweep = Sweep()
        sweep.arguments = arguments
        exit(sweep.run() ? 0 : 1)
    }

    /// Processes all inputs.
    ///
    /// Returns whether each stayed below the time limit.
    private mutating func run() -> Bool {
        let paths = arguments.folders.flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasSuffix(".ics") }.sorted().map { "\(folder)/\($0)" }
        }
        // Foundation leaks the buffer for an empty file.
        let files = paths.compactMap { path -> (String, [UInt8])? in
            let attributes = try? FileManager.default.attributesOfItem(atPath: path)
            // The type of the size depends on the Foundation library.
            guard let size = attributes?[.size] as? any BinaryInteger else { return nil }
            guard Int(size) > 0 else { return (path, []) }
            return FileManager.default.contents(atPath: path).map { (path, Array($0)) }
        }
        guard let window = Course.window, !files.isEmpty else {
            print("no calendars, or no tz database")
            return false
        }
        if arguments.only == nil {
            for (path, bytes) in files { measure(path, bytes, window) }
        }
        let originals = files.map(\.1).filter { $0.count <= arguments.largest }
        let numbers = arguments.only.map { $0...$0 } ?? 0...max(0, arguments.count - 1)
        for number in numbers where !originals.isEmpty && (arguments.count > 0 || arguments.only != nil) {
            var choices = Choices(seed: arguments.seed &+ UInt64(number) &* 1_000_003)
            // A quarter of the inputs are generated from scratch, and the rest are mutations of existing
            // files.
            let bytes =
                number % 4 == 0
                ? Array(NearCalendar.text(choices).utf8)
                : Mutations.mutated(choices.pick(originals), &choices)
            if arguments.only != nil { Self.put(bytes, to: 1) }
            measure("seed \(arguments.seed) number \(number)", bytes, window)
        }
        report()
        // LeakSanitizer ends the process without flushing the output.
        fflush(nil)
        return timings.slow(longerThan: arguments.limit).isEmpty
    }

    /// Flushes the output immediately to preserve it in a crash.
    private static func put(_ bytes: [UInt8], to descriptor: Int32) {
        unsafe bytes.withUnsafeBytes { unsafe _ = write(descriptor, $0.baseAddress, $0.count) }
    }

    private mutating func measure(_ name: String, _ bytes: [UInt8], _ window: OccurrenceWindow) {
        if arguments.announces { Self.put(Array("\(name)\n".utf8), to: 2) }
        let clock = ContinuousClock()
        let start = clock.now
        let tally = Course.run(bytes, window)
        timings.add(name, clock.now - start, size: bytes.count)
        for (what, count) in tally { counts[what, default: 0] += count }
    }

    private func report() {
        for (what, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(what): \(count)") }
        print("slowest:")
        for timing in timings.slowest {
            print("  \(timing.seconds) s, \(timing.size) bytes, \(timing.name)")
        }
        for timing in timings.slow(longerThan: arguments.limit) {
            print("TOO SLOW: \(timing.seconds) s, \(timing.size) bytes, \(timing.name)")
        }
    }
}
