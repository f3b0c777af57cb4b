#if Libical
    import ICalendarCore

    /// A line that the two engines parse differently, and an analysis of the cause.
    struct Disagreement {
        private let native: Property?
        private let libical: Property?
        /// The unfolded line.
        private let raw: [UInt8]
        /// The range of the value in the line.
        private let value: Range<Int>

        init(_ native: Property?, _ libical: Property?) {
            self.native = native
            self.libical = libical
            var raw: [UInt8] = []
            if let source = native?.source {
                LineFolding.unfold(source.store.bytes[source.range], into: &raw)
            }
            self.raw = raw
            var remarks: [ValueRemark] = []
            if let (name, end, _) = try? ContentLine.nameEnd(raw.span),
                let line = try? ContentLine(
                    raw.span,
                    name: name,
                    end: end,
                    limit: raw.count,
                    form: native.flatMap { PropertyDefinition.place(of: $0.name) }
                        .map { PropertyDefinition.all[$0].form },
                    &remarks
                )
            {
                value = line.value
            } else {
                value = 0..<raw.count
            }
        }

        /// The cause, or nil if it is unknown.
        var cause: LibicalDefect? {
            guard let native else { return .noColon }
            if !isUTF8 { return .notUTF8 }
            if raw.contains(where: { $0 < 0x20 && $0 != Ascii.tab || $0 == 0x7F }) { return .controls }
            if isQuotedPrintable { return .quotedPrintable }
            guard let libical else { return missing(native) }
            if libical.parameters != native.parameters { return parameters(native, libical) }
            return changed(native, libical)
        }

        private var isUTF8: Bool { String(validating: raw, as: UTF8.self) != nil }

        private var isQuotedPrintable: Bool {
            let head = String(decoding: raw[..<value.lowerBound], as: UTF8.self).uppercased()
            return head.contains("ENCODING=QUOTED-PRINTABLE") || head.contains(";QUOTED-PRINTABLE")
        }

        private var rawValue: ArraySlice<UInt8> { raw[value] }

        private func missing(_ native: Property) -> LibicalDefect? {
            if rawValue.allSatisfy({ $0 <= 0x20 }) { return .emptyValue }
            let isExtension = native.name.hasPrefix("X-")
            if !isExtension, !TreeReader.knows(native.name) { return .unknownName }
            if case .recurrenceRule = native.value { return .ruleLimits }
            if native.parameters["VALUE"]?.uppercased() == "BOOLEAN" { return .valueTypes }
            if case .duration = native.value { return .durations }
            return .malformed
        }

        private func parameters(_ native: Property, _ libical: Property) -> LibicalDefect? {
            let (ours, theirs) = (native.parameters, libical.parameters)
            if ours.contains(where: { $0.name == "VALUE" }) != theirs.contains(where: { $0.name == "VALUE" })
            {
                return Self.isOfRFC5545(native.parameters["VALUE"] ?? "") ? .declaredTypes : .valueTypes
            }
            if zip(ours, theirs).contains(where: { $0.values.count > 1 && $1.values.count == 1 }) {
                return .parameterLists
            }
            return raw[..<value.lowerBound].contains(0x5E) ? .carets : .parameters
        }

        private static func isOfRFC5545(_ type: String) -> Bool {
            switch Value.DataType(word: type) {
            case nil, .uid, .xmlReference: false
            default: true
            }
        }

        private func changed(_ native: Property, _ libical: Property) -> LibicalDefect? {
            if native.parameters["VALUE"] != nil, native.value.kind != libical.value.kind {
                return .declaredTypes
            }
            switch native.value {
            case .recurrenceRule(let rule):
                if case .recurrenceRule(let other) = libical.value, rule.skip != other.skip { return .rscale }
                return .ruleLimits
            case .integer, .float, .boolean: return .numbers
            case .geo: return .geo
            case .utcOffset: return .offsets
            case .duration: return .durations
            case .date, .dateTime, .time, .period: return .dates
            case .list(let values):
                if case .text? = values.first { return .listElements }
                return values.count == libical.value.elements.count ? .dates : .listElements
            case .text, .uri, .calendarAddress: return text(native, libical)
            case .raw: return unreadable(native, libical)
            default: return nil
            }
        }

        private func text(_ native: Property, _ libical: Property) -> LibicalDefect? {
            let (ours, theirs) = (
                native.value.elements.first?.string ?? "", libical.value.elements.first?.string ?? ""
            )
            if ours.trimmed == theirs.trimmed { return .blanks }
            if ours.hasPrefix(theirs + "\n") || ours.trimmed.hasPrefix(theirs.trimmed + "\n") {
                return .noColon
            }
            if native.name.hasPrefix("X-") { return .extensionValues }
            if rawValue.contains(Ascii.backslash) { return .escapes }
            return nil
        }

        /// Returns the cause for a value that only libical can parse.
        private func unreadable(_ native: Property, _ libical: Property) -> LibicalDefect? {
            let (ours, theirs) = (native.value.string ?? "", libical.value.string ?? "")
            if ours.trimmed == theirs.trimmed { return .blanks }
            if native.name.hasPrefix("X-") { return .extensionValues }
            return switch libical.value {
            case .integer, .float, .boolean: .numbers
            case .utcOffset: .offsets
            case .duration: .durations
            case .date, .dateTime, .time, .period: .dates
            case .geo: .geo
            case .recurrenceRule: .ruleLimits
            case .list: .listElements
            case .raw:
                switch PropertyDefinition.place(of: native.name).map({ PropertyDefinition.all[$0].form }) {
                case .moment, .period: .dates
                case .integer: .numbers
                case .utcOffset: .offsets
                case .duration: .durations
                case .geo: .geo
                default: nil
                }
            default: nil
            }
        }
    }

    extension String {
        var trimmed: Substring {
            let start = drop { $0.isWhitespace }
            return start.dropLast(start.reversed().prefix { $0.isWhitespace }.count)
        }
    }
#endif
