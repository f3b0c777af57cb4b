package import ICalendar
import SystemIO

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
    /// Equal messages about many lines of a file are printed once, with a count of the rest.
    package func print(_ diagnostics: [Diagnostic]) {
        for diagnostic in RepeatedRemarks.combined(diagnostics) {
            print(diagnostic.file == nil ? "\(program): \(diagnostic)" : diagnostic.description)
        }
    }

    package func print(_ error: CalendarError) {
        print("\(error.file ?? program): error: \(error.detail)")
    }

    /// Explains at a terminal that the program waits for input; prints nothing if standard input is a file or a pipe.
    package func announceStandardInput() {
        if Descriptor.input.isTerminal { say("reading standard input; press Ctrl-D to end it") }
    }

    /// Exits if the system does not provide the arguments, for example because /proc is missing.
    package func requireArguments() {
        guard CommandLine.argc == 0 else { return }
        say("error: cannot read the arguments; is /proc mounted?")
        ExitStatus.failure.exit()
    }

    /// Prints a line after the name of the program.
    package func say(_ text: String) { print("\(program): \(text)") }

    /// Prints the lines of a text.
    package func print(text: String) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) { print(String(line)) }
    }

    /// Prints one line, with control characters escaped.
    ///
    /// Does nothing if standard error is closed.
    package func print(_ line: String) {
        var bytes: [UInt8] = []
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try? Descriptor.error.write(bytes)
    }
}

/// A filter that combines messages that differ only in quoted text, such as one for each line of a file, into a single
/// message with a count.
package enum RepeatedRemarks {
    /// The maximum number of similar messages to list one by one.
    package static let mostListed = 3

    /// Combines similar diagnostics of each file; the first diagnostic states the number of the rest.
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

    /// A message without its digits and quoted text.
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
    /// Prints a text and exits, with a failure status if it cannot be written.
    package static func end(printing text: String, of program: String) -> Never {
        do throws(WriteError) {
            try Descriptor.output.write(Array("\(text)\n".utf8))
        } catch .closedPipe {
            ExitStatus.success.exit()
        } catch {
            StandardError(of: program).say("error: standard output: \(error)")
            ExitStatus.failure.exit()
        }
        ExitStatus.success.exit()
    }
}
