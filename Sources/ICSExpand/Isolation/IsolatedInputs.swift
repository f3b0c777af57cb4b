import ICalendar
import SystemIO

/// The files that a run's inputs refer to, without duplicates, for trial runs in workers.
struct IsolatedInputs {
    /// The paths of each file, since several paths may refer to the same file.
    private(set) var groups: [[CalendarPath]] = []
    /// The paths that are neither files nor folders, such as pipes.
    private(set) var streams: [CalendarPath] = []
    private var places: [FileIdentity: Int] = [:]

    /// Collects the files that the inputs name or, for folders, contain.
    ///
    /// Paths that cannot be examined are passed to the worker, which reports the reason.
    init(_ inputs: [Input]) {
        for case .path(let path) in inputs {
            guard let identity = try? path.identity() else { continue }
            switch identity.kind {
            case .regular: add(path, identity)
            case .other: streams.append(path)
            case .folder:
                guard let (files, _) = try? CalendarFolder.identifiedFiles(in: path) else { continue }
                for (path, identity) in files { add(path, identity) }
            }
        }
    }

    private mutating func add(_ path: CalendarPath, _ identity: FileIdentity) {
        if let place = places[identity] {
            groups[place].append(path)
        } else {
            places[identity] = groups.count
            groups.append([path])
        }
    }
}

/// A list of inputs, encoded for another process.
///
/// Each input consists of the bytes of its path, or `-` for standard input, and a zero byte.
struct InputList {
    var inputs: [Input]

    static func reading(_ descriptor: Int32) -> InputList {
        var bytes: [UInt8] = []
        while let more = try? OpenDescriptor.read(descriptor), !more.isEmpty { bytes += more }
        return InputList(
            inputs: bytes.split(separator: 0).map { name in
                name.elementsEqual("-".utf8) ? .standardInput : .path(CalendarPath(bytes: name))
            }
        )
    }

    var bytes: [UInt8] {
        inputs.flatMap { input in
            switch input {
            case .standardInput: Array("-".utf8) + [0]
            // The path `-` refers to a file with that name rather than to standard input.
            case .path(let path): (path.bytes == Array("-".utf8) ? Array("./-".utf8) : path.bytes) + [0]
            }
        }
    }
}

/// Standard input that can be read more than once.
struct StreamInput: Sendable {
    let number: Int32
    private let start: Int
    private let file: OpenDescriptor?

    /// Uses standard input directly if it is a file; otherwise, copies it to an unnamed temporary file.
    ///
    /// Throws `.unreadable` if copying fails or the input exceeds `limit` bytes.
    init(limit: Int) throws(CalendarError) {
        let input = Descriptor.input.number
        if OpenDescriptor.isRegular(input), let place = OpenDescriptor.place(in: input) {
            (number, start, file) = (input, place, nil)
            return
        }
        func error(_ reason: String) -> CalendarError {
            CalendarError(.unreadable, file: "<stdin>", reason)
        }
        let file: OpenDescriptor
        do { file = try OpenDescriptor.temporary() } catch {
            throw CalendarError(.unreadable, file: "<stdin>", "cannot create a temporary file: \(error)")
        }
        var count = 0
        while true {
            let bytes: [UInt8]
            do { bytes = try OpenDescriptor.read(input) } catch let failure {
                throw error("cannot be read: \(failure)")
            }
            if bytes.isEmpty { break }
            count += bytes.count
            if count > limit { throw error("is larger than the limit of \(limit >> 20) MiB; input skipped") }
            do { try file.write(bytes) } catch let failure { throw error("cannot be copied: \(failure)") }
        }
        (number, start, self.file) = (file.number, 0, file)
    }

    func rewind() {
        OpenDescriptor.go(to: start, in: number)
    }
}
