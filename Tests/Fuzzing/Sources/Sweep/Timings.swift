/// The processing times of the slowest inputs.
struct Timings {
    /// The timing of one input.
    struct Timing {
        var name: String
        var seconds: Double
        /// The size in bytes.
        var size: Int
    }

    /// The slowest inputs, slowest first.
    private(set) var slowest: [Timing] = []

    /// Adds a timing and drops the fastest one.
    mutating func add(_ name: String, _ duration: Duration, size: Int) {
        let parts = duration.components
        let seconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        if slowest.count >= 20, let last = slowest.last, last.seconds >= seconds { return }
        slowest.append(Timing(name: name, seconds: (seconds * 1000).rounded() / 1000, size: size))
        slowest.sort { $0.seconds > $1.seconds }
        if slowest.count > 20 { slowest.removeLast() }
    }

    /// Returns the timings above a limit.
    func slow(longerThan limit: Double) -> [Timing] { slowest.filter { $0.seconds > limit } }
}
