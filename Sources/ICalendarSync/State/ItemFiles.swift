import CalDAV
import ICalendarStore

/// The items of a calendar's state, stored in numbered files.
///
/// Files are added but never changed. The index lists the files that contained all items when the index was written.
/// Items added since then are in files with higher numbers.
struct ItemFiles: Sendable {
    private enum Kind: String, CaseIterable {
        case all = "items-"
        case added = "added-"
    }

    private struct Name: Hashable {
        let kind: Kind
        let number: Int
        var text: String { "\(kind.rawValue)\(number)" }
    }

    private let state: StateFiles
    /// The files on disk.
    private var names: Set<Name> = []
    /// The numbers of the files that contain all items.
    private(set) var used: Range<Int>
    /// The next file's number.
    private var next: Int

    /// The maximum number of items in a file, which limits the memory needed to write it.
    private static let mostItems = 2_000

    init(_ state: StateFiles, using used: Range<Int>) throws(FileFailure) {
        (self.state, self.used, next) = (state, used, used.upperBound)
        for name in try state.names() {
            for kind in Kind.allCases where name.hasPrefix(kind.rawValue) {
                guard let number = Int(name.dropFirst(kind.rawValue.count)),
                    (1...BaseStore.largestNumber).contains(number)
                else { continue }
                names.insert(Name(kind: kind, number: number))
                next = max(next, number + 1)
            }
        }
    }

    /// Reads the items into an empty table; items in later files take precedence.
    ///
    /// Returns false if a file is missing or incomplete.
    func read(into items: inout KnownItems) throws(FileFailure) -> Bool {
        let added = names.filter { $0.kind == .added && $0.number >= used.upperBound }
        for name in used.map({ Name(kind: .all, number: $0) })
            + added.sorted(by: { $0.number < $1.number })
        {
            guard let bytes = try state.contents(of: name.text), bytes.suffix(2).elementsEqual("E\n".utf8)
            else { return false }
            StateLine.forEach(in: bytes[...]) { line in
                if line.first == UInt8(ascii: "I"), let item = KnownItem(line) {
                    items[item.href] = item
                }
            }
        }
        return true
    }

    mutating func add(_ items: some Sequence<KnownItem>) throws(FileFailure) {
        try write(items, .added)
    }

    /// Rewrites all items; the previous files remain until ``removeUnused()`` is called.
    mutating func replace(_ items: some Sequence<KnownItem>) throws(FileFailure) {
        let first = next
        try write(items, .all)
        used = first..<next
    }

    private mutating func write(_ items: some Sequence<KnownItem>, _ kind: Kind) throws(FileFailure) {
        var (bytes, count) = ([UInt8](), 0)
        for item in items {
            bytes += item.line
            bytes.append(0x0A)
            count += 1
            if count % Self.mostItems == 0 { try write(&bytes, kind) }
        }
        if !bytes.isEmpty { try write(&bytes, kind) }
    }

    private mutating func write(_ bytes: inout [UInt8], _ kind: Kind) throws(FileFailure) {
        let name = Name(kind: kind, number: next)
        bytes += Array("E\n".utf8)
        try state.replace(name.text, with: bytes)
        names.insert(name)
        next += 1
        bytes.removeAll(keepingCapacity: true)
    }

    /// Removes the files from before the last rewrite.
    mutating func removeUnused() {
        for name in names where name.number < used.lowerBound {
            if (try? state.remove(name.text)) != nil { names.remove(name) }
        }
    }
}
