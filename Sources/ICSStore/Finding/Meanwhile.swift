import ICalendar
import ICalendarStore

/// What became of an item while a person edited it: what they are told before it is saved over.
enum Meanwhile {
    /// It is there, perhaps in another calendar, and says something.
    case there(EventFields, in: EventCalendar?, before: EventCalendar?)
    /// Its series is there, without the occurrence.
    case withoutOccurrence
    /// It is nowhere.
    case gone

    /// What there is to be said where what was shown is to be saved as something new: what another program changed stays,
    /// but for the fields that were edited here too.
    func lines(shown: EventFields, new: EventFields) -> [String] {
        switch self {
        case .gone: return ["  It was removed meanwhile; saving brings it back."]
        case .withoutOccurrence:
            return ["  Its series was changed meanwhile, and has no such occurrence any more."]
        case .there(let now, let calendar, let before):
            var lines: [String] = []
            if let calendar, calendar.calendarIdentifier != before?.calendarIdentifier {
                lines.append("  It was moved meanwhile, to \(calendar.title).")
            }
            for field in new.differences(from: shown)
            where now[field] != shown[field] && now[field] != new[field] {
                let text = now[field].map(EventFields.oneLine).joined(separator: ", ")
                let what = text.isEmpty ? "nothing" : "'\(text)'"
                lines.append("  \(field.rawValue) was changed meanwhile, to \(what), which goes.")
            }
            return lines
        }
    }
}
