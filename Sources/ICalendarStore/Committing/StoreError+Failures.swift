extension StoreError {
    /// A commit that failed; `subject` is the item that it failed over.
    init(_ failure: CommitFailure, subject: String?) {
        self.init(.internalFailure, subject, failure.description)
    }

    /// Anything that failed while files were read.
    init(caught error: any Error) {
        switch error {
        case let error as StoreError: self = error
        case let failure as CommitFailure: self.init(failure, subject: nil)
        default: self.init(.internalFailure, nil, "\(error)")
        }
    }
}
