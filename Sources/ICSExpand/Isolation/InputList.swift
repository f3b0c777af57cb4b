import ICalendar

/// Names of inputs as one process hands them to another: the bytes of paths, a 0 after each, and `-` for standard
/// input.
struct InputList {
    /// The inputs, in order.
    var inputs: [Input]

    /// A list of inputs.
    init(_ inputs: [Input]) {
        self.inputs = inputs
    }

    /// Reads a list up to the end of a descriptor.
    init(reading descriptor: Int32) {
        var bytes: [UInt8] = []
        while let more = try? OpenDescriptor.read(descriptor), !more.isEmpty { bytes += more }
        inputs = bytes.split(separator: 0).map { name in
            name.elementsEqual("-".utf8) ? .standardInput : .path(CalendarPath(bytes: name))
        }
    }

    /// The bytes of the list.
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
