public import ICalendarCore
import ICalendarExchange
import SystemIO

/// A reader that expands untrusted calendars in another process.
///
/// A crash, an endless loop or excessive memory use affects only that process.
///
/// The worker process runs the same version of `ics-expand`, which limits its own resources before it reads any input.
/// The worker returns events as jCal, with plain times and without rules, zones or overrides. The calling process
/// parses only that JSON, in bounds-checked Swift, so its iCalendar, rule and zone parsers never see the input.
///
/// If the input manages to execute code, that code runs in a short-lived process that cannot write to the files that it
/// opens and cannot gain privileges. The process is not a sandbox, since it can read everything that its user can read
/// and it can access the network. For more protection, specify a `worker` that starts `ics-expand` in a system sandbox.
/// In any case, the events' contents remain untrusted.
///
/// ```swift
/// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
/// let found = try reader.events(of: "stranger.ics", in: window)
/// for event in found.events { print(event.summary ?? "") }
/// ```
public struct IsolatedReader: Sendable {
    /// The worker program, such as `/usr/local/bin/ics-expand`.
    package let worker: CalendarPath
    /// The limits on the worker: `reader.limits.time = 5`.
    package var limits: IsolationLimits

    /// Creates a reader that uses a worker program.
    ///
    /// ```swift
    /// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
    /// ```
    public init(worker: CalendarPath, limits: IsolationLimits = .standard) {
        self.worker = worker
        self.limits = limits
    }

    /// Returns the occurrences of a file in a window, as standalone events in chronological order.
    ///
    /// The call blocks the current thread for at most ``IsolationLimits/time``.
    ///
    /// Throws `.unreadable` if the file cannot be opened or is not a regular file, `.notACalendar` if it contains no
    /// calendar, and `.workerEnded` if the worker crashes, reaches a limit or cannot be started.
    ///
    /// ```swift
    /// let reader = IsolatedReader(worker: "/usr/local/bin/ics-expand")
    /// let found = try reader.events(of: "stranger.ics", in: window)
    /// ```
    public func events(
        of path: CalendarPath,
        in window: OccurrenceWindow,
        options: ExpansionOptions = .init()
    ) throws(CalendarError) -> IsolatedEvents {
        let file: OpenDescriptor
        do { file = try OpenDescriptor(reading: path.bytes) } catch { throw path.unreadable(error) }
        guard file.isRegular else {
            throw CalendarError(.unreadable, file: path.description, "is not a regular file")
        }
        return try events(of: file, named: path.description, in: window, options)
    }

    /// Returns the occurrences of bytes in memory, such as an upload.
    ///
    /// The worker receives the bytes in an unnamed file. The method throws the same errors as
    /// ``events(of:in:options:)``, as well as `.unwritable` if that file cannot be written.
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
            throw CalendarError(.unwritable, file: name, "cannot write a file for the worker: \(error)")
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
                // No one would read remarks beyond this size.
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
            // The worker prefixes its reason with the input's name.
            let reason = lines.last.map { line in
                let start = "\(name.map { $0 + ":" } ?? "") error: "
                return line.hasPrefix(start) ? String(line.dropFirst(start.count)) : line
            }
            throw CalendarError(.notACalendar, file: name, reason ?? "the worker failed without a message")
        }
        let read = try CalendarFile(jCal: answer, name: name)
        // A worker that ended normally wrote its complete output.
        guard !read.diagnostics.contains(where: { $0.code == .missingEnd }) else {
            throw CalendarError(.notACalendar, file: name, "the worker's response is cut off")
        }
        return IsolatedEvents(read, remarks: lines)
    }

    private static let longestRemarks = 1 << 20

    /// Starts the worker with a file as its standard input.
    ///
    /// The pipes' write ends are then closed in the calling process.
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
            // The last descriptor is an empty list of inputs to skip.
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
