package import ICalendar

/// Standard error: one line a remark.
package struct StandardError: Sendable {
    /// What the program is called in what it says.
    private let program: String

    /// Standard error of a program.
    package init(of program: String) {
        self.program = program
    }

    /// Prints a diagnostic as `FILE:LINE: warning: message`.
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

    /// Prints why there is no result at all as `FILE: error: message`.
    package func print(_ error: CalendarError) {
        print("\(error.file ?? program): error: \(error.detail)")
    }

    /// Prints one line; whatever could drive a terminal is spelled out.
    ///
    /// That nobody may be listening is no error.
    package func print(_ line: String) {
        var bytes: [UInt8] = []
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try? Descriptor.error.write(bytes)
    }
}
