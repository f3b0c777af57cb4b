/// Why a text of a field cannot be read.
struct FieldError: Error, Hashable {
    /// The field, or nil where the line names none.
    var field: EventField?
    /// The line, from 1 on; nil outside a text of lines.
    var line: Int?
    /// What is wrong.
    var reason: String

    /// `line 4: start: it is no date or time such as 2026-03-29 09:30`.
    var text: String {
        (line.map { "line \($0): " } ?? "") + (field.map { "\($0.rawValue): " } ?? "") + reason
    }
}
