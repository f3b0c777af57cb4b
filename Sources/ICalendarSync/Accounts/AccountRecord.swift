import ICalendarStore

/// A record of the folders in the store that belong to accounts.
struct AccountRecord: Sendable {
    private let root: StoreRoot
    private let files: any StoreFiles

    init(_ root: StoreRoot, _ files: any StoreFiles) {
        (self.root, self.files) = (root, files)
    }

    /// Records an account's folder and which of the account's calendars are read-only on the server.
    func note(_ settings: AccountSettings) throws(FileFailure) {
        let folder = Array(settings.name.utf8)
        var kinds: [[UInt8]: AccountFolders.Kind] = [folder: settings.kind == .feed ? .feed : .calDAV]
        if settings.kind == .calDAV {
            let state = try AccountState(try StateFiles.account(settings.name, of: root, files: files))
            for calendar in state.calendars where calendar.isReadOnly {
                kinds[folder + [UInt8(ascii: "/")] + calendar.folder] = .readOnly
            }
        }
        try replace(folder, with: kinds)
    }

    /// Removes an account's folder from the record.
    func forget(_ name: String) throws(FileFailure) {
        try replace(Array(name.utf8), with: [:])
    }

    private func replace(_ folder: [UInt8], with kinds: [[UInt8]: AccountFolders.Kind]) throws(FileFailure) {
        let user = try root.makeUserFolder(in: try root.makeControl(in: files), files)
        let state = StateFiles(folder: user, files: files)
        let lock = try state.lock(patience: .seconds(10))
        defer { withExtendedLifetime(lock) {} }
        let known = try AccountFolders(of: root, files)
        var record = known
        record.replace(folder, with: kinds)
        guard record != known else { return }
        try state.replace(record.file.name, with: record.file.bytes)
    }
}
