extension CalendarReader {
    /// Makes the run of properties ready that has been read up to a place.
    mutating func makeRunReady(upTo end: Int) -> Step {
        pendingRange = (scanner.keptFrom ?? end)..<end
        pendingName = .known(.calendar)
        isPendingRun = true
        return .slice
    }

    /// Makes the component ready whose END is the current line.
    mutating func makeComponentReady(_ name: ComponentName) -> Step {
        hasFoundCalendar = true
        pendingRange = (scanner.keptFrom ?? scanner.following)..<scanner.following
        pendingName = name
        isPendingRun = false
        return .slice
    }

    /// Lets a function look at the slice that is ready, in the reader's own buffer: its name, its lines and its bytes.
    func withPendingBytes<Result>(_ body: (ComponentName, Span<SliceLine>, Span<UInt8>) -> Result) -> Result {
        scanner.withBytes(pendingRange) { bytes in lines.withSpan { body(pendingName, $0, bytes) } }
    }

    var pendingSize: Int { pendingRange.count }

    func takeBytes() -> [UInt8] {
        scanner.copy(pendingRange)
    }

    /// The slice that is ready, with its own copy of its bytes.
    package func takeSlice() -> ComponentSlice {
        ComponentSlice(
            name: pendingName.capitals,
            store: ByteStore(takeBytes()),
            lines: lines.copy(),
            isCalendarProperties: isPendingRun
        )
    }

    /// Passes over the event that comes next, if a screen plainly leaves it out; see ``LineScanner/passEvent(_:size:limit:)``.
    @inline(__always)
    mutating func passEvent(_ screen: ComponentScreen) -> ComponentScreen.Extent? {
        // What is odd about where it stands, or in it, is for ``next()`` to say.
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
