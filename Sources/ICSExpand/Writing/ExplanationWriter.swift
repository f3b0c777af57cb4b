import ICSConsole
import ICalendar

/// `--explain`: the text of an explanation, made safe for a terminal.
enum ExplanationWriter {
    /// How many instances of a series are listed when nothing else is asked for.
    static let defaultLimit = 1000

    /// The text; whatever could drive a terminal is spelled out.
    static func bytes(_ explanation: Explanation) -> [UInt8] {
        var bytes: [UInt8] = []
        let lines = explanation.description.split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines.dropLast() {
            PrintableText.append(String(line), to: &bytes)
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
