public import ICalendarCore
import ICalendarExchange
import SystemIO

/// Has another process find out what happens in a stranger's calendar, so that a crash, a loop without end or a flood of
/// memory costs that process and nothing else.
///
/// The process is the program `ics-expand` of the same version, which limits itself before it reads. It sends back
/// events with plain times, without rules, zones or overrides, as jCal. Nothing else is read here than that JSON, by
/// Swift that checks its bounds; the readers of iCalendar, rules and zones never see the input here.
///
/// Should a stranger's bytes come to run as code, that code is in a process that can write to no file that it opens,
/// gets no further rights and ends soon. It is no prison: the process may read what its user may, and reach networks.
/// Who needs more names a `worker` that starts `ics-expand` in a prison of the system's. What events say is the
/// stranger's in any case.
///
/// ```swift
/// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
/// let found = try reader.events(of: "stranger.ics", in: window)
/// for event in found.events { print(event.summary ?? "") }
/// ```
public struct IsolatedReader: Sendable {
    /// The program that reads, such as `/usr/local/bin/ics-expand`.
    public let worker: CalendarPath
    /// What it may use: `reader.limits.time = 5`.
    public var limits: IsolationLimits

    /// A reader that has a program read.
    ///
    /// ```swift
    /// let reader = IsolatedReader(worker: CalendarPath("/usr/local/bin/ics-expand"))
    /// ```
    public init(worker: CalendarPath, limits: IsolationLimits = .init()) {
        self.worker = worker
        self.limits = limits
    }

    /// A reader that has a program read whose path is a text: `IsolatedReader(worker: "/usr/local/bin/ics-expand")`.
    public init(worker: String, limits: IsolationLimits = .init()) {
        self.init(worker: CalendarPath(worker), limits: limits)
    }

    /// The occurrences of a file in a window, as events by themselves in their order.
    ///
    /// It takes as long as ``IsolationLimits/time`` at most, during which the calling thread waits.
    ///
    /// Throws `.unreadable` when the file cannot be opened or is no regular one, `.notACalendar` when it holds no
    /// calendar, and `.workerEnded` when reading it crashed or reached a limit, or there is no worker.
    ///
    /// ```swift
    /// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
    /// let found = try reader.events(of: CalendarPath("stranger.ics"), in: window)
    /// ```
    public func events(
        of path: CalendarPath,
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) throws(CalendarError) -> IsolatedEvents {
        let file: OpenDescriptor
        do { file = try OpenDescriptor(reading: path.bytes) } catch { throw path.unreadable(error) }
        guard file.isRegular else {
            throw CalendarError(.unreadable, file: path.description, "is no regular file")
        }
        return try events(of: file, named: path.description, in: window, options)
    }

    /// The occurrences of a file whose path is a text: `try reader.events(of: "stranger.ics", in: window)`.
    public func events(
        of path: String,
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) throws(CalendarError) -> IsolatedEvents {
        try events(of: CalendarPath(path), in: window, options: options)
    }

    /// The occurrences of bytes in memory, such as those of an upload; they go through a file without a name.
    ///
    /// Throws as ``events(of:in:options:)-(CalendarPath,_,_)`` does, and `.unwritable` when there is no room for the
    /// file.
    ///
    /// ```swift
    /// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
    /// let found = try reader.events(ofBytes: Array("BEGIN:VCALENDAR\nEND:VCALENDAR\n".utf8), in: window)
    /// ```
    public func events(
        ofBytes bytes: [UInt8],
        name: String? = nil,
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) throws(CalendarError) -> IsolatedEvents {
        let file: OpenDescriptor
        do {
            file = try OpenDescriptor.temporary()
            try file.write(bytes)
        } catch {
            throw CalendarError(.unwritable, file: name, "a file for the worker cannot be written: \(error)")
        }
        OpenDescriptor.go(to: 0, in: file.number)
        return try events(of: file, named: name, in: window, options)
    }

    private func events(
        of file: OpenDescriptor,
        named name: String?,
        in window: OccurrenceWindow,
        _ options: ExpansionOptions
    ) throws(CalendarError) -> IsolatedEvents {
        func error(_ failure: WorkerFailure) -> CalendarError {
            CalendarError(.workerEnded, file: name, "reading it \(failure)")
        }
        var (answer, remarks): ([UInt8], [UInt8]) = ([], [])
        let result: Result<ChildProcess.End, WorkerFailure>
        do throws(PlatformError) {
            let (process, output, errors) = try start(file, window, options)
            var reading = WorkerAnswer(of: process, limits: limits)
            reading.add(output.number) { bytes in
                answer += bytes
                return answer.count <= limits.answer
            }
            reading.add(errors.number) { bytes in
                // More remarks than these nobody reads.
                if remarks.count < Self.longestRemarks { remarks += bytes }
                return true
            }
            result = reading.read()
        } catch {
            throw CalendarError(.workerEnded, file: name, "reading it \(WorkerFailure.notStarted(error))")
        }
        if answer.count > limits.answer { throw error(.size(limits.answer)) }
        let end: ChildProcess.End
        do { end = try result.get() } catch let failure { throw error(failure) }
        if let failure = WorkerFailure(end, limits) { throw error(failure) }
        let lines = IsolatedEvents.remarks(in: remarks, name: name)
        guard end == .exited(0) || end == .unknown && !answer.isEmpty else {
            // The worker names the input before it says why it gave nothing.
            let reason = lines.last.map { line in
                let start = "\(name.map { $0 + ":" } ?? "") error: "
                return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : line
            }
            throw CalendarError(.notACalendar, file: name, reason ?? "the worker gives no reason")
        }
        return IsolatedEvents(try CalendarFile(jCal: answer, name: name), remarks: lines)
    }

    private static let longestRemarks = 1 << 20

    /// Starts the worker with a file as its standard input; the ends that it writes to are not kept here.
    private func start(
        _ file: OpenDescriptor,
        _ window: OccurrenceWindow,
        _ options: ExpansionOptions
    ) throws(PlatformError) -> (ChildProcess, output: OpenDescriptor, errors: OpenDescriptor) {
        let (output, errors) = (try OpenDescriptor.pipe(), try OpenDescriptor.pipe())
        let nothing = try OpenDescriptor.nothing()
        let process = try ChildProcess(
            worker.bytes,
            arguments(window, options).map { Array($0.utf8) },
            // The last is the list of what is passed over, which is empty.
            descriptors: [file.number, output.writing.number, errors.writing.number, nothing.number]
        )
        return (process, output.reading, errors.reading)
    }

    private func arguments(_ window: OccurrenceWindow, _ options: ExpansionOptions) -> [String] {
        let order = WorkerOrder(
            .answers,
            memory: limits.memory,
            processorTime: limits.processorTime,
            parent: nil
        )
        var words = ["ics-expand", "--worker", order.text, "--format", "jcal"]
        words += [
            "--from", "\(window.requestedRange.lowerBound)", "--to", "\(window.requestedRange.upperBound)",
        ]
        words += ["--time-zone", window.zone.identifier]
        if options.zonePreference == .file { words += ["--zones", "file"] }
        if options.usesCalendarTimeZone { words.append("--use-calendar-time-zone") }
        if options.hidesCancelled { words.append("--hide-cancelled") }
        return words + ["-"]
    }
}
