/// Mutations of valid calendars, like those caused by a damaged disk or a hostile sender.
public enum Mutations {
    private static let pieces: [[UInt8]] =
        [
            "BEGIN:VEVENT\r\n", "END:VEVENT\r\n", "\r\n", "\n ", ":", ";", "\"", ",", "=",
            "RRULE:FREQ=SECONDLY\r\n",
            "DTSTART:00010101\r\n", "99999999999999999999", "-", "P1D", "T", "Z", ";TZID=", "VALUE=DATE",
            "\\", "^n",
            "RRULE:FREQ=YEARLY;BYWEEKNO=53;BYSETPOS=-1\r\n", "EXDATE:", "BEGIN:VTIMEZONE\r\n",
            "20260329T023000",
        ].map { Array($0.utf8) } + [[0x00], [0xFF], [0xEF, 0xBB, 0xBF], [0x0D], [0xC3]]

    /// Returns the bytes after one to eight changes.
    public static func mutated(_ bytes: [UInt8], _ choices: inout Choices) -> [UInt8] {
        var bytes = bytes
        for _ in 0...choices.number(below: 8) {
            guard !bytes.isEmpty else { return bytes }
            let place = place(in: bytes.count, &choices)
            let length = min(bytes.count - place, 1 + choices.number(below: choices.chance(10) ? 4000 : 40))
            switch choices.number(below: 6) {
            case 0: bytes[place] = UInt8(choices.number(below: 256))
            case 1: bytes.removeSubrange(place..<place + length)
            case 2: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
            case 3: bytes.insert(contentsOf: choices.pick(pieces), at: place)
            case 4:
                let other = self.place(in: bytes.count, &choices)
                bytes.insert(contentsOf: Array(bytes[other..<min(bytes.count, other + length)]), at: place)
            default: bytes.replaceSubrange(place..<place + length, with: choices.pick(pieces))
            }
        }
        return bytes
    }

    private static func place(in count: Int, _ choices: inout Choices) -> Int {
        (choices.number(below: 65_536) << 16 | choices.number(below: 65_536)) % count
    }
}
