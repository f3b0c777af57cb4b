import ICalendar

/// Standard error: one line a remark.
struct StandardError {
    /// Prints a diagnostic as `FILE:LINE: warning: message`.
    func print(_ diagnostic: Diagnostic) {
        print(diagnostic.file == nil ? "ics-expand: \(diagnostic)" : diagnostic.description)
    }

    /// Prints why there is no result at all as `FILE: error: message`.
    func print(_ error: CalendarError) {
        print("\(error.file ?? "ics-expand"): error: \(error.detail)")
    }

    /// Prints one line; whatever could drive a terminal is spelled out.
    ///
    /// That nobody may be listening is no error.
    func print(_ line: String) {
        var bytes: [UInt8] = []
        PrintableText.append(line, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        try? Descriptor.error.write(bytes)
    }
}
