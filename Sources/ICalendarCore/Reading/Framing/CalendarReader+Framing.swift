extension CalendarReader {
    mutating func begin(_ marker: Marker) -> Step? {
        let line = scanner.lineNumber
        if marker.known == .calendar {
            loseOpenComponents(from: 0, before: "BEGIN:VCALENDAR")
            if let calendarLine {
                diagnostics.warn(
                    .missingEnd,
                    line: line,
                    "VCALENDAR on line \(calendarLine) has no END; closed here"
                )
            }
            return beginCalendar()
        }
        let group = marker.known?.group
        if group != nil, let unclosed = open.firstIndex(where: { $0.group == group }) {
            loseOpenComponents(from: unclosed, before: "BEGIN:\(marker.known?.name ?? "")")
        }
        if !deepNames.isEmpty {
            beginDeep(marker.hash)
            return nil
        }
        if open.isEmpty {
            beginSlice(isCard: marker.known == .card)
        } else if open.count >= min(limits.nesting, ReadingLimits.greatestNesting)
            || lines.count >= limits.properties
        {
            diagnostics.add(
                .error,
                .limit,
                line: line,
                open.count >= min(limits.nesting, ReadingLimits.greatestNesting)
                    ? "limit reached: \(limits.nesting) levels of nesting (ReadingLimits.nesting); deeper components skipped"
                    : "limit reached: \(limits.properties) lines in one component (ReadingLimits.properties); "
                        + "component inside the \(open[0].name.capitals) on line \(open[0].line) skipped"
            )
            beginDeep(marker.hash)
            return nil
        }
        let name = name(of: marker)
        open.append(
            OpenComponent(
                name: name,
                hash: marker.hash,
                group: group,
                line: line,
                firstLine: lines.count
            )
        )
        add(.begin)
        return nil
    }

    mutating func end(_ marker: Marker) -> Step? {
        let line = scanner.lineNumber
        if marker.known == .calendar {
            loseOpenComponents(from: 0, before: "END:VCALENDAR")
            guard isInCalendar else {
                diagnostics.warn(.strayEnd, line: line, "END:VCALENDAR without a BEGIN; ignored")
                return nil
            }
            calendarLine = nil
            return .calendarEnds
        }
        let place = open.lastIndex { $0.hash == marker.hash }
        if !deepNames.isEmpty, endDeep(marker.hash, isOpenAbove: place != nil) { return nil }
        guard let place else {
            let name = name(of: marker).capitals
            diagnostics.addRun(
                .warning,
                .strayEnd,
                line: line,
                of: "END:\(name)",
                "END:\(name) without a BEGIN; ignored"
            )
            return nil
        }
        if place + 1 < open.count {
            let name = open[place].name.capitals
            loseOpenComponents(from: place + 1, before: "END:\(name)")
        }
        let closed = open.removeLast()
        add(.end)
        guard open.isEmpty else { return nil }
        guard !isLeavingOut else {
            leaveOutOpenComponent()
            return nil
        }
        return makeComponentReady(closed.name)
    }

    // MARK: - Components nested too deeply
    //
    // Names of components nested too deeply are stored up to a maximum number; any others are counted.

    private static var mostDeepNames: Int { 256 }

    private mutating func beginDeep(_ name: UInt64) {
        if deepNames.count < Self.mostDeepNames { deepNames.append(name) } else { deepCount += 1 }
    }

    /// Records an END, and returns whether it belongs to a component that is nested too deeply or to no component.
    ///
    /// If only a kept component has the name, returns false and closes all components that are nested too deeply.
    private mutating func endDeep(_ name: UInt64, isOpenAbove: Bool) -> Bool {
        guard let place = deepNames.lastIndex(of: name) else {
            if isOpenAbove {
                closeDeep()
                return false
            }
            if deepCount > 0 { deepCount -= 1 }
            return true
        }
        if deepCount > 0 { deepCount -= 1 } else { deepNames.removeSubrange(place...) }
        return true
    }

    private mutating func closeDeep() {
        deepNames = []
        deepCount = 0
    }

    // MARK: - Components that are not closed

    /// Discards the open components from the given index onward, because they have no END before the current line.
    private mutating func loseOpenComponents(from place: Int, before reason: @autoclosure () -> String) {
        guard place < open.count else { return }
        let outermost = open[place]
        diagnostics.addRun(
            .error,
            .framing,
            line: scanner.lineNumber,
            of: outermost.name.capitals,
            "\(outermost.name.capitals) on line \(outermost.line) skipped: no END before \(reason())"
        )
        closeDeep()
        if place == 0 {
            leaveOutOpenComponent()
        } else {
            open.removeSubrange(place...)
            // A component that is skipped entirely has no recorded lines.
            if !isLeavingOut { lines.removeLast(max(0, lines.count - outermost.firstLine)) }
        }
    }

    /// Discards the component directly inside the VCALENDAR, including its open nested components.
    mutating func leaveOutOpenComponent() {
        open.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
        closeDeep()
        isLeavingOut = false
        scanner.keptFrom = nil
    }

    @inline(__always)
    mutating func checkSize() {
        // Offsets are 32-bit numbers.
        guard let start = scanner.keptFrom, scanner.following - start > min(limits.componentSize, 1 << 31)
        else { return }
        leaveOutAsTooLarge()
    }

    private mutating func leaveOutAsTooLarge() {
        guard let outermost = open.first else { return }
        diagnostics.add(
            .error,
            .limit,
            line: scanner.lineNumber,
            "\(outermost.name.capitals) on line \(outermost.line) skipped: limit of \(limits.componentSize) bytes reached (ReadingLimits.componentSize)"
        )
        isLeavingOut = true
        lines = []
        scanner.keptFrom = nil
    }

    /// Records the current line as part of the open component or run, within the limits.
    @inline(__always)
    mutating func add(_ kind: ComponentSlice.Line.Kind) {
        guard !isLeavingOut, deepNames.isEmpty, let start = scanner.keptFrom else { return }
        if lines.count >= limits.properties, kind == .property {
            warnOfTooManyLines()
            return
        }
        lines.append(
            ComponentSlice.Line(
                offset: UInt32(truncatingIfNeeded: scanner.lineStart - start),
                length: UInt32(truncatingIfNeeded: scanner.lineLength),
                number: UInt32(truncatingIfNeeded: scanner.lineNumber),
                kind: kind,
                isFolded: scanner.isFolded
            )
        )
    }

    private mutating func warnOfTooManyLines() {
        guard !hasTooManyLines else { return }
        hasTooManyLines = true
        diagnostics.add(
            .error,
            .limit,
            line: scanner.lineNumber,
            "limit reached: \(limits.properties) lines in one \(open.first?.name.capitals ?? "VCALENDAR") (ReadingLimits.properties); the rest skipped"
        )
    }
}

extension CalendarReader {
    /// Makes the run of properties up to the given position ready as a slice.
    mutating func makeRunReady(upTo end: Int) -> Step {
        pendingRange = (scanner.keptFrom ?? end)..<end
        pendingName = .known(.calendar)
        isPendingRun = true
        return .slice
    }

    /// Makes the component that ends on the current line ready as a slice.
    mutating func makeComponentReady(_ name: ComponentName) -> Step {
        hasFoundCalendar = true
        pendingRange = (scanner.keptFrom ?? scanner.following)..<scanner.following
        pendingName = name
        isPendingRun = false
        return .slice
    }

    /// Calls a closure with the name, lines, and bytes of the ready slice, which remain in the reader's buffer.
    func withPendingBytes<Result>(_ body: (ComponentName, Span<ComponentSlice.Line>, Span<UInt8>) -> Result)
        -> Result
    {
        scanner.withBytes(pendingRange) { body(pendingName, lines.span, $0) }
    }

    var pendingSize: Int { pendingRange.count }

    func takeBytes() -> [UInt8] {
        scanner.copy(pendingRange)
    }

    /// Returns a copy of the lines, so that the reader can reuse their memory.
    func copyOfLines() -> [ComponentSlice.Line] {
        var copy: [ComponentSlice.Line] = []
        copy.append(contentsOf: lines)
        return copy
    }

    /// Returns the ready slice with its own copy of the bytes.
    package func takeSlice() -> ComponentSlice {
        ComponentSlice(
            name: pendingName.capitals,
            store: ByteStore(takeBytes()),
            lines: copyOfLines(),
            isCalendarProperties: isPendingRun
        )
    }
}
