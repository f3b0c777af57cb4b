// A calendar service that keeps records of the user's events in a file.
//
//     CalendarService records.json 2026-03-30 30

import EventKit
import Foundation

let arguments = Array(CommandLine.arguments.dropFirst())
let form = Date.ISO8601FormatStyle(timeZone: .current).year().month().day()
guard arguments.count == 3, let start = try? form.parse(arguments[1]), let days = Int(arguments[2]) else {
    print("usage: CalendarService FILE YYYY-MM-DD DAYS")
    exit(64)
}
let file = URL(filePath: arguments[0])
do {
    let known = (try? Data(contentsOf: file)).flatMap {
        try? JSONDecoder().decode([String: EventRecord].self, from: $0)
    }
    let service = CalendarService(records: known ?? [:])
    try await service.requestAccess()
    let result = service.sync(from: start, days: days)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(service.records).write(to: file)
    print("\(result.added) added, \(result.changed) changed, \(result.orphaned) orphaned")
    for record in service.records.values.sorted(by: { $0.start < $1.start }) {
        print("\(record.isOrphaned ? "gone: " : "")\(record.title) [\(record.calendarTitle)]")
        for participant in record.participants {
            print("  \(participant.name) <\(participant.email)> \(participant.status)")
        }
    }
} catch {
    print("CalendarService: \(error.localizedDescription)")
    exit(1)
}
