#if CommandLine
    import ICalendar
    import SystemIO

    /// The files of a split calendar.
    ///
    /// A file is created when its first bytes are available.
    final class PartFiles {
        private let folder: CalendarPath
        private var files: [OpenPart?]

        private struct OpenPart {
            let path: CalendarPath
            let file: OpenDescriptor
            var bytes: [UInt8] = []
        }

        private static let bufferSize = 1 << 16

        /// Prepares to write at most `count` files in a folder, which is created if missing and must otherwise be
        /// empty.
        init(in folder: CalendarPath, count: Int) throws(CalendarError) {
            self.folder = folder
            files = Array(repeating: nil, count: count)
            do throws(PlatformError) { try NewFile.createEmptyFolder(folder.bytes) } catch {
                throw CalendarError(unwritable: folder, error)
            }
        }

        /// Writes the parts of a calendar.
        ///
        /// After an error, no files remain.
        func write(_ source: ByteSource, with splitter: inout CalendarSplitter) throws(CalendarError) {
            do throws(CalendarError) {
                try splitter.split(source) { part, bytes throws(CalendarError) in
                    try append(bytes, to: part)
                }
                for part in files.indices { try flush(part) }
            } catch {
                for case let part? in files { NewFile.remove(part.path.bytes) }
                throw error
            }
        }

        private func append(_ bytes: [UInt8], to part: Int) throws(CalendarError) {
            if files[part] == nil {
                let digits = "\(part + 1)"
                let zeros = String(repeating: "0", count: "\(files.count)".utf8.count - digits.utf8.count)
                let path = folder.appending(Array("part-\(zeros)\(digits).ics".utf8))
                do throws(PlatformError) {
                    files[part] = OpenPart(path: path, file: try OpenDescriptor(creating: path.bytes))
                } catch {
                    throw CalendarError(unwritable: path, error)
                }
            }
            files[part]?.bytes += bytes
            if files[part]?.bytes.count ?? 0 >= Self.bufferSize { try flush(part) }
        }

        private func flush(_ part: Int) throws(CalendarError) {
            guard let open = files[part] else { return }
            do throws(PlatformError) { try open.file.write(open.bytes) } catch {
                throw CalendarError(unwritable: open.path, error)
            }
            files[part]?.bytes.removeAll(keepingCapacity: true)
        }
    }
#endif
