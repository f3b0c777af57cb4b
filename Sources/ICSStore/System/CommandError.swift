/// Why a command did nothing, or not all: one sentence without a full stop.
struct CommandError: Error, Hashable {
    /// The sentence: `nothing has the identifier studio:1`.
    let text: String

    init(_ text: String) {
        self.text = text
    }
}
