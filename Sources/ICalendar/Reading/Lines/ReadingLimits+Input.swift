extension ReadingLimits {
    /// What there is to be said of a source that was read up to its end, or up to ``inputSize``.
    func remarks(ofEndOf source: ByteSource) -> DiagnosticList {
        remarks(ofEndOf: source.name, isCut: source.isCut)
    }

    /// What there is to be said of an input of a name; `isCut` says that it has more bytes than ``inputSize``.
    func remarks(ofEndOf name: String?, isCut: Bool) -> DiagnosticList {
        var remarks = DiagnosticList(file: name, limit: max(1, diagnostics))
        if isCut {
            let message = "the input has more than \(inputSize) bytes; what follows them is not read"
            remarks.add(.error, .limit, line: nil, message)
        }
        return remarks
    }
}
