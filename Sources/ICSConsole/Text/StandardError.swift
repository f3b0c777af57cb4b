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
    /// Equal messages about many lines of a file are printed once, with the number of the others.
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

    /// Ends the process where the system does not tell with what it was started, as without /proc.
    package func requireArguments() {
        guard CommandLine.argc == 0 else { return }
        print("\(program): error: the arguments cannot be read; is /proc there?")
        ExitStatus.failure.exit()
    }

    /// Prints one line; whatever could drive a terminal is spelled out.
    ///
    /// A closed standard error is not an error.
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

/// Help, versions and scripts for shells, which go to standard output as they are.
package enum HelpText {
    /// Prints one and ends the process; with a failure where it cannot be written.
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
