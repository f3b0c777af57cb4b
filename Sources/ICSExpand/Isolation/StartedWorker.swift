import ICalendar

/// Starts this program once more, as a worker.
enum StartedWorker {
    /// Starts a worker with an order and with the arguments that this process has.
    ///
    /// It gets standard input, output and error, and what it is to write progress to; nil stands for nothing. It is
    /// told a list of inputs.
    static func process(
        _ order: WorkerOrder,
        _ arguments: [CalendarPath],
        _ list: InputList,
        input: Int32?,
        output: OpenDescriptor?,
        errors: OpenDescriptor?,
        progress: OpenDescriptor?
    ) throws(PlatformError) -> ChildProcess {
        let nothing = try OpenDescriptor.nothing()
        let (process, listing) = try Self.start { (reading) throws(PlatformError) in
            try ChildProcess(
                ProgramPath.current,
                [CalendarPath("ics-expand"), CalendarPath("--worker"), CalendarPath(order.text)] + arguments,
                descriptors: [
                    input ?? nothing.number, (output ?? nothing).number, (errors ?? nothing).number,
                    reading.number,
                ] + (progress.map { [$0.number] } ?? [])
            )
        }
        // One that has ended already is noticed when it does not answer.
        try? listing.write(list.bytes)
        return process
    }

    /// Starts a process with the end of a pipe, which is not kept here, as writing to the other one would not end.
    private static func start(
        _ body: (OpenDescriptor) throws(PlatformError) -> ChildProcess
    ) throws(PlatformError) -> (ChildProcess, OpenDescriptor) {
        let (reading, writing) = try OpenDescriptor.pipe()
        return (try body(reading), writing)
    }
}
