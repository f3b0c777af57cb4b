extension EventSchedule {
    /// Reads the schedule straight off the bytes of an event, when all that decides it is written plainly; else nil.
    ///
    /// Nearly every event is plain, and reading one this way costs a tenth of decoding its properties. Plain is what
    /// leaves nothing to decide and nothing to remark on in the lines that decide: names in capitals, no folds, no parameters but TZID without
    /// quotes or VALUE, and values in the RFC's own form. Anything else is decoded; a test holds both ways to the
    /// same answer.
    init?(plain lines: Span<SliceLine>, _ bytes: Span<UInt8>, _ texts: inout RecentTexts) {
        self.init(line: lines.isEmpty ? nil : Int(lines[0].number))
        var depth = 0
        var seen: UInt16 = 0
        for place in lines.indices {
            let line = lines[place]
            switch line.kind {
            case .begin: depth += 1
            case .end: depth -= 1
            case .property:
                // Most lines decide nothing, which their names tell at once.
                let found = ScheduleName.findPlain(bytes, Int(line.offset))
                if case .other? = found { continue }
                guard let text = PlainLine(bytes, line, found) else { return nil }
                guard let name = text.name else { continue }
                guard !line.isFolded else { return nil }
                if depth == 1 {
                    // Of what may stand only once, a second is something to remark on.
                    guard seen & name.singularBit == 0 else { return nil }
                    seen |= name.singularBit
                    guard read(name, text, bytes, Int(line.number), &texts) else { return nil }
                } else {
                    // What an alarm says decides nothing here, but may be something to remark on.
                    var inner = EventSchedule(line: nil)
                    guard inner.read(name, text, bytes, 0, &texts) else { return nil }
                }
            }
        }
    }

    /// Reads one line; false when it is not plain.
    private mutating func read(
        _ name: ScheduleName,
        _ text: PlainLine,
        _ bytes: Span<UInt8>,
        _ line: Int,
        _ texts: inout RecentTexts
    ) -> Bool {
        switch name {
        case .uid:
            guard text.value < text.end, let value = text.plainText(bytes) else { return false }
            uid = value
            uidHash = UIDHash(bytes.extracting(text.value..<text.end))
        case .start:
            guard let time = text.time(bytes, &texts) else { return false }
            start = time
            startLine = line
        case .end:
            guard let time = text.time(bytes, &texts) else { return false }
            end = time
            endLine = line
        case .duration:
            var remarks: [ValueRemark] = []
            guard text.hasNoParameters, text.value < text.end,
                let length = DurationText.parse(bytes.extracting(text.value..<text.end), &remarks),
                remarks.isEmpty
            else { return false }
            duration = length
            if endLine == nil { endLine = line }
        case .rule:
            guard text.isPlainText(bytes), let rule = texts.rule(bytes, text.value..<text.end) else {
                return false
            }
            rules.append(Located(value: rule, line: line))
        case .exclusions:
            return text.times(bytes, &texts) { exclusions.append(Located(value: $0, line: line)) }
        case .recurrenceID:
            guard let time = text.time(bytes, &texts) else { return false }
            isOverride = true
            recurrenceIDLine = line
            recurrenceID = time
        case .sequence:
            var index = text.value
            guard text.hasNoParameters, text.end - text.value <= 9,
                let number = Digits.run(bytes, at: &index, upTo: 1 << 40), index == text.end
            else { return false }
            sequence = number
        case .stamp:
            guard case .utc(let time)? = text.time(bytes, &texts) else { return false }
            stamp = time.secondNumber
        case .status:
            guard text.hasNoParameters, text.end - text.value == 9 else { return false }
            // CONFIRME, TENTATIV and CANCELLE, and their last letters.
            switch (ByteWord(bytes, at: text.value).packed, bytes[text.end - 1]) {
            case (0x434F_4E46_4952_4D45, 0x44), (0x5445_4E54_4154_4956, 0x45): hasOtherStatus = true
            case (0x4341_4E43_454C_4C45, 0x44): isCancelled = true
            default: return false
            }
        case .dates, .exclusionRule:
            return false
        }
        return true
    }
}
