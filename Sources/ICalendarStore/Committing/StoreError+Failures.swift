import SystemIO

extension StoreError {
    /// A commit that failed over an item.
    ///
    /// `isProtected` says that the item's file may not be replaced, although others in its folder may.
    init(_ failure: CommitFailure, subject: String?, identifiers: Set<String> = [], isProtected: Bool = false)
    {
        var code = Code.internalFailure
        switch failure.reason {
        case .isLink: code = .eventNotMutable
        case .leadsElsewhere: code = .calendarReadOnly
        case .file(let file) where file.error.isRefusal && failure.place != nil:
            code = isProtected ? .eventNotMutable : .calendarReadOnly
        default: break
        }
        self.init(code, subject, failure.description)
        itemIdentifier = identifiers.min()
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
