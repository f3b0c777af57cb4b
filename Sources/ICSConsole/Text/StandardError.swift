package import ICalendar
package import SystemIO

package struct StandardError: Sendable {
    private let program: String

    package init(of program: String) {
        self.program = program
    }

    package func print(_ diagnostic: Diagnostic) {
        print([diagnostic])
    }

    /// Prints diagnostics as `FILE:LINE: warning: message`.
    ///
    /// Similar messages about many lines in a file are combined into one with a count of the rest.
    package func print(_ diagnostics: [Diagnostic]) {
        for diagnostic in RepeatedRemarks.combined(diagnostics) {
            print(diagnostic.file == nil ? "\(program): \(diagnostic)" : diagnostic.description)
        }
    }

    package func print(_ error: CalendarError) {
        print("\(error.file ?? program): error: \(error.detail)")
    }

    /// Tells the user that the program is waiting for input, if standard input is a terminal.
    package func announceStandardInput() {
        if Descriptor.input.isTerminal { say("reading standard input; press Ctrl-D to end it") }
    }

    /// Exits if the arguments are not available, for example because /proc is missing.
    package func requireArguments() {
        guard CommandLine.argc == 0 else { return }
        say("error: cannot read the arguments; is /proc mounted?")
        ExitStatus.failure.exit()
    }

    /// Prints a line that begins with the program's name.
    package func say(_ text: String) { print("\(program): \(text)") }

    /// Prints all lines in a string.
    package func print(text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { print(String(line)) }
    }

    /// Prints one line and escapes control characters.
    ///
    /// Does nothing if standard error is closed.
    package func print(_ line: String) {
        var bytes: [UInt8] = []
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try? Descriptor.error.write(bytes)
    }
}

/// Combines messages that differ only in quoted text, such as one per line of a file, into a single message with a
/// count.
package enum RepeatedRemarks {
    /// The maximum number of similar messages to list one by one.
    package static let mostListed = 3

    /// Combines similar diagnostics for each file.
    ///
    /// The first diagnostic states the number of similar ones.
    package static func combined(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        combined(
            diagnostics,
            key: { ($0.file ?? "") + "\($0.severity) \($0.code) " + pattern(of: $0.message) }
        ) {
            diagnostic,
            others in
            diagnostic.repeats += others.reduce(0) { $0 + 1 + $1.repeats }
        }
    }

    package static func combined<Remark>(
        _ remarks: [Remark],
        key: (Remark) -> String,
        count: (inout Remark, [Remark]) -> Void
    ) -> [Remark] {
        guard remarks.count > mostListed else { return remarks }
        let keys = remarks.map(key)
        var alike: [String: [Int]] = [:]
        for (index, key) in keys.enumerated() { alike[key, default: []].append(index) }
        return remarks.indices.compactMap { index in
            let group = alike[keys[index], default: [index]]
            guard group.count > mostListed else { return remarks[index] }
            guard group[0] == index else { return nil }
            var first = remarks[index]
            count(&first, group.dropFirst().map { remarks[$0] })
            return first
        }
    }

    /// Returns a message without its digits and quoted text.
    package static func pattern(of message: String) -> String {
        var pattern: [UInt8] = []
        var quote: UInt8?
        for byte in message.utf8 {
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "\"")
                || byte == UInt8(ascii: "'") && pattern.last == UInt8(ascii: " ")
            {
                quote = byte
            } else if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                pattern.append(byte)
            }
        }
        return String(decoding: pattern, as: UTF8.self)
    }
}

/// Help, versions and shell completion scripts, printed to standard output unchanged.
package enum HelpText {
    /// Prints text and returns the program's exit status, which is a failure if the text cannot be written.
    package static func print(_ text: String, of program: String) -> ExitStatus {
        do throws(WriteError) {
            try Descriptor.output.write(Array("\(text)\n".utf8))
        } catch .closedPipe {
            return .success
        } catch {
            StandardError(of: program).say("error: standard output: \(error)")
            return .failure
        }
        return .success
    }
}
