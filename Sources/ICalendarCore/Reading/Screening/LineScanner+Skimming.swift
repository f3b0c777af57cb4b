#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension LineScanner {
    /// Skips complete lines that are clearly properties, and records each in `lines` by its offset from `kept`.
    ///
    /// Skipping stops before any line that needs a closer look: BEGIN, END, an empty line, a CR without LF, a byte
    /// order mark, an overlong line, and the last line in the buffer; ``next()`` continues from there. Skipping also
    /// stops if `lines` contains `limit` lines, or if a line would end after `end`.
    ///
    /// This function is never inlined because it needs all registers.
    @inline(never)
    mutating func skim(into lines: inout [ComponentSlice.Line], from kept: Int, upTo end: Int, limit: Int) {
        if bareReturn < following { findBareReturn(from: following) }
        let (base, filled, lineLimit) = unsafe (base, filled, lineLimit)
        let end = min(end, bareReturn)
        var room = limit - lines.count
        var start = following
        var number = followingNumber
        lines: while room > 0, start &+ 1 < end {
            // Recognizes BEGIN and END before finding the ends of their lines.
            let (first, second) = unsafe (base[start], base[start &+ 1])
            guard Self.isPlain(first, second) else { break }
            var next = start
            var count = 0
            while true {
                guard let hit = unsafe memchr(base + next, 0x0A, end &- next) else { break lines }
                next = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base) &+ 1
                guard next < filled else { break lines }
                count &+= 1
                // Most lines start with a letter, which is greater than every byte of interest here.
                let byte = unsafe base[next]
                if byte > Ascii.space { break }
                if byte == Ascii.lineFeed || byte == Ascii.carriageReturn { break lines }
                if !Ascii.isBlank(byte) { break }
            }
            guard next &- start <= lineLimit else { break }
            lines.append(
                ComponentSlice.Line(
                    offset: UInt32(truncatingIfNeeded: start &- kept),
                    length: UInt32(truncatingIfNeeded: next &- start),
                    number: UInt32(truncatingIfNeeded: number),
                    kind: .property,
                    isFolded: count > 1,
                    mayBound: ScreenKeys.mayMatter(first, second)
                )
            )
            room &-= 1
            start = next
            number &+= count
        }
        following = start
        followingNumber = number
    }

    /// Skips a plainly written BEGIN or END of an event or alarm and makes it the current line.
    ///
    /// Returns nil for any other line, which ``next()`` must read. One line in nine is a plain marker, so markers are
    /// recognized by their first twelve bytes.
    mutating func plainMarker() -> Marker? {
        guard let line = plainMarker(at: following) else { return nil }
        pass(contentUpTo: line.end, lineUpTo: line.next)
        return line.marker
    }

    /// Returns the plainly written marker at the given offset, the end of its content, and the start of the next line.
    @inline(__always)
    func plainMarker(at place: Int) -> (marker: Marker, end: Int, next: Int)? {
        guard place + 12 <= filled else { return nil }
        let start = unsafe base + place
        let rest = unsafe UInt32(bigEndian: UnsafeRawPointer(start + 8).loadUnaligned(as: UInt32.self))
        let marker: Marker
        switch unsafe (ByteWord(at: start).packed, rest) {
        case (0x4245_4749_4E3A_5645, 0x5645_4E54): marker = Marker(isBegin: true, .event)  // BEGIN:VE, VENT
        case (0x4245_4749_4E3A_5641, 0x4C41_524D): marker = Marker(isBegin: true, .alarm)  // BEGIN:VA, LARM
        case (0x454E_443A_5645_5645, _) where rest >> 16 == 0x4E54:  // END:VEVE, NT
            marker = Marker(isBegin: false, .event)
        case (0x454E_443A_5641_4C41, _) where rest >> 16 == 0x524D:  // END:VALA, RM
            marker = Marker(isBegin: false, .alarm)
        default: return nil
        }
        let end = place + (marker.isBegin ? 12 : 10)
        guard end < filled else { return nil }
        let feed = unsafe base[end] == Ascii.carriageReturn ? end + 1 : end
        guard feed < filled, unsafe base[feed] == Ascii.lineFeed,
            unsafe feed + 1 < filled ? !Self.isBlankOrLineEnd(base[feed + 1]) : isAtEnd
        else { return nil }
        return (marker, end, feed + 1)
    }

    /// Returns whether a line with these first two bytes is certainly not BEGIN, END, or empty, and does not start with
    /// a byte order mark or a blank.
    @inline(__always)
    static func isPlain(_ first: UInt8, _ second: UInt8) -> Bool {
        switch first | 0x20 {
        case 0x62: second >= Ascii.space && second | 0x20 != 0x65
        case 0x65: second >= Ascii.space && second | 0x20 != 0x6E
        default: first > Ascii.space && first != 0xEF
        }
    }

    @inline(__always)
    private static func isBlankOrLineEnd(_ byte: UInt8) -> Bool {
        byte <= Ascii.space
            && (Ascii.isBlank(byte) || byte == Ascii.lineFeed || byte == Ascii.carriageReturn)
    }

    /// Finds the first CR at or after the given offset that is not followed by LF.
    ///
    /// A CR at the end of the buffer is not classified yet.
    mutating func findBareReturn(from start: Int) {
        var position = start
        while position < filled - 1 {
            // The last block may include bytes that were already examined.
            let block = min(position, filled - 1 - Self.blockOfReturns)
            guard block >= 0, unsafe !Self.hasBareReturn(base, block) else { break }
            position = block + Self.blockOfReturns
        }
        while position < filled - 1,
            unsafe base[position] != Ascii.carriageReturn || base[position + 1] == Ascii.lineFeed
        {
            position += 1
        }
        if position == filled - 1, unsafe base[position] != Ascii.carriageReturn { position = filled }
        bareReturn = position
    }

    private static var blockOfReturns: Int { 512 }

    /// Returns whether a block contains a CR without LF; the code has no branches so that it can be vectorized.
    @inline(never)
    private static func hasBareReturn(_ base: UnsafeMutablePointer<UInt8>, _ start: Int) -> Bool {
        var found: UInt8 = 0
        for index in 0..<blockOfReturns {
            let isReturn: UInt8 = unsafe base[start &+ index] == 0x0D ? 0xFF : 0
            found |= unsafe isReturn & (base[start &+ index &+ 1] ^ 0x0A)
        }
        return found != 0
    }

    /// Skips the next lines if they form a plainly framed event that a screen clearly rejects, and returns the
    /// event's extent.
    ///
    /// Otherwise, returns nil and changes nothing. Nearly all rejected events qualify, and the locations of their lines
    /// are not needed. The event must be completely in the buffer, have at most `limit` lines and `size` bytes, and not
    /// be an override. Its BEGIN and END, and those of its alarms, must be in their usual form. All other events are
    /// read again line by line, with the same result.
    @inline(never)
    mutating func passEvent(_ screen: ComponentScreen, size: Int, limit: Int) -> ComponentScreen.Extent? {
        guard let begin = plainMarker(at: following), begin.marker.isBegin, begin.marker.known == .event
        else {
            return nil
        }
        if bareReturn < following { findBareReturn(from: following) }
        let (base, event, end) = unsafe (base, following, min(filled, bareReturn))
        let bytes = unsafe UnsafeBufferPointer(start: base + event, count: filled - event).span
        var keys = ScreenKeys()
        var isInAlarm = false
        var start = begin.next
        var count = 1
        while true {
            let passed = unsafe Self.passLines(base, from: start, upTo: end)
            start = passed.next
            count &+= passed.count
            // Not even the END of an event would fit.
            guard start &+ 11 < end else { return nil }
            let (first, second) = unsafe (base[start], base[start &+ 1])
            guard Self.isPlain(first, second) else {
                guard let line = plainMarker(at: start) else { return nil }
                count &+= 1
                if line.marker.known == .alarm {
                    // An alarm can start only if none is open, and end only if one is open.
                    guard line.marker.isBegin != isInAlarm else { return nil }
                    isInAlarm = line.marker.isBegin
                    start = line.next
                    continue
                }
                guard !line.marker.isBegin, !isInAlarm, count <= limit,
                    line.next - event <= min(size, lineLimit),
                    case .leaveOut(let extent) = screen.verdict(on: keys, bytes), !extent.isOverride,
                    extent.uid != .odd
                else { return nil }
                following = start
                followingNumber += count - 1
                pass(contentUpTo: line.end, lineUpTo: line.next)
                return extent
            }
            guard let hit = unsafe memchr(base + start, 0x0A, end &- start) else { return nil }
            let next = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base) &+ 1
            count &+= 1
            if !isInAlarm, ScreenKeys.mayMatter(first, second) {
                // The next line may continue this line.
                guard next < end, unsafe base[next] > Ascii.space else { return nil }
                // Every event has a DTSTAMP, which does not affect when the event occurs.
                if unsafe ByteWord(at: base + start).packed != 0x4454_5354_414D_503A {  // DTSTAMP:
                    guard keys.read(bytes, start &- event..<next &- event, isFolded: false),
                        !screen.needsLines(keys)
                    else { return nil }
                }
            }
            start = next
        }
    }

    /// Skips continuation lines, and lines whose first letters rule out BEGIN, END, and every property that a screen
    /// reads.
    ///
    /// Returns the start of the next line and the number of skipped lines. Most lines qualify, and the checks are few
    /// enough to fit in registers.
    @inline(never)
    private static func passLines(
        _ base: UnsafeMutablePointer<UInt8>,
        from start: Int,
        upTo end: Int
    ) -> (next: Int, count: Int) {
        var start = start
        var count = 0
        while start &+ 1 < end {
            let (first, second) = unsafe (base[start], base[start &+ 1])
            let letter = first | 0x20
            if letter &- 0x61 < 26 {
                // Stops at BEGIN, END, and any other name that starts with B or E.
                guard letter != 0x62, letter != 0x65, !ScreenKeys.mayMatter(first, second) else { break }
            } else if !isUnremarkable(first) {
                break
            }
            guard let hit = unsafe memchr(base + start, 0x0A, end &- start) else { return (end, count) }
            start = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base) &+ 1
            count &+= 1
        }
        return (start, count)
    }

    /// Returns whether a line that starts with this byte, which is not a letter, needs no closer look.
    @inline(__always)
    private static func isUnremarkable(_ first: UInt8) -> Bool {
        first > Ascii.space ? first != 0xEF : Ascii.isBlank(first)
    }
}

extension CalendarReader {
    /// Skips the next event if a screen clearly rejects it; see ``LineScanner/passEvent(_:size:limit:)``.
    @inline(__always)
    mutating func passEvent(_ screen: ComponentScreen) -> ComponentScreen.Extent? {
        // Leaves any event with an unusual position or contents to ``next()``.
        guard isInCalendar, open.isEmpty, !isLineUnread, limits.nesting > 1,
            let extent = scanner.passEvent(
                screen,
                size: min(limits.componentSize, 1 << 31),
                limit: limits.properties
            )
        else { return nil }
        hasFoundCalendar = true
        return extent
    }
}
