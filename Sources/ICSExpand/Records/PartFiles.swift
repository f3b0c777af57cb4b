#if CommandLine
    import ICSConsole
    import ICalendar
    import SystemIO

    /// The files of a split calendar, each created when its first bytes are there.
    final class PartFiles {
        private let folder: CalendarPath
        private var files: [OpenPart?]

        private struct OpenPart {
            let path: CalendarPath
            let file: OpenDescriptor
            var bytes: [UInt8] = []
        }

        private static let bufferSize = 1 << 16

        /// Prepares at most `count` files in a folder, which is created or must be empty.
        init(in folder: CalendarPath, count: Int) throws(CalendarError) {
            self.folder = folder
            files = Array(repeating: nil, count: count)
            do throws(PlatformError) { try NewFile.createEmptyFolder(folder.bytes) } catch {
                throw Self.error(folder, error)
            }
        }

        func append(_ bytes: [UInt8], to part: Int) throws(CalendarError) {
            if files[part] == nil {
                let digits = "\(part + 1)"
                let zeros = String(repeating: "0", count: "\(files.count)".utf8.count - digits.utf8.count)
                let path = folder.appending(Array("part-\(zeros)\(digits).ics".utf8))
                do throws(PlatformError) {
                    files[part] = OpenPart(path: path, file: try OpenDescriptor(creating: path.bytes))
                } catch {
                    throw Self.error(path, error)
                }
            }
            files[part]?.bytes += bytes
            if files[part]?.bytes.count ?? 0 >= Self.bufferSize { try flush(part) }
        }

        /// Writes what is left to write.
        func finish() throws(CalendarError) {
            for part in files.indices { try flush(part) }
        }

        /// Removes all files, so that an incomplete calendar is not taken for a complete one.
        func remove() {
            for case let part? in files { NewFile.remove(part.path.bytes) }
        }

        private func flush(_ part: Int) throws(CalendarError) {
            guard let open = files[part] else { return }
            do throws(PlatformError) { try open.file.write(open.bytes) } catch {
                throw Self.error(open.path, error)
            }
            files[part]?.bytes.removeAll(keepingCapacity: true)
        }

        private static func error(_ path: CalendarPath, _ error: PlatformError) -> CalendarError {
            let isFull = error == .notEmpty
            return CalendarError(
                .unwritable,
                file: path.description,
                isFull ? "folder is not empty" : "cannot be written: \(error)"
            )
        }
    }

    extension Run {
        /// Splits the input into files, and reports what is wrong with its framing, which the files do not repeat.
        mutating func split(into count: Int, in folder: CalendarPath) {
            do throws(CalendarError) {
                let source = try source(of: plan.inputs[0])
                var splitter = CalendarSplitter(into: count, file: source.name)
                let files = try PartFiles(in: folder, count: count)
                do throws(CalendarError) {
                    try splitter.split(source) { part, bytes throws(CalendarError) in
                        try files.append(bytes, to: part)
                    }
                    try files.finish()
                } catch {
                    files.remove()
                    throw error
                }
                report(splitter.diagnostics)
                statistics.bytes = source.bytesRead
                statistics.files = splitter.sizes.count { $0 > 0 }
                statistics.components = splitter.components
                statistics.kept = splitter.components
            } catch {
                fail(error)
            }
        }

        /// Opens an input that must be a file or standard input.
        func source(of input: Input) throws(CalendarError) -> ByteSource {
            switch input {
            case .standardInput:
                if Descriptor.input.isTerminal {
                    errors.print("ics-expand: reading standard input; press Ctrl-D to end it")
                }
                return try CalendarInput.standardInput.source()
            case .path(let path):
                if let complaint = Input.complaint(about: path) { throw complaint }
                return try CalendarInput.path(path).source()
            }
        }
    }
#endif
