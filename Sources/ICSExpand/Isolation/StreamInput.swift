import ICSConsole
import ICalendar

/// Standard input, made so that it can be read again.
struct StreamInput: Sendable {
    /// The descriptor to be read.
    let number: Int32
    private let start: Int
    /// Where a stream was kept.
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

    /// Lets it be read from its start again.
    func rewind() {
        OpenDescriptor.go(to: start, in: number)
    }
}
