extension EventSchedule {
    /// A content line in its usual form: an uppercase name, few parameters, and an ordinary value.
    ///
    /// A plain line stores offsets into the bytes of a slice and copies nothing.
    struct PlainLine {
        /// The name, if the property determines when an event occurs.
        let name: ScheduleName?
        private(set) var value = 0
        let end: Int
        /// The range of the TZID.
        private var zone = 0..<0
        private var declared = Declared.nothing
        private(set) var hasNoParameters = true

        private enum Declared { case nothing, date, dateTime }

        /// Splits a line, or returns nil if the line needs a closer look.
        ///
        /// `plain` is the result for a name of uppercase letters and hyphens. The rest of an irrelevant line is skipped.
        init?(_ bytes: Span<UInt8>, _ line: ComponentSlice.Line, _ plain: ScheduleName.Found?) {
            let (start, last) = (line.range.lowerBound, line.range.upperBound)
            let found: ScheduleName.Found
            if let plain {
                found = plain
            } else {
                let end = LineFolding.contentEnd(bytes, start, last)
                found = ScheduleName.findAny(bytes, start, end)
                // Lowercase letters are also accepted, but only where a remark can be added.
                if case .name(_, let separator) = found {
                    for place in start..<separator where bytes[place] >= 0x61 { return nil }
                }
            }
            var index: Int
            switch found {
            case .odd: return nil
            case .other:
                // Unusual lines are reported when the event is decoded.
                name = nil
                end = last
                return
            case .name(let known, let separator):
                name = known
                index = separator
            }
            end = LineFolding.contentEnd(bytes, index, last)
            while index < end, bytes[index] == Ascii.semicolon {
                hasNoParameters = false
                guard let next = readParameter(bytes, from: index + 1) else { return nil }
                index = next
            }
            guard index < end else { return nil }
            value = index + 1
        }

        /// Reads a parameter and returns the offset after it, or nil if it is not a plain TZID or VALUE.
        private mutating func readParameter(_ bytes: Span<UInt8>, from start: Int) -> Int? {
            var index = start
            var packed: UInt64 = 0
            while index < end, bytes[index] != Ascii.equals {
                guard index - start < 5 else { return nil }
                packed = packed << 8 | UInt64(bytes[index])
                index += 1
            }
            index += 1
            let first = index
            while index < end, bytes[index] != Ascii.colon, bytes[index] != Ascii.semicolon {
                let byte = bytes[index]
                guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.quote, byte != Ascii.comma,
                    byte != Ascii.caret
                else { return nil }
                index += 1
            }
            guard index < end, index > first else { return nil }
            switch packed {
            case 0x545A_4944:  // TZID
                guard zone.isEmpty else { return nil }
                zone = first..<index
            case 0x56_414C_5545:  // VALUE
                guard declared == .nothing, let kind = Self.kind(bytes, first..<index) else { return nil }
                declared = kind
            default: return nil
            }
            return index
        }

        private static func kind(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Declared? {
            var packed: UInt64 = 0
            for index in range { packed = packed << 8 | UInt64(bytes[index]) }
            switch (packed, range.count) {
            case (0x4441_5445, 4): return .date
            // In DATE-TIME, the first letter has been shifted out of the eight bytes.
            case (0x4154_452D_5449_4D45, 9): return bytes[range.lowerBound] == 0x44 ? .dateTime : nil
            default: return nil
            }
        }

        // MARK: - Values

        /// Returns the value as a string if it needs no decoding.
        func plainText(_ bytes: Span<UInt8>) -> String? {
            isPlainText(bytes) ? ByteText.plain(bytes.extracting(value..<end)) : nil
        }

        /// Returns whether the line has no parameters and the value is printable ASCII without a backslash.
        func isPlainText(_ bytes: Span<UInt8>) -> Bool {
            guard hasNoParameters else { return false }
            var index = value
            while index + 8 <= end {
                guard ByteWord(bytes, at: index).isPlainText else { return false }
                index += 8
            }
            while index < end {
                let byte = bytes[index]
                guard byte >= Ascii.space, byte < 0x7F, byte != Ascii.backslash else { return false }
                index += 1
            }
            return true
        }

        /// Returns the value as a single date or time.
        func time(_ bytes: Span<UInt8>, _ texts: inout RecentTexts) -> EventTime? {
            var zoneID: String?
            return time(bytes, value..<end, &texts, &zoneID)
        }

        /// Calls a closure with each date or time in the value; returns false if any of them is not plain.
        func times(_ bytes: Span<UInt8>, _ texts: inout RecentTexts, _ use: (EventTime) -> Void) -> Bool {
            var start = value
            // The values share one TZID, which may be long.
            var zoneID: String?
            while true {
                var next = start
                while next < end, bytes[next] != Ascii.comma { next += 1 }
                guard let time = time(bytes, start..<next, &texts, &zoneID) else { return false }
                use(time)
                if next >= end { return true }
                start = next + 1
            }
        }

        private func time(
            _ bytes: Span<UInt8>,
            _ range: Range<Int>,
            _ texts: inout RecentTexts,
            _ zoneID: inout String?
        ) -> EventTime? {
            guard range.count >= 8,
                let moment = texts.day.moment(bytes, range.lowerBound, range.upperBound),
                moment.next == range.upperBound
            else { return nil }
            if moment.isDate {
                guard declared == .date, zone.isEmpty else { return nil }
                return .date(CivilDate(dayNumber: floorDivide(moment.second, 86_400)))
            }
            guard declared != .date else { return nil }
            let time = CivilDateTime(secondNumber: moment.second)
            if range.count == 16 { return zone.isEmpty ? .utc(time) : nil }
            if zone.isEmpty { return .floating(time) }
            let id = zoneID ?? texts.zone(bytes, zone)
            zoneID = id
            return .zoned(time, timeZoneID: id)
        }
    }
}
