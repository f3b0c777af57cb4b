#if Records
    import Foundation
    import ICalendar
    import TestTraits

    /// A calendar whose items change at random.
    struct RandomCalendar {
        private var random: SeededGenerator
        /// The contents of each file by name; nil if the file was removed.
        private(set) var files: [String: String?] = [:]
        private var items: [Item] = []

        /// A random single event or series, possibly with overrides.
        struct Item {
            let uid: String
            var title: String
            /// The day and hour of the start, counted from the Monday of week 0.
            var day: Int
            var hour: Int
            var form: Int
            var rule: String?
            var exceptions: [Int] = []
            /// The days of overridden instances, and the days they moved to.
            var moved: [Int: Int] = [:]
            var status: String?
            var attendee: String?
        }

        init(seed: UInt64, items count: Int) {
            random = SeededGenerator(seed: seed)
            for number in 0..<count { items.append(Self.item(number, &random)) }
            for item in items { files[Self.name(item.uid)] = Self.text(item) }
        }

        private static func item(_ number: Int, _ random: inout SeededGenerator) -> Item {
            let rules = [nil, nil, "FREQ=DAILY;COUNT=40", "FREQ=WEEKLY;BYDAY=MO,TH", "FREQ=MONTHLY"]
            return Item(
                uid: "item \(number)",
                title: "title \(random.next(5))",
                day: random.next(900) - 100,
                hour: random.next(24),
                form: random.next(4),
                rule: rules[random.next(rules.count)],
                status: [nil, "CONFIRMED", "TENTATIVE"][random.next(3)],
                attendee: random.next(2) == 0 ? nil : "Nora \(random.next(3))"
            )
        }

        /// Changes some items and returns their UIDs.
        mutating func edit(times: Int) -> Set<String> {
            var edited: Set<String> = []
            for _ in 0..<times {
                let place = random.next(items.count)
                switch random.next(9) {
                case 0: items[place].title = "title \(random.next(50))"
                case 1: items[place].day += random.next(800) - 400
                case 2: items[place].hour = random.next(24)
                case 3: items[place].exceptions.append(items[place].day + random.next(40))
                case 4: items[place].moved[items[place].day + random.next(40)] = random.next(900) - 100
                case 5: items[place].moved = [:]
                case 6: items[place].status = random.next(2) == 0 ? nil : "CANCELLED"
                case 7:
                    // Remove the item, and add it again at another time.
                    let name = Self.name(items[place].uid)
                    files[name] = .some(files[name] == .some(nil) ? Self.text(items[place]) : nil)
                    edited.insert(items[place].uid)
                    continue
                default: items[place].rule = [nil, "FREQ=DAILY;COUNT=9", "FREQ=WEEKLY"][random.next(3)]
                }
                files[Self.name(items[place].uid)] = Self.text(items[place])
                edited.insert(items[place].uid)
            }
            return edited
        }

        private static func name(_ uid: String) -> String { "a/\(uid).ics" }

        /// Returns a random date or time for an item: all-day, floating, in UTC, or in a time zone.
        private static func time(_ name: String, _ item: Item, day: Int, later: Int = 0) -> String {
            // Monday, 5 January 2026.
            let civil = CivilDateTime(secondNumber: (20_458 + day) * 86_400 + (item.hour + later) * 3600)
            let text = civil.description.filter { $0 != "-" && $0 != ":" }
            switch item.form {
            case 0: return "\(name);VALUE=DATE:\(text.prefix(8))"
            case 1: return "\(name):\(text)"
            case 2: return "\(name):\(text)Z"
            default: return "\(name);TZID=America/New_York:\(text)"
            }
        }

        private static func text(_ item: Item) -> String {
            var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN"]
            func add(day: Int, slot: Int?) {
                lines += [
                    "BEGIN:VEVENT", "UID:\(item.uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(item.title)",
                ]
                lines.append(time("DTSTART", item, day: day))
                if item.form == 0 {
                    lines.append(time("DTEND", item, day: day + 2))
                } else {
                    lines.append(time("DTEND", item, day: day, later: 30))
                }
                if let slot {
                    lines.append(time("RECURRENCE-ID", item, day: slot))
                } else if let rule = item.rule {
                    lines.append("RRULE:\(rule)")
                    lines += item.exceptions.map { time("EXDATE", item, day: $0) }
                }
                if let status = item.status { lines.append("STATUS:\(status)") }
                if let attendee = item.attendee {
                    lines.append("ATTENDEE;CN=\(attendee);PARTSTAT=ACCEPTED:mailto:nora@studio.example")
                }
                lines.append("END:VEVENT")
            }
            add(day: item.day, slot: nil)
            if item.rule != nil {
                for (slot, day) in item.moved.sorted(by: { $0.key < $1.key }) { add(day: day, slot: slot) }
            }
            lines.append("END:VCALENDAR")
            return lines.map { $0 + "\r\n" }.joined()
        }
    }
#endif
