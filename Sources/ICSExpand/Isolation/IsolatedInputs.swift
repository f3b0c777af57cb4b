import ICSConsole
import ICalendar
import SystemIO

/// What the inputs of a run come to: the files that workers are to try, each once.
struct IsolatedInputs {
    /// The files, each with all paths that lead to it.
    private(set) var groups: [[CalendarPath]] = []
    /// What is neither a file nor a folder, such as a pipe.
    private(set) var streams: [CalendarPath] = []
    private var places: [FileIdentity: Int] = [:]

    /// Looks at paths and into folders.
    ///
    /// What cannot be looked at is left to the worker, who will say why.
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

/// Names of inputs as one process hands them to another: the bytes of paths, a 0 after each, and `-` for standard
/// input.
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
            // A file of this name is meant, and not standard input.
            case .path(let path): (path.bytes == Array("-".utf8) ? Array("./-".utf8) : path.bytes) + [0]
            }
        }
    }
}

/// Standard input, made so that it can be read again.
struct StreamInput: Sendable {
    let number: Int32
    private let start: Int
    private let file: OpenDescriptor?

    /// Takes standard input as it is where it is a file, and else reads it to its end, into a file without a name.
    ///
    /// Throws `.unreadable` where that fails or it has more than `limit` bytes.
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
            throw CalendarError(.unreadable, file: "<stdin>", "a file to keep it in cannot be made: \(error)")
        }
        var count = 0
        while true {
            let bytes: [UInt8]
            do { bytes = try OpenDescriptor.read(input) } catch let failure {
                throw error("cannot be read: \(failure)")
            }
            if bytes.isEmpty { break }
            count += bytes.count
            if count > limit { throw error("has more than \(limit >> 20) MiB; nothing of it is shown") }
            do { try file.write(bytes) } catch let failure { throw error("cannot be kept: \(failure)") }
        }
        (number, start, self.file) = (file.number, 0, file)
    }

    func rewind() {
        OpenDescriptor.go(to: start, in: number)
    }
}
