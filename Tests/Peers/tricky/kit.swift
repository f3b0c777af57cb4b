// Prints the occurrences that icalendar-kit finds: kit FILE FROM TO, in seconds since 1970.
//
//     cd CHECKOUT && swiftc -swift-version 6 -package-name kit -parse-as-library -emit-module -emit-library -static \
//         -module-name ICalendar -o libICalendar.a $(find Sources/ICalendar -name '*.swift')
//     cp kit.swift main.swift && swiftc -I CHECKOUT main.swift CHECKOUT/libICalendar.a -o kit
import Foundation
import ICalendar

let arguments = CommandLine.arguments
let from = Date(timeIntervalSince1970: Double(arguments[2]) ?? 0)
let to = Date(timeIntervalSince1970: Double(arguments[3]) ?? 0)
do {
    let calendar = try ICalendarKit.parseCalendar(from: String(contentsOfFile: arguments[1], encoding: .utf8))
    for event in calendar.events {
        guard let first = event.dateTimeStart?.date else { continue }
        let length = (event.dateTimeEnd?.date ?? first).timeIntervalSince(first)
        for start in event.occurrences(from: from, to: to) {
            print(Int(start.timeIntervalSince1970), Int(start.timeIntervalSince1970 + length))
        }
    }
} catch {
    print(error)
    exit(1)
}
