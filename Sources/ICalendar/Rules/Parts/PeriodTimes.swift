/// The times inside a period, in seconds from its start, sorted and each once.
///
/// A rule can name all 86,400 seconds of a day in a few hundred bytes, and a calendar can have thousands of such rules.
/// So many times are kept as places and the times at each of them: hours and minutes, and seconds.
struct PeriodTimes: Sendable, Hashable {
    /// Where inside the period all ``times`` count from; empty where that is its start alone, as in nearly all rules.
    private(set) var places: [Int] = []
    /// The times at each place.
    private(set) var times: [Int]

    /// Times that are written out.
    init(_ times: [Int]) { self.times = times }

    /// The times that lists of hours, minutes and seconds make, which are sorted and not empty.
    init(hours: [Int], minutes: [Int], seconds: [Int]) {
        let count = hours.count * minutes.count * seconds.count
        if count <= PeriodTimes.mostWrittenOut {
            times = []
            times.reserveCapacity(count)
            for hour in hours {
                for minute in minutes {
                    for second in seconds { times.append(hour * 3600 + minute * 60 + second) }
                }
            }
        } else if seconds.count > 1 {
            places = hours.flatMap { hour in minutes.map { hour * 3600 + $0 * 60 } }
            times = seconds
        } else {
            places = hours.map { $0 * 3600 }
            times = minutes.flatMap { minute in seconds.map { minute * 60 + $0 } }
        }
    }

    /// More than these are kept as places and times.
    static let mostWrittenOut = 64

    /// The first time that is not before a bound, as its index, or nil.
    func firstIndex(from bound: Int) -> Int? {
        guard !places.isEmpty, let last = times.last else { return times[...].firstIndex(from: bound) }
        guard let place = places[...].firstIndex(from: bound - last) else { return nil }
        return place * times.count + (times[...].firstIndex(from: bound - places[place]) ?? times.count)
    }

    /// Where a time stands among them; nil where it is none of them.
    func index(of time: Int) -> Int? {
        firstIndex(from: time).flatMap { self[$0] == time ? $0 : nil }
    }

    /// Whether a time is one of them.
    func has(_ time: Int) -> Bool { index(of: time) != nil }
}

extension PeriodTimes {
    /// More times than this are not compared one by one.
    static let mostCompared = 256

    /// Whether all of some other times are among these, as far as that is seen with few comparisons.
    func covers(_ other: PeriodTimes) -> Bool {
        if self == other { return true }
        if other.count <= PeriodTimes.mostCompared { return other.allSatisfy(has) }
        return Set(places).isSuperset(of: other.places) && Set(times).isSuperset(of: other.times)
    }
}

extension PeriodTimes: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { places.isEmpty ? times.count : places.count * times.count }

    subscript(index: Int) -> Int {
        places.isEmpty ? times[index] : places[index / times.count] + times[index % times.count]
    }
}
