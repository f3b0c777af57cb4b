#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension LineScanner {
    /// Passes over whole lines that are plainly properties, and notes each in `lines` by its place after `kept`.
    ///
    /// It stops in front of anything that needs a second look: BEGIN, END, empty lines, a CR without LF, a byte order
    /// mark, a line that is too long, and the last line in the buffer; ``next()`` goes on from there. It stops as well
    /// when `lines` holds `limit` of them, or when a line would end behind `end`.
    mutating func skim(into lines: inout [SliceLine], from kept: Int, upTo end: Int, limit: Int) {
        if bareReturn < following { findBareReturn(from: following) }
        let end = min(end, bareReturn)
        var start = following
        var number = followingNumber
        while lines.count < limit {
            var search = start
            var count = 1
            var isFolded = false
            while true {
                guard search < end, let hit = unsafe memchr(base + search, 0x0A, end - search) else { break }
                search = unsafe UnsafeRawPointer(hit) - UnsafeRawPointer(base) + 1
                guard search < filled, unsafe Ascii.isBlank(base[search]) else { break }
                isFolded = true
                count += 1
            }
            // `search` is behind the LF that ends the line, if one was found.
            guard search > start, search < filled, unsafe base[search - 1] == Ascii.lineFeed,
                search - start <= lineLimit, unsafe Self.isPlain(base[start], base[start + 1]),
                unsafe !Self.isBlankOrLineEnd(base[search])
            else { break }
            lines.append(
                SliceLine(
                    offset: UInt32(truncatingIfNeeded: start - kept),
                    length: UInt32(truncatingIfNeeded: search - start),
                    number: UInt32(truncatingIfNeeded: number),
                    kind: .property,
                    isFolded: isFolded
                )
            )
            start = search
            number += count
        }
        following = start
        followingNumber = number
    }

    /// Whether a line that starts with these two bytes can be neither BEGIN nor END, nor empty, nor start with a mark.
    @inline(__always)
    private static func isPlain(_ first: UInt8, _ second: UInt8) -> Bool {
        switch first | 0x20 {
        case 0x62: second >= Ascii.space && second | 0x20 != 0x65
        case 0x65: second >= Ascii.space && second | 0x20 != 0x6E
        default: first > Ascii.carriageReturn && first != 0xEF
        }
    }

    @inline(__always)
    private static func isBlankOrLineEnd(_ byte: UInt8) -> Bool {
        Ascii.isBlank(byte) || byte == Ascii.lineFeed || byte == Ascii.carriageReturn
    }

    /// Finds the first CR that no LF follows, from a place on; at the end of the buffer what follows is unknown.
    mutating func findBareReturn(from start: Int) {
        var position = start
        while position < filled {
            let stop = min(position + 512, filled - 1)
            var found: UInt8 = 0
            unsafe Self.markBareReturns(base, position, stop, &found)
            if found == 0, stop > position {
                position = stop
                continue
            }
            while position < stop,
                unsafe base[position] != Ascii.carriageReturn || base[position + 1] == Ascii.lineFeed
            {
                position += 1
            }
            if position == filled - 1, unsafe base[position] != Ascii.carriageReturn { position = filled }
            break
        }
        bareReturn = position
    }

    /// Sets `found` when a CR without LF is among some bytes; without branches, so that many are looked at at once.
    @inline(__always)
    private static func markBareReturns(
        _ base: UnsafeMutablePointer<UInt8>,
        _ start: Int,
        _ end: Int,
        _ found: inout UInt8
    ) {
        var any: UInt8 = 0
        var index = start
        while index < end {
            let isReturn: UInt8 = unsafe base[index] == 0x0D ? 1 : 0
            let isOther: UInt8 = unsafe base[index &+ 1] != 0x0A ? 1 : 0
            any |= isReturn & isOther
            index &+= 1
        }
        found = any
    }
}
