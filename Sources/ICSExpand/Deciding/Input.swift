/// One thing named on the command line.
enum Input: Sendable, Hashable {
    /// `-`, or nothing named at all.
    case standardInput
    /// A file or a folder; which of them is seen when it is read.
    case path(String)

    /// What an argument names.
    init(_ argument: String) {
        self = argument == "-" ? .standardInput : .path(argument)
    }
}
