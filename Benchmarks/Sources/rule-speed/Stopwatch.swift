/// A stopwatch that repeats the measured work.
enum Stopwatch {
    /// Returns the nanoseconds per unit of work: the median of five runs of at least 60 milliseconds each.
    ///
    /// `work` returns the number of units done, at least one.
    static func nanosecondsPerUnit(_ work: () -> Int) -> Double {
        let clock = ContinuousClock()
        let runs = (0..<5).map { _ in
            let start = clock.now
            var units = 0
            var spent = Duration.zero
            repeat {
                units += work()
                spent = clock.now - start
            } while spent < .milliseconds(60)
            let (seconds, attoseconds) = spent.components
            return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(max(units, 1))
        }
        return runs.sorted()[2]
    }
}
