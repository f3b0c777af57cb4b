import ICSConsole

/// Questions to the person at the terminal.
enum Prompt {
    /// Whether somebody is there who can read a question and answer it.
    static var isPossible: Bool { Descriptor.input.isTerminal && Descriptor.error.isTerminal }

    /// Has one of some things chosen by its number, and gives its place.
    ///
    /// - Throws: ``CommandError`` when nothing is answered.
    static func choice(_ question: String, _ choices: [String]) throws -> Int {
        for line in [question] + choices.enumerated().map({ "  \($0 + 1)  \($1)" }) {
            Program.errors.print(line)
        }
        while true {
            var bytes: [UInt8] = []
            PrintableText.append("Number, 1 to \(choices.count): ", to: &bytes)
            try? Descriptor.error.write(bytes)
            guard let line = answer(), !line.isEmpty else { throw CommandError("nothing was changed") }
            if let number = Int(line.filter { $0 != " " }), choices.indices.contains(number - 1) {
                return number - 1
            }
        }
    }

    /// Asks until the answer is yes or no; nothing, or the end of the input, is the usual answer.
    static func asks(_ question: String, usually: Bool = false) -> Bool {
        while true {
            var bytes: [UInt8] = []
            PrintableText.append(question, to: &bytes)
            try? Descriptor.error.write(bytes)
            guard let line = answer() else { return false }
            switch line.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "": return usually
            default: continue
            }
        }
    }

    /// A line that was typed; nil at the end of the input, after which what is said next stands on a line of its own.
    private static func answer() -> String? {
        if let line = readLine() { return line }
        Program.errors.print("")
        return nil
    }
}
