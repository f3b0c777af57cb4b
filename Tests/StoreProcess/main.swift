import ICalendar
import ICalendarStore

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

// The program that the tests start as a second process: `store-process WHAT STORE ARGUMENTS`. Errors are
// printed to standard error, and the exit status is 1.

/// Prints a line and flushes it, because the process can be killed at any moment.
func say(_ text: String) {
    let bytes = Array((text + "\n").utf8)
    unsafe bytes.withUnsafeBytes { unsafe _ = write(1, $0.baseAddress, $0.count) }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { exit(64) }
let root = StoreRoot(CalendarPath(arguments[2]))
let commit = Commit(to: root, merging: LineMerge())
let reader = StoreReader(root, merging: LineMerge())

do {
    switch arguments[1] {
    case "edit":
        // Adds a number of lines to one item, each in its own commit.
        guard let place = FilePlace(folder: "a", name: "shared.ics") else { exit(64) }
        for number in 0..<(Int(arguments[4]) ?? 0) {
            let old = try SystemFiles().contents(of: root.path(of: place))
            let lines = LineMerge.lines(old.bytes).union(["\(arguments[3])-\(number)"])
            let base = FileBase(FileVersion(old)) { old.bytes }
            _ = try commit.run([.put(LineMerge.bytes(lines), at: place, over: base)])
        }
    case "put":
        // Writes new or existing items of a given size in bytes, without listing any folders.
        let changes = arguments.dropFirst(4).compactMap { path -> FileChange? in
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count == 2, let place = FilePlace(folder: parts[0], name: parts[1]) else {
                return nil
            }
            let old = try? SystemFiles().contents(of: root.path(of: place))
            let content = WholeFile.bytes("put", length: Int(arguments[3]) ?? 100)
            return .put(content, at: place, over: old.map { FileBase(FileVersion($0)) })
        }
        say("put \(try commit.run(changes).count)")
    case "remove":
        guard let place = FilePlace(folder: arguments[3], name: arguments[4]) else { exit(64) }
        let old = try SystemFiles().contents(of: root.path(of: place))
        say("removed \(try commit.run([.remove(place, FileBase(FileVersion(old)))]).count)")
    case "list":
        for entry in try reader.read({ try $0.items(in: Array(arguments[3].utf8)) }) {
            say(String(decoding: entry.name, as: UTF8.self))
        }
    case "calendars":
        for calendar in try CalendarListing(root, files: SystemFiles()).calendars {
            let may = calendar.allowsContentModifications ? "writable" : "not writable"
            say(
                "\(calendar.id): \(may), \(calendar.allowsReading ? "readable" : "not readable"), \(calendar.type)"
            )
        }
    case "interrupted":
        // Adds a number of items while a signal arrives every 250 microseconds.
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { _ in }
        unsafe _ = sigaction(SIGALRM, &action, nil)
        let interval = timeval(tv_sec: 0, tv_usec: 250)
        var timer = itimerval(it_interval: interval, it_value: interval)
        unsafe _ = setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
        for number in 0..<(Int(arguments[3]) ?? 0) {
            guard let place = FilePlace(folder: "a", name: "\(number).ics") else { exit(64) }
            let content = WholeFile.bytes("x", length: 20_000)
            _ = try commit.run([.put(content, at: place, over: nil)])
            guard try SystemFiles().contents(of: root.path(of: place)).bytes == content else { exit(2) }
        }
    case "current":
        say("at \(try reader.read { try Turns.current(in: $0) } ?? -1)")
    case "pages": try await PageCommands.run(arguments[2], arguments.dropFirst(3))
    case "store": try await OpenStore.run(arguments[2], arguments.dropFirst(3))
    default:
        let commands = StoreCommands(path: arguments[2], arguments: Array(arguments.dropFirst(3)))
        if !(try await commands.run(arguments[1])) { exit(64) }
    }
} catch {
    let bytes = Array("\(error)\n".utf8)
    unsafe bytes.withUnsafeBytes { unsafe _ = write(2, $0.baseAddress, $0.count) }
    exit(1)
}
