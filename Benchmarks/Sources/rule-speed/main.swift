import ICalendar
import RuleCases

// What the recurrence engine costs, through the public interface, in the form of the peer `rules`:
//
//     walk NAME nanoseconds-an-occurrence
//     long-walk NAME nanoseconds-an-occurrence
//     query NAME nanoseconds-a-query occurrences-found
//
// A walk goes through the instances of four years with every instant computed, a long one of 500 years, in which getting
// ready for a walk costs nothing; a query asks for one day. Both are of a
// rule made ready once, as the peers' are; `event-walk` and `event-query` are of whole events, each query building its
// occurrences anew from a calendar that is already read.

/// Keeps the compiler from leaving out what is measured.
var checksum = 0

/// A line with one digit after the point.
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
