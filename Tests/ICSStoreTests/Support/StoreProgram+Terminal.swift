import Foundation
import Testing

extension StoreProgram {
    /// Runs `ics-store` on its own terminal, where each line is typed once a text is on the screen.
    ///
    /// `script` of util-linux provides the terminal.
    ///
    /// - Returns: Everything that was on the screen.
    func runOnTerminal(_ arguments: [String], _ answers: [(prompt: String, line: String)] = []) throws
        -> Result
    {
        let program = StoreProgram.productsFolder.appending(path: "ics-store").path()
        let command = ([program] + arguments).map { "'\($0.replacing("'", with: "'\\''"))'" }
        // The typist waits for each question, then keeps the terminal open until the program has ended. A question that is
        // never asked gives status -1.
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
