/// A reader that splits a stream into calendars and their components, one at a time and in bounded memory.
///
/// The reader interprets only BEGIN and END, not the lines between them (RFC 5545 section 3.6). BEGIN and END are
/// matched by name. A component without an END is skipped with a warning and does not affect other components. You
/// can examine a component in the buffer (``withPendingBytes(_:)``) before deciding whether to copy it
/// (``takeSlice()``).
package struct CalendarReader: ~Copyable {
    package enum Step: Equatable {
        case calendarBegins(line: Int)
        case calendarEnds
        /// A component, or a run of the calendar's own properties, is ready.
        case slice
        case end
    }

    package var diagnostics: DiagnosticList
    /// Whether a calendar or a component outside any calendar was found.
    package var hasFoundCalendar = false
    /// The kind of input, judged by its first bytes.
    package let kind: InputKind
    /// The senders of the calendars, if the input is an email.
    private(set) var senders: [MailSender] = []
    private let isPart: Bool
    /// Whether the parsed bytes differ from the input because the input is an email or indented.
    private(set) var isLaidOutAnew = false
    var isInCalendar: Bool { calendarLine != nil }

    // State shared by framing and slicing.
    var scanner: LineScanner
    let limits: ReadingLimits
    /// The open components, outermost first, excluding the VCALENDAR.
    var open: [OpenComponent] = []
    /// The names of the open components that are nested too deeply to keep, up to ``mostDeepNames``.
    var deepNames: [UInt64] = []
    /// The number of components nested too deeply beyond ``mostDeepNames``.
    var deepCount = 0
    /// The lines of the component or property run being read.
    var lines: [ComponentSlice.Line] = []
    /// Whether the open component is being skipped because it is too large or not a calendar component.
    var isLeavingOut = false
    /// Whether the open component exceeds the line limit and the excess has been reported.
    var hasTooManyLines = false
    /// The line of BEGIN:VCALENDAR, or nil outside a calendar.
    var calendarLine: Int?
    /// The range of the ready slice in the buffer.
    var pendingRange = 0..<0
    var pendingName = ComponentName.known(.calendar)
    /// Whether the ready slice is a run of the calendar's own properties.
    var isPendingRun = false
    /// Whether the current line must be processed again because it ended a run of properties.
    private(set) var isLineUnread = false
    private var junkLine = 0
    private var junkCount = 0
    private var hasWarnedOutside = false

    struct OpenComponent {
        let name: ComponentName
        let hash: UInt64
        let group: KnownComponent.Group?
        let line: Int
        /// The index of the component's BEGIN in ``lines``.
        let firstLine: Int
    }

    /// Creates a reader and reads the first bytes.
    ///
    /// Throws an error if the bytes cannot be read or the input cannot be a calendar.
    package init(_ source: ByteSource, limits: ReadingLimits) throws(CalendarError) {
        try self.init(
            startingWith: LineScanner(source, lineLimit: limits.lineLength),
            isPart: false,
            file: source.name,
            limits
        )
    }

    /// Creates a reader at the start of a stream, like ``init(_:limits:)``.
    init(
        startingWith scanner: consuming LineScanner,
        isPart: Bool,
        file: String?,
        _ limits: ReadingLimits
    ) throws(CalendarError) {
        var scanner = scanner
        let start = try scanner.prefix(512)
        let kind = InputKind(start)
        if kind.isHopeless { throw CalendarError(.notACalendar, file: file, kind.complaint) }
        var diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
        var senders: [MailSender] = []
        let text = try Self.otherText(of: &scanner, start, kind, isPart: isPart, &diagnostics, &senders)
        if let text {
            scanner = LineScanner(ByteSource(bytes: text, name: nil), lineLimit: limits.lineLength)
        }
        self.init(scanner, inside: nil, kind, isPart: isPart, file: file, limits: limits)
        self.diagnostics = diagnostics
        self.senders = senders
        isLaidOutAnew = text != nil
    }

    /// Creates a reader that continues at a line directly inside the VCALENDAR started on line `calendarLine`, or
    /// outside any calendar.
    ///
    /// A part of a stream may end anywhere without a diagnostic.
    init(
        _ scanner: consuming LineScanner,
        inside calendarLine: Int?,
        _ kind: InputKind = InputKind([]),
        isPart: Bool = false,
        file: String?,
        limits: ReadingLimits
    ) {
        self.scanner = scanner
        self.calendarLine = calendarLine
        self.kind = kind
        self.isPart = isPart
        self.limits = limits
        diagnostics = DiagnosticList(file: file, limit: limits.diagnostics)
        lines.reserveCapacity(256)
    }

    /// Whether no component is open inside a calendar, and nothing has been reported.
    var isBetweenComponents: Bool {
        open.isEmpty && lines.isEmpty && junkCount == 0 && !isLineUnread && diagnostics.isEmpty
    }

    /// Reads up to the next step and discards the previous slice.
    package mutating func next() throws(CalendarError) -> Step {
        scanner.keptFrom = open.isEmpty ? nil : scanner.keptFrom
        if open.isEmpty { lines.removeAll(keepingCapacity: true) }
        while true {
            if isLineUnread {
                isLineUnread = false
            } else {
                if !open.isEmpty { skim() }
                if let marker = scanner.plainMarker() {
                    if let step = read(marker) { return step }
                    continue
                }
                switch try scanner.next() {
                case .line: break
                case .overlong:
                    diagnostics.add(
                        .error,
                        .limit,
                        line: scanner.lineNumber,
                        "limit reached: \(limits.lineLength) bytes in one line (ReadingLimits.lineLength); line skipped"
                    )
                    continue
                case .end: return finish()
                }
            }
            if let step = read() { return step }
        }
    }

    /// Processes the current line; a non-nil marker means that the line is known to be BEGIN or END.
    private mutating func read(_ known: Marker? = nil) -> Step? {
        checkSize()
        guard let marker = known ?? marker() else {
            if !open.isEmpty {
                add(.property)
            } else if isInCalendar {
                if scanner.keptFrom == nil { scanner.keptFrom = scanner.lineStart }
                add(.property)
                // Emits the run in pieces so that a calendar with only properties needs little memory.
                let size = scanner.following - (scanner.keptFrom ?? scanner.following)
                if lines.count >= 1000 || size >= ByteSource.blockSize {
                    return makeRunReady(upTo: scanner.following)
                }
            } else {
                if junkCount == 0 { junkLine = scanner.lineNumber }
                junkCount += 1
            }
            return nil
        }
        if open.isEmpty, !lines.isEmpty {
            isLineUnread = true
            return makeRunReady(upTo: scanner.lineStart)
        }
        if marker.isSpaced { noteBlanks() }
        endJunk()
        return marker.isBegin ? begin(marker) : end(marker)
    }

    private mutating func noteBlanks() {
        let message = "blanks in a BEGIN or END line ignored"
        diagnostics.addRun(.warning, .layout, line: scanner.lineNumber, of: "spaced", message)
    }

    /// Records the lines of the open component up to the next line that needs a closer look.
    private mutating func skim() {
        guard !isLeavingOut, deepNames.isEmpty, let start = scanner.keptFrom else { return }
        scanner.skim(
            into: &lines,
            from: start,
            upTo: start + min(limits.componentSize, 1 << 31),
            limit: limits.properties
        )
    }

    /// Returns the component name in the current line, which is a BEGIN or an END.
    ///
    /// Mutating only because the compiler would otherwise copy the entire reader.
    @inline(__always)
    mutating func name(of marker: Marker) -> ComponentName {
        if let known = marker.known { return .known(known) }
        return .other(withLine { marker.capitals(in: $0) })
    }

    func withLine<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        let line = scanner.lineStart..<scanner.lineEnd
        guard scanner.isFolded else { return scanner.withBytes(line, body) }
        var unfolded: [UInt8] = []
        LineFolding.unfold(ArraySlice(scanner.copy(line)), into: &unfolded)
        return body(unfolded.span)
    }

    /// Adds one warning for all preceding lines outside any calendar.
    @inline(__always)
    private mutating func endJunk() {
        if junkCount > 0 { warnOfJunk() }
    }

    private mutating func warnOfJunk() {
        // Input without calendars is rejected as a whole, so unusable lines are reported only if there is a calendar.
        diagnostics.addSkipped(
            line: junkLine,
            junkCount == 1
                ? "line outside any calendar skipped"
                : "\(junkCount) lines outside any calendar skipped, starting here"
        )
        junkCount = 0
    }

    package func checkFoundCalendar(in file: String?) throws(CalendarError) {
        if !hasFoundCalendar { throw CalendarError(.notACalendar, file: file, kind.complaint) }
    }

    // MARK: - Calendars

    mutating func beginCalendar() -> Step {
        hasFoundCalendar = true
        hasWarnedOutside = false
        calendarLine = scanner.lineNumber
        return .calendarBegins(line: scanner.lineNumber)
    }

    /// Starts a component that is directly inside a calendar or outside any calendar.
    ///
    /// A vCard is skipped.
    mutating func beginSlice(isCard: Bool) {
        lines.removeAll(keepingCapacity: true)
        scanner.keptFrom = isCard ? nil : scanner.lineStart
        isLeavingOut = isCard
        hasTooManyLines = false
        if isCard {
            diagnostics.add(
                .error,
                .framing,
                line: scanner.lineNumber,
                "vCard skipped: not a calendar component"
            )
        } else if !isInCalendar, !hasWarnedOutside {
            diagnostics.warn(
                .outsideCalendar,
                line: scanner.lineNumber,
                "component outside any VCALENDAR; read as part of a calendar"
            )
            hasWarnedOutside = true
        }
    }

    private mutating func finish() -> Step {
        if open.isEmpty, !lines.isEmpty { return makeRunReady(upTo: scanner.lineStart) }
        if isPart { return .end }
        endJunk()
        if let outermost = open.first {
            diagnostics.add(
                .error,
                .framing,
                line: scanner.lastLineNumber,
                "\(outermost.name.capitals) on line \(outermost.line) skipped: the file ends inside it"
            )
            leaveOutOpenComponent()
        } else if let calendarLine {
            diagnostics.warn(
                .missingEnd,
                line: scanner.lastLineNumber,
                "VCALENDAR on line \(calendarLine) has no END; closed at the end of the file"
            )
        }
        calendarLine = nil
        return .end
    }

    // MARK: - Emails, indented input and doubled lines

    /// The maximum number of bytes to read from an email or indented input, all of which must fit in memory.
    private static let largest = 256 << 20

    /// Returns the calendars in an email, or indented lines without their indentation, or nil for any other input.
    ///
    /// Throws if the input cannot be read, if an email contains no calendar, or if the input is incomplete.
    static func otherText(
        of scanner: inout LineScanner,
        _ start: [UInt8],
        _ kind: InputKind,
        isPart: Bool,
        _ diagnostics: inout DiagnosticList,
        _ senders: inout [MailSender]
    ) throws(CalendarError) -> [UInt8]? {
        let isIndented = kind != .mail && IndentedText.begins(start)
        guard kind == .mail || isIndented else { return nil }
        if isPart { throw CalendarError(.notACalendar, file: diagnostics.file, kind.complaint) }
        let bytes = try scanner.prefix(largest)
        if !scanner.isAtEnd {
            let message =
                "limit reached: \(largest) bytes of input (ReadingLimits.inputSize); the rest skipped"
            diagnostics.add(.error, .limit, line: nil, message)
        }
        if isIndented {
            let (text, line) = IndentedText.undone(bytes)
            diagnostics.warn(.layout, line: line, "lines are indented; indentation ignored")
            return text
        }
        let mail = MailText(bytes)
        guard mail.count > 0 else {
            let complaint =
                if mail.isLimited {
                    "the input is an email with too many or too deeply nested parts to search"
                } else if mail.hasJCal {
                    "the input is an email with a calendar in jCal; save the calendar as a file and read the file"
                } else { kind.complaint }
            throw CalendarError(.notACalendar, file: diagnostics.file, complaint)
        }
        let what = mail.count == 1 ? "the calendar" : "the \(mail.count) calendars"
        let numbers = mail.keepsNumbers ? "" : "; line numbers refer to the decoded text"
        diagnostics.add(.note, .mail, line: nil, "the input is an email; reading \(what) in it\(numbers)")
        if mail.isLimited {
            let message =
                "limit reached: the email has too many or too deeply nested parts; not all were searched for calendars"
            diagnostics.add(.error, .limit, line: nil, message)
        }
        if mail.hasJCal {
            diagnostics.warn(
                .mail,
                line: nil,
                "jCal in the email ignored; save it as a file and read the file"
            )
        }
        for line in mail.indentedLines {
            diagnostics.warn(.layout, line: line, "lines are indented; indentation ignored")
        }
        senders = mail.senders
        return mail.bytes
    }

    mutating func marker() -> Marker? {
        let first = scanner.byte(scanner.lineStart) | 0x20
        guard first == 0x62 || first == 0x65 else { return nil }
        return withLine { Marker($0) } ?? firstOfTwo()
    }

    /// Returns the first marker in a line that contains two markers.
    ///
    /// The second marker becomes the next line.
    private mutating func firstOfTwo() -> Marker? {
        guard !scanner.isFolded, let (end, place) = withLine({ Marker.second(in: $0) }) else { return nil }
        diagnostics.addRun(
            .warning,
            .layout,
            line: scanner.lineNumber,
            of: "two on one line",
            "BEGIN or END twice on one line; read as two lines"
        )
        scanner.split(contentUpTo: scanner.lineStart + end, at: scanner.lineStart + place)
        return withLine { Marker($0) }
    }
}
