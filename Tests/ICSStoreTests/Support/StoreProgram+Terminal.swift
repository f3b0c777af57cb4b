import Foundation
import Testing

extension StoreProgram {
    /// Runs `ics-store` on its own terminal, and types each line once the screen shows a given text.
    ///
    /// The terminal is provided by `script` from util-linux.
    ///
    /// - Returns: Everything that was displayed.
    func runOnTerminal(_ arguments: [String], _ answers: [(prompt: String, line: String)] = []) throws
        -> Result
    {
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let command = ([program] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
        // The typist waits for each prompt, then keeps the terminal open until the program has ended. A
        // missing prompt results in status -1.
        var person = ""
        for (prompt, line) in answers {
            person +=
                "for try in {1..1000}; do grep -qF -- '\(prompt)' screen && break; sleep 0.02; done\n"
                + "[ $try -lt 1000 ] || { : > unasked; exit; }\necho '\(line)'\n"
        }
        person += "for try in {1..1000}; do [ -s status ] && break; sleep 0.02; done\n"
        let script = """
            : > screen; rm -f status unasked
            { \(person) } | script -qefc "\(command.joined(separator: " ").replacing("\"", with: "\\\"")); echo \\$? > status" screen > /dev/null
            cat status >&2
            [ ! -e unasked ] || echo -1 >&2
            cat screen
            """
        let result = try start(["-c", script], program: "/bin/bash").wait()
        let status = Int32(result.errors.split(separator: "\n").last.map(String.init) ?? "") ?? -1
        return Result(status: status, output: result.output, errors: "")
    }
}
