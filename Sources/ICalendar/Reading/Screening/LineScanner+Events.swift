#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension LineScanner {
    /// Passes over the next lines if they are an event that is plainly framed and plainly left out by a screen, and says
    /// what it covers; nil, and nothing has changed, for anything else.
    ///
    /// Nearly all that is screened out is such an event, and then nobody needs to know where its lines are. Plain is an
    /// event whose BEGIN and END, and those of its alarms, are written as nearly all programs write them, that is in the
    /// buffer as a whole, has at most `limit` lines and `size` bytes, and is no override. Everything else is read once
    /// more, line by line, with the same answer.
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
                    // An alarm begins where none is open, and ends where one is.
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
                // The next line may belong to this one.
                guard next < end, unsafe base[next] > Ascii.space else { return nil }
                // Every event has one, and it says nothing of when it happens.
                if unsafe ByteWord(at: base + start).packed != 0x4454_5354_414D_503A {  // DTSTAMP:
                    guard keys.read(bytes, start &- event..<next &- event, isFolded: false),
                        !screen.needsLines(keys)
                    else { return nil }
                }
            }
            start = next
        }
    }

    /// Passes over lines whose first letters show that they are no BEGIN or END and say nothing that a screen reads, and
    /// over lines that go on; says where the next one starts, and how many there were.
    ///
    /// Most lines are such lines, and so little is asked of them that nothing leaves the registers.
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
                // BEGIN and END, and what else starts with a B or an E.
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

    /// Whether a line may start with this byte, which is no letter, and need no second look.
    @inline(__always)
    private static func isUnremarkable(_ first: UInt8) -> Bool {
        first > Ascii.space ? first != 0xEF : Ascii.isBlank(first)
    }
}
