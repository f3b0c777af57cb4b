extension JCalValueReader {
    /// Reads a date, a time, a duration or a period, whichever the text is, as far as the property may hold it.
    ///
    /// As in an iCalendar file a date and a time stand for each other, and a type that the property may have stands for
    /// the one that is given.
    func temporal(_ text: [UInt8], _ kind: Value.Kind, _ remarks: inout [ValueRemark]) -> Value? {
        guard let first = text.first else { return nil }
        let said = remarks.count
        let value: Value?
        if Ascii.capital(first) == 0x50 || first == Ascii.plus || first == Ascii.minus {
            value = DurationText.parse(text.span, &remarks).map(Value.duration)
        } else if PeriodText.firstSlash(text.span) != nil {
            value = PeriodText.parse(text.span, &remarks).map(Value.period)
            if value != nil { remarks.note(.badValue, "is no array of start and end; read all the same") }
        } else {
            value = JCalTime.moment(text, wanting: kind == .date ? .date : .any, &remarks)
        }
        return checked(value, kind, from: said, &remarks)
    }

    /// Reads a period: a start, and an end or a length (section 3.6.9).
    func period(_ parts: [JSONValue], _ kind: Value.Kind, _ remarks: inout [ValueRemark]) -> Value? {
        let said = remarks.count
        guard parts.count == 2, case .string(let first) = parts[0], case .string(let second) = parts[1],
            case .dateTime(let start, let isUTC)? = JCalTime.moment(Array(first.utf8), &remarks)
        else { return nil }
        let last = Array(second.utf8)
        let end: Value.Period.End
        if let duration = DurationText.parse(last.span, &remarks) {
            end = .duration(duration)
        } else if case .dateTime(let time, let isUTC)? = JCalTime.moment(last, &remarks) {
            end = .time(time, isUTC: isUTC)
        } else {
            remarks.removeSubrange(said...)
            return nil
        }
        let period = Value.Period(start: start, isUTC: isUTC, end: end)
        return checked(.period(period), kind, from: said, &remarks)
    }

    /// A value, if the property may hold it; what was said of one that it may not is of no interest.
    private func checked(
        _ value: Value?,
        _ kind: Value.Kind,
        from said: Int,
        _ remarks: inout [ValueRemark]
    ) -> Value? {
        guard let value, let found = value.kind, found == kind || mayHold(found, instead: kind) else {
            remarks.removeSubrange(said...)
            return nil
        }
        if found != kind {
            remarks.note(
                .badValue,
                "holds a \(found.rawValue) where a \(kind.rawValue) is declared; read as a \(found.rawValue)"
            )
        }
        if hasTimeZone, value.startsInUTC {
            remarks.note(.badParameter, "has a TZID although its value is in UTC; UTC stands")
        }
        return value
    }

    private func mayHold(_ found: Value.Kind, instead kind: Value.Kind) -> Bool {
        if definition?.kinds.contains(found) == true { return true }
        return (kind == .date || kind == .dateTime) && (found == .date || found == .dateTime)
    }

    /// Reads a rule: an object of parts (section 3.6.10).
    ///
    /// The parts are put into the text of iCalendar and read by its reader, so that the same is mended in both.
    func rule(
        _ members: [(name: String, value: JSONValue)],
        _ remarks: inout [ValueRemark]
    ) -> Value {
        var parts: [String] = []
        for (name, value) in members {
            let items = if case .array(let items) = value { items } else { [value] }
            let texts = items.compactMap { item -> String? in
                switch item {
                case .string(let text) where ExchangeName.small(name) == "until": JCalTime.basic(text)
                case .string(let text) where JCalValueReader.isPart(text): text
                case .number(let digits): JCalNumber.integer(digits).map(String.init) ?? digits
                default: nil
                }
            }
            guard JCalValueReader.isPart(name), texts.count == items.count else {
                remarks.note(.rule, "has a rule part that cannot be read")
                parts.append("\(ExchangeName.isPlain(name) ? ExchangeName.capitals(name) : "X")=?")
                continue
            }
            parts.append("\(ExchangeName.capitals(name))=\(texts.joined(separator: ","))")
        }
        let text = parts.joined(separator: ";")
        let (rule, found) = RuleText.parse(text)
        remarks.append(contentsOf: found)
        return rule.map(Value.recurrenceRule) ?? .raw(text)
    }

    /// Whether a text can stand in a part of a rule without being taken for more than that.
    private static func isPart(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != Ascii.semicolon }
    }
}

extension Value {
    /// Whether this is a time in UTC, or a period that starts with one.
    fileprivate var startsInUTC: Bool {
        switch self {
        case .dateTime(_, let isUTC): isUTC
        case .period(let period): period.isUTC
        default: false
        }
    }
}
