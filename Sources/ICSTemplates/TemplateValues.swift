#if Templates
    import ICSPages
    import ICSViews
    import ICalendar
    import Mustache

    /// A page's values, keyed by the names that templates use (see ``TemplateNames``).
    struct TemplateValues {
        let page: [String: Any]

        init(_ contents: PageContents, _ budget: TemplateBudget) {
            let (list, colors) = (contents.days, contents.colors)
            let today = contents.zone.civil(at: contents.present).date
            let calendars = budget.list("calendars", contents.calendars) { calendar in
                ["name": Self.text(calendar.title), "color": colors[calendar].map(Self.color) ?? Missing()]
            }
            // The values are created one at a time, since there can be 100,000 of them.
            let days = budget.list("days", list.days) { day in
                let events = budget.list("events", day.entries) {
                    Self.event($0, colors, contents.zone, budget)
                }
                return [
                    "date": day.date.description, "day": day.date.day, "weekday": PageDates.weekday(day.date),
                    "month": PageDates.month(day.date.month), "year": day.date.year,
                    "is_today": day.date == today, "events": events,
                ] as [String: Any]
            }
            page = [
                "page_title": Self.text(contents.title),
                "period": PageDates.period(from: contents.first, until: contents.end),
                "zone": Self.text(contents.zone.identifier),
                "notice": contents.notice ?? Missing(),
                "calendars": calendars, "days": days,
            ]
        }

        private static func event(
            _ entry: DayList.Entry,
            _ colors: [ViewedCalendar: ViewedColor],
            _ zone: Zone,
            _ budget: TemplateBudget
        ) -> [String: Any] {
            let event = entry.event
            let people = budget.list("people", Array(event.people.prefix(PageLimits.list))) { person in
                [
                    "name": text(person.text), "email": text(person.email),
                    "answer": text(person.status?.rawValue), "is_organizer": person.isOrganizer,
                ]
            }
            let categories = Array(event.categories.prefix(PageLimits.list))
            return [
                "time": PageDates.time(of: entry, in: zone),
                "start": moment(event.span.lowerBound, event, zone),
                "end": moment(event.span.upperBound, event, zone),
                "all_day": event.isAllDay, "title": text(event.shownTitle), "location": text(event.location),
                "notes": event.notes.map { PageText.clean($0, atMost: PageLimits.notes) } ?? Missing(),
                "url": event.url.flatMap { WebLink.checked($0) } ?? Missing(),
                "status": text(event.status?.rawValue), "uid": text(event.uid), "place": text(entry.place),
                "calendar": text(event.calendar.title),
                "color": colors[event].map(color) ?? Missing(),
                "is_canceled": event.status == .cancelled, "is_tentative": event.status == .tentative,
                "is_declined": event.participation == .declined, "is_recurring": event.isRecurring,
                "is_conflicting": entry.isConflicting,
                "categories": budget.list("categories", categories) { text($0) }, "people": people,
            ]
        }

        /// Returns a date in the form `2026-03-30`, or a time in RFC 3339 notation.
        private static func moment(_ instant: Instant, _ event: ViewedEvent, _ zone: Zone) -> String {
            event.isAllDay
                ? zone.civil(at: instant).date.description : OccurrenceTime.instant(instant, zone).description
        }

        private static func text(_ text: String?) -> Any {
            guard let text, !text.isEmpty else { return Missing() }
            return PageText.line(text, atMost: PageLimits.text)
        }

        private static func color(_ color: ViewedColor) -> Any {
            let digits = [color.red, color.green, color.blue].map { part in
                (part < 16 ? "0" : "") + String(part, radix: 16)
            }
            return "#" + digits.joined()
        }
    }

    /// A missing value, which hides its section.
    struct Missing: MustacheCustomRepresentation {
        var representation: Any? { nil }
    }

    /// A budget for the number of bytes that a template may still print.
    ///
    /// Nested sections multiply the output. For example, nesting an event list three times cubes the number of
    /// elements.
    final class TemplateBudget {
        private let scan: TemplateScan
        private var left: Int
        private(set) var isSpent = false

        /// The minimum amount to deduct for an element, since even an empty element takes time to print.
        private static let leastPrice = 64

        init(_ scan: TemplateScan, bytes: Int) {
            self.scan = scan
            left = bytes
        }

        func list<Element>(
            _ name: String,
            _ elements: [Element],
            _ value: @escaping (Element) -> Any
        ) -> TemplateList {
            TemplateList(name: name, count: elements.count, value: { value(elements[$0]) }, budget: self)
        }

        /// Deducts the size of one list element from the budget; returns false if the budget is exhausted.
        func pay(for element: Any, of name: String) -> Bool {
            var price = (scan.sections[name] ?? 0) + Self.leastPrice
            if let values = element as? [String: Any] {
                for (name, uses) in scan.uses {
                    if let text = values[name] as? String { price += uses * text.utf8.count }
                }
            } else if let text = element as? String {
                price += (scan.uses["."] ?? 0) * text.utf8.count
            }
            left -= price
            if left < 0 { isSpent = true }
            return !isSpent
        }
    }

    /// A list that ends when the budget is exhausted.
    struct TemplateList: MustacheSequence, MustacheTransformable {
        let name: String
        let count: Int
        /// Returns the value for the element at the given position.
        let value: (Int) -> Any
        let budget: TemplateBudget

        func makeIterator() -> AnyIterator<Any> {
            var place = 0
            return AnyIterator {
                guard place < count, !budget.isSpent else { return nil }
                let element = value(place)
                guard budget.pay(for: element, of: name) else { return nil }
                place += 1
                return element
            }
        }

        func transform(_ name: String) -> Any? {
            switch name {
            case "count": count
            case "empty": count == 0
            case "first": count > 0 ? value(0) : nil
            case "last": count > 0 ? value(count - 1) : nil
            default: nil
            }
        }
    }
#endif
