#if Records
    import Foundation
    import ICalendarRecords
    import ICalendarStore

    // What the tests start as another process: `records-process DATABASE STORE`. It gives every item of the store another
    // title, syncs, says so, and goes on without end.

    let (database, folder) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let file = folder + "/a/all.ics"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let records = try EventRecords(path: database)
    var turn = 0
    while true {
        turn += 1
        let edited = text.replacingOccurrences(of: "SUMMARY:turn 0\r\n", with: "SUMMARY:turn \(turn)\r\n")
        try Data(edited.utf8).write(to: URL(filePath: file), options: .atomic)
        let store = try EventStore(directory: folder)
        try records.sync(
            with: store,
            from: Date(timeIntervalSince1970: 0),
            to: Date(timeIntervalSince1970: 4e9)
        )
        FileHandle.standardOutput.write(Data("did \(turn)\n".utf8))
    }
#endif
