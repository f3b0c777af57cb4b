extension ReadingLimits {
    /// What there is to be said of a source that was read up to its end, or up to ``inputSize``.
    func remarks(ofEndOf source: ByteSource) -> DiagnosticList {
        var remarks = DiagnosticList(file: source.name, limit: max(1, diagnostics))
        if source.isCut {
            let message = "the input has more than \(inputSize) bytes; what follows them is not read"
            remarks.add(.error, .limit, line: nil, message)
        }
        return remarks
    }
}
