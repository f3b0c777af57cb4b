import ICSConsole
import ICSItems
import ICSPhrases
import ICalendar

extension EventFields {
    /// Returns the exact form of a phrase such as `fri 12:00` or `every tue`.
    ///
    /// Returns any other string unchanged.
    ///
    /// The phrase is interpreted in the fields' time zone. Times of day and offsets remain unchanged, since they may be
    /// relative to the old time.
    func exactText(_ text: String, of field: EventField) throws(FieldError) -> String {
        if field == .repeats, !text.contains("=") {
            do throws(PhraseError) { return RuleLine.text(of: try RulePhrase.rule(text)) } catch {
                throw FieldError(field: field, reason: "\(error)")
            }
        }
        var typed = self
        typed[field] = [text]
        guard [.start, .end, .due].contains(field), (try? typed.written(field)) == nil,
            typed.hint(forPartialTime: field, besides: self) == nil, let system = try? Zone.system()
        else { return text }
        do throws(TimeArgumentError) {
            guard case .phrase = try TimeArgument(parsing: text) else { return text }
        } catch {
            guard case .phrase(let reason) = error else { return text }
            throw FieldError(field: field, reason: reason)
        }
        let zone = (try? Zone(identifier: self.text(.timeZone))) ?? system
        do throws(WindowTimesError) {
            let times = WindowTimes(zone: zone, now: .present)
            switch try times.exact(.phrase(text)) {
            case .date(let date): return Self.text(.date(date))
            case .local(let civil): return Self.text(.floating(civil))
            case .instant(let instant): return Self.text(.floating(zone.civil(at: instant)))
            default: return text
            }
        } catch {
            throw FieldError(field: field, reason: "\(error)")
        }
    }
}
