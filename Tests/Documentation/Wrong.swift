import Foundation

/// Descriptions of the examples whose values are wrong.
struct Wrong {
    private var lines: [String] = []

    /// Writes the descriptions to standard error and returns the exit status.
    func report() -> Int32 {
        for line in lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
        return lines.isEmpty ? 0 : 1
    }

    /// Compares an expression with the value in the comment that follows it.
    mutating func compare<Found: Equatable>(_ found: Found?, _ said: Found?, at place: String) {
        guard found != said else { return }
        lines.append("\(place): error: this is \(Wrong.text(found)), not \(Wrong.text(said))")
    }

    /// Records that an example ended with an error.
    mutating func add(_ error: any Error, at place: String) {
        lines.append("\(place): error: this throws \(error)")
    }

    private static func text<Value>(_ value: Value?) -> String {
        value.map { String(reflecting: $0) } ?? "nil"
    }
}
