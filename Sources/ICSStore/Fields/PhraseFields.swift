import ICSConsole
import ICSItems
import ICSPhrases
import ICalendar

extension EventFields {
    /// Returns the exact form of a phrase such as `fri 12:00` or `every tue`.
    ///
    /// Returns any other string unchanged.
    ///
    /// The phrase is interpreted in the fields' time zone unless it names another one. Times of day and offsets remain
    /// unchanged, since they may be relative to the old time.
    func exactText(_ text: String, of field: EventField) throws(FieldError) -> String {
        if field == .repeats, !text.contains("=") {
            do throws(PhraseError) { return RuleLine.text(of: try RulePhrase.rule(text)) } catch {
                throw FieldError(field: field, reason: "\(error)")
            }
        }
        var typed = self
        typed[field] = [text]
        guard [.start, .end, .due].contains(field), !typed.isExact(field),
            typed.hint(forPartialTime: field, besides: self) == nil, let system = try? Zone.system()
        else { return text }
        let named = try? Zone(identifier: self.text(.timeZone))
        do throws(TimeArgumentError) {
            switch try TimeArgument(parsing: text) {
            case .phrase, .today, .tomorrow: break
            case .yesterday:
                let today = (named ?? system).civil(at: .present).date
                return Self.text(.date(today.adding(days: -1)))
            case .now:
                let utc = Zone.utc.civil(at: .present)
                return Self.text(.utc(utc.adding(seconds: -utc.second))) + "Z"
            default: return text
            }
        } catch {
            guard case .phrase(let reason) = error else { return text }
            throw FieldError(field: field, reason: reason)
        }
        do throws(PhraseError) {
            let (phrase, time) = try PhraseTime.phrase(text, in: named ?? system)
            switch time {
            case .date(let date): return Self.text(.date(date))
            case .local(let civil):
                // Another setting may change the zone, but not the instant.
                if named != nil, let instant = phrase.instant {
                    return Self.text(.utc(Zone.utc.civil(at: instant))) + "Z"
                }
                return Self.text(.floating(civil)) + (phrase.namedZone.map { " \($0)" } ?? "")
            }
        } catch {
            throw FieldError(field: field, reason: "\(error)")
        }
    }

    /// Whether a field contains a time and, after it, nothing or a time zone, unlike `2026-04-02 10:00 pm`.
    private func isExact(_ field: EventField) -> Bool {
        guard let (time, zone) = try? written(field) else { return false }
        return zone.map { (try? Self.time(time.civil, named: $0, .timeZone)) != nil } ?? true
    }
}
