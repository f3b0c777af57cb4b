/// Something to say about a value while it is read; whoever knows the file and the line makes a ``Diagnostic`` of it.
struct ValueRemark: Sendable, Hashable {
    /// How much was lost.
    var severity: Diagnostic.Severity
    /// What kind of thing was found.
    var code: Diagnostic.Code
    /// What, and what was done about it, in one sentence without a full stop.
    var message: String
}
