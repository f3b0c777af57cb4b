import Foundation

/// The examples whose values were not what they say, as lines for people.
struct Wrong {
    private var lines: [String] = []

    /// Writes the lines to standard error, and gives the exit status.
    func report() -> Int32 {
        for line in lines { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
        return lines.isEmpty ? 0 : 1
    }

    /// Holds an expression to the value that stands behind it.
    mutating func compare<Found: Equatable>(_ found: Found?, _ said: Found?, at place: String) {
        guard found != said else { return }
        lines.append("\(place): error: this is \(Wrong.text(found)), not \(Wrong.text(said))")
    }

    /// Notes an example that threw before it came to its end.
    mutating func add(_ error: any Error, at place: String) {
        lines.append("\(place): error: this throws \(error)")
    }

    private static func text<Value>(_ value: Value?) -> String {
        value.map { String(reflecting: $0) } ?? "nil"
    }
}
