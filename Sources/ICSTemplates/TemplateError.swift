/// An error in a template, and its line number if known.
package struct TemplateError: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ message: String, file: String, line: Int? = nil) {
        description = line.map { "\(file):\($0): \(message)" } ?? "\(file): \(message)"
    }

    private init(_ message: String) { description = message }

    /// The error thrown by a program that was built without the `Templates` trait.
    package static let missingTrait = TemplateError(
        "--template: this program was built without the trait Templates; rebuild it with "
            + "`swift build -c release --traits CommandLine,Libical,Templates`"
    )
}
