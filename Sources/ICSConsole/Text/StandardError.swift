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
    /// Prints equal messages about many lines of a file once, with a count of the others.
    package func print(_ diagnostics: [Diagnostic]) {
        let told = RepeatedRemarks.told(diagnostics) { diagnostic in
            var words = diagnostic
            words.line = nil
            return words
        }
        for (diagnostic, others) in told {
            let line = diagnostic.file == nil ? "\(program): \(diagnostic)" : diagnostic.description
            print(RepeatedRemarks.line(line, others: others))
        }
    }

    package func print(_ error: CalendarError) {
        print("\(error.file ?? program): error: \(error.detail)")
    }

    /// Exits if the system does not provide the arguments, as without /proc.
    package func requireArguments() {
        guard CommandLine.argc == 0 else { return }
        print("\(program): error: cannot read the arguments; is /proc mounted?")
        ExitStatus.failure.exit()
    }

    /// Prints one line, with control characters spelled out.
    ///
    /// Ignores a closed standard error.
    package func print(_ line: String) {
        var bytes: [UInt8] = []
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try? Descriptor.error.write(bytes)
    }
}

/// Combines equal messages, such as one about each line of a file, into one with a count.
package enum RepeatedRemarks {
    package static let mostTold = 3

    package static func told<Remark, Words: Hashable>(
        _ remarks: [Remark],
        by words: (Remark) -> Words
    ) -> [(remark: Remark, others: Int)] {
        guard remarks.count > mostTold else { return remarks.map { ($0, 0) } }
        var counts: [Words: Int] = [:]
        let all = remarks.map { (remark: $0, words: words($0)) }
        for (_, words) in all { counts[words, default: 0] += 1 }
        var said: Set<Words> = []
        return all.compactMap { remark, words in
            let count = counts[words, default: 1]
            guard count > mostTold else { return (remark, 0) }
            return said.insert(words).inserted ? (remark, count - 1) : nil
        }
    }

    package static func line(_ line: String, others: Int) -> String {
        others == 0 ? line : "\(line) … and \(others) more lines like this"
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
            StandardError(of: program).print("\(program): error: standard output: \(error)")
            ExitStatus.failure.exit()
        }
        ExitStatus.success.exit()
    }
}
