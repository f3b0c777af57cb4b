#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// The files for the rows of records.
    ///
    /// Each month has a file, such as `2026-03.ndjson`, for the rows that start in it; `none.ndjson` is for unreadable
    /// records.
    final class MonthFiles {
        private let folder: CalendarPath
        private var rows = MonthRows()
        /// The reason that a file cannot be written.
        private(set) var failure: CalendarError?

        private static let mostBytes = 8 << 20

        /// Prepares to write into a folder, which is created if missing and must otherwise be empty.
        init(in folder: CalendarPath) throws(CalendarError) {
            self.folder = folder
            do throws(PlatformError) { try NewFile.createEmptyFolder(folder.bytes) } catch {
                throw CalendarError(unwritable: folder, error)
            }
        }

        func write(_ block: OutputBlock) throws(WriteError) {
            rows.add(block)
            if rows.count >= Self.mostBytes { try flush() }
        }

        /// Appends the rows in memory to the files.
        ///
        /// Files are open only during this call, since there may be many months.
        func flush() throws(WriteError) {
            for (month, lines) in rows.removeAll() {
                let path = folder.appending(Array("\(month).ndjson".utf8))
                do throws(PlatformError) {
                    try OpenDescriptor(appendingTo: path.bytes).write(lines)
                } catch {
                    failure = CalendarError(unwritable: path, error)
                    throw WriteError.failed(code: error.number)
                }
            }
        }
    }

    extension CalendarError {
        /// Creates an error for a file, or for a folder that should be empty.
        init(unwritable path: CalendarPath, _ error: PlatformError) {
            let isFull = error == .notEmpty
            self.init(
                .unwritable,
                file: path.description,
                isFull ? "folder is not empty" : "cannot be written: \(error)"
            )
        }
    }
#endif
