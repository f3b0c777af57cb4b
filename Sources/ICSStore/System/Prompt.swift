import ICSConsole

/// Questions to the person at the terminal.
enum Prompt {
    /// Whether somebody is there who can read a question and answer it.
    static var isPossible: Bool { Descriptor.input.isTerminal && Descriptor.error.isTerminal }

    /// Asks until the answer is yes or no; nothing, or the end of the input, is the usual answer.
    static func asks(_ question: String, usually: Bool = false) -> Bool {
        while true {
            var bytes: [UInt8] = []
            PrintableText.append(question, to: &bytes)
            try? Descriptor.error.write(bytes)
            guard let line = readLine() else { return false }
            switch line.lowercased() {
            case "y", "yes": return true
            case "n", "no": return false
            case "": return usually
            default: continue
            }
        }
    }
}
