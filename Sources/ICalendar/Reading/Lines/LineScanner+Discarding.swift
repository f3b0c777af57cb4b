extension LineScanner {
    /// Passes over the rest of a line that is too long, without keeping it.
    mutating func discardLine(isWithinLine: Bool) throws(CalendarError) -> Found {
        let number = lineNumber
        var isWithinLine = isWithinLine
        repeat {
            if isWithinLine { try discardPhysicalLine() }
            isWithinLine = true
            if following - lineStart > ByteSource.blockSize { drop(upTo: following) }
        } while try isContinued()
        lineNumber = number
        lineEnd = lineStart
        return .overlong
    }

    /// Passes over one physical line, forgetting each block as the next one is read.
    private mutating func discardPhysicalLine() throws(CalendarError) {
        while true {
            let feed = unsafe lineFeed.find(Ascii.lineFeed, base, from: following, upTo: filled)
            let end = unsafe min(
                feed,
                carriageReturn.find(Ascii.carriageReturn, base, from: following, upTo: filled)
            )
            if end < filled, end == feed || end + 2 < filled || isAtEnd {
                following = end == feed ? end + 1 : afterReturn(end)
                followingNumber += 1
                return
            }
            if isAtEnd {
                if following < filled { followingNumber += 1 }
                following = filled
                return
            }
            // Only a CR at the very end still matters.
            drop(upTo: end)
            try fill()
        }
    }
}
