import ICalendar
@_spi(Benchmarks) import ICalendarCore
@_spi(Benchmarks) import RuleCases

// Measures the recurrence engine through its public interface, and prints results in the format of the peer `rules`:
//
//     walk NAME nanoseconds-an-occurrence
//     long-walk NAME nanoseconds-an-occurrence
//     query NAME nanoseconds-a-query occurrences-found
//
// A walk computes every instance in four years; a long walk covers 500 years, so setup time is negligible. A query
// covers one day. All use a rule that is prepared once, as the peers do. `event-walk` and `event-query` use whole
// events; each query creates new occurrences from a calendar that is already read.

/// A sink that keeps the compiler from removing the measured work.
var checksum = 0

/// Prints a line with one decimal place.
func report(_ kind: String, _ name: String, _ nanoseconds: Double, _ rest: String = "") {
    print(kind, name, (nanoseconds * 10).rounded() / 10, rest)
}

let newYear2023 = Instant(secondsSince1970: 1_672_531_200)
let newYear2027 = Instant(secondsSince1970: 1_798_761_600)
let newYear2523 = Instant(secondsSince1970: 17_450_985_600)
let day = Instant(secondsSince1970: 1_781_481_600)

/// Measures the instances of a rule between two instants.
@MainActor func walk(_ kind: String, _ rule: RuleCase, to end: Instant) throws {
    let prepared = try rule.prepared()
    report(
        kind,
        rule.name,
        Stopwatch.nanosecondsPerUnit {
            var found = 0
            for instant in prepared.instants(in: newYear2023..<end) {
                checksum &+= instant.secondsSince1970
                found += 1
            }
            return found
        }
    )
}

for rule in RuleCase.walks {
    try walk("walk", rule, to: newYear2027)
    if !rule.rule.hasPrefix("FREQ=SECONDLY") { try walk("long-walk", rule, to: newYear2523) }
}

for rule in RuleCase.queries {
    let prepared = try rule.prepared()
    var found = 0
    let nanoseconds = Stopwatch.nanosecondsPerUnit {
        found = 0
        for instant in prepared.instants(in: day..<day.adding(seconds: 86_400)) {
            checksum &+= instant.secondsSince1970
            found += 1
        }
        return 1
    }
    report("query", rule.name, nanoseconds, "\(found)")
}

for rule in RuleCase.walks {
    let file = try rule.file()
    let window = try OccurrenceWindow(from: newYear2023, to: newYear2027, in: .utc)
    let occurrences = file.occurrences(in: window)
    report(
        "event-walk",
        rule.name,
        Stopwatch.nanosecondsPerUnit {
            var found = 0
            for occurrence in occurrences {
                if case .instant(let instant, _) = occurrence.start { checksum &+= instant.secondsSince1970 }
                found += 1
            }
            return found
        }
    )
}

for rule in RuleCase.queries {
    let file = try rule.file()
    let window = try OccurrenceWindow(from: day, to: day.adding(seconds: 86_400), in: .utc)
    var found = 0
    let nanoseconds = Stopwatch.nanosecondsPerUnit {
        found = 0
        for occurrence in file.occurrences(in: window) {
            if case .instant(let instant, _) = occurrence.start { checksum &+= instant.secondsSince1970 }
            found += 1
        }
        return 1
    }
    report("event-query", rule.name, nanoseconds, "\(found)")
}
print("checksum", checksum)
