import SystemIO

/// A progress line on a terminal, shown when reading takes longer than a second.
///
/// The line is updated at most ten times a second and erased at the end.
final class ProgressLine: Sendable {
    private struct State {
        var progress = ProgressText()
        var start: ContinuousClock.Instant
        /// The time of the last update, or nil if no line is visible.
        var written: ContinuousClock.Instant?
    }

    private static let patience = Duration.seconds(1)
    private static let pause = Duration.milliseconds(100)

    private let state: Lock<State>
    private let now: @Sendable () -> ContinuousClock.Instant
    private let write: @Sendable ([UInt8]) -> Void

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        write: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.now = now
        self.write = write
        state = Lock(State(start: now()))
    }

    /// Creates a line on a terminal; nil for a pipe, a file, or a terminal that cannot overwrite lines.
    convenience init?(on descriptor: Descriptor) {
        guard descriptor.takesControls else { return nil }
        // Failures to show progress are not reported.
        self.init { try? descriptor.write($0) }
    }

    func begin(total: Int?) {
        let start = now()
        state.withLock { $0 = State(progress: ProgressText(total: total), start: start) }
    }

    /// Adds a number of bytes read.
    ///
    /// Any thread can call this function.
    func add(_ bytes: Int) {
        let now = now()
        // Write outside the lock. Otherwise, a stalled terminal would block readers.
        let text: String? = state.withLock { state in
            state.progress.bytes += bytes
            guard now - state.start >= Self.patience else { return nil }
            if let written = state.written, now - written < Self.pause { return nil }
            state.written = now
            state.progress.seconds = (now - state.start) / .seconds(1)
            return "\r\(state.progress)\u{1B}[K"
        }
        if let text { write(Array(text.utf8)) }
    }

    func erase() {
        state.withLock { state in
            guard state.written != nil else { return }
            state.written = nil
            write(Array("\r\u{1B}[K".utf8))
        }
    }
}

struct ProgressText: CustomStringConvertible {
    var bytes = 0
    /// The total number of bytes, or nil if unknown.
    var total: Int?
    var seconds = 0.0

    var description: String {
        let rate = Double(bytes) / max(seconds, 0.001)
        guard let total, total >= bytes else {
            return "reading: \(Self.size(Double(bytes))), \(Self.size(rate))/s"
        }
        let left = rate > 0 ? (Double(total - bytes) / rate).rounded(.up) : 0
        return "reading: \(Self.size(Double(bytes))) of \(Self.size(Double(total))), \(Self.size(rate))/s, "
            + "\(Int(min(left, 1e9))) s left"
    }

    private static func size(_ bytes: Double) -> String {
        var value = bytes
        var unit = "B"
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 {
            value /= 1000
            unit = next
        }
        if value < 9.95, unit != "B" {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(Int(min(value, 1e9).rounded())) \(unit)"
    }
}
