extension CalendarReader {
    /// Makes the run of properties up to a position the ready slice.
    mutating func makeRunReady(upTo end: Int) -> Step {
        pendingRange = (scanner.keptFrom ?? end)..<end
        pendingName = .known(.calendar)
        isPendingRun = true
        return .slice
    }

    /// Makes the component that ends on the current line the ready slice.
    mutating func makeComponentReady(_ name: ComponentName) -> Step {
        hasFoundCalendar = true
        pendingRange = (scanner.keptFrom ?? scanner.following)..<scanner.following
        pendingName = name
        isPendingRun = false
        return .slice
    }

    /// Calls a closure with the name, lines and bytes of the ready slice, which stay in the reader's buffer.
    func withPendingBytes<Result>(_ body: (ComponentName, Span<SliceLine>, Span<UInt8>) -> Result) -> Result {
        scanner.withBytes(pendingRange) { bytes in lines.withSpan { body(pendingName, $0, bytes) } }
    }

    var pendingSize: Int { pendingRange.count }

    func takeBytes() -> [UInt8] {
        scanner.copy(pendingRange)
    }

    /// Returns the ready slice with its own copy of the bytes.
    package func takeSlice() -> ComponentSlice {
        ComponentSlice(
            name: pendingName.capitals,
            store: ByteStore(takeBytes()),
            lines: lines.copy(),
            isCalendarProperties: isPendingRun
        )
    }

    /// Skips the next event if a screen clearly rejects it; see ``LineScanner/passEvent(_:size:limit:)``.
    @inline(__always)
    mutating func passEvent(_ screen: ComponentScreen) -> ComponentScreen.Extent? {
        // Leave anything unusual about its position or contents to ``next()``.
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
