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
