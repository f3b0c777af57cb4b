import ICalendar

/// What looks like an item in the folder of a calendar, or holds items, and is not read.
package struct UnreadName: Sendable, Hashable {
    package enum Reason: String, Sendable, Hashable {
        case deepFolder = "is not read, as calendars lie no deeper than two folders below the store's"
        case noFile = "is not read, as it is no file"
        case deadLink = "is not read, as the link leads to nothing that can be found"
        case folder = "is not read, as it is a folder"

        package var mayHide: Bool { self != .deepFolder }
    }

    package let name: [UInt8]
    package let reason: Reason
}

extension CalendarListing {
    /// What is not read of the names in a calendar's folder, in their order; what is hidden is meant to be.
    ///
    /// In a folder that is the `deepest` that may be a calendar those in it are looked into, one level deep.
    func unreadNames(
        among names: [ListedName],
        _ strays: Set<[UInt8]>,
        in path: [UInt8],
        isDeepest: Bool
    ) -> [UnreadName] {
        var unread: [UnreadName] = []
        for found in names where found.name.first != UInt8(ascii: ".") {
            switch found.kind {
            case .link:
                unread.append(UnreadName(name: found.name, reason: .deadLink))
            case .other where ItemName.isItem(found.name):
                unread.append(UnreadName(name: found.name, reason: .noFile))
            case .folder where strays.contains(found.name):
                unread.append(UnreadName(name: found.name, reason: .folder))
            case .folder where isDeepest && !foreign.contains(path):
                let inner = try? files.names(in: root.path(ofFolder: path).appending(found.name))
                let hasItems = inner?.contains { $0.kind == .regular && ItemName.isItem($0.name) } ?? false
                if hasItems { unread.append(UnreadName(name: found.name, reason: .deepFolder)) }
            default: break
            }
        }
        return unread.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// The folders among some names that stand where an item stood: they have its name, and nothing in them.
    func strays(among names: [ListedName], in path: [UInt8]) -> Set<[UInt8]> {
        let place = root.path(ofFolder: path)
        let found = names.filter { found in
            guard found.kind == .folder, ItemName.isItem(found.name), !foreign.contains(path) else {
                return false
            }
            return (try? files.names(in: place.appending(found.name)).isEmpty) ?? false
        }
        return Set(found.map(\.name))
    }

    /// Whether a folder that was taken for none is a calendar after all: by what is in it, or as a link leads to it.
    func isSeen(_ unread: UnreadName, in path: [UInt8]) -> Bool {
        let inner = path + [UInt8(ascii: "/")] + unread.name
        switch unread.reason {
        case .noFile, .deadLink, .folder: return false
        case .deepFolder:
            guard let stamp = try? files.stamp(of: root.path(ofFolder: inner), followingLinks: true) else {
                return false
            }
            return seen.contains([stamp.device, stamp.inode])
        }
    }

    static func touched(_ known: Known) -> [[UInt8]: Set<[UInt8]>] {
        let slash = UInt8(ascii: "/")
        var names: [[UInt8]: Set<[UInt8]>] = [:]
        for folder in (known.changed ?? []).union(known.calendars.keys) {
            guard let end = folder.firstIndex(of: slash) else { continue }
            let name = Array(folder[(end + 1)...])
            if !name.contains(slash) { names[Array(folder[..<end]), default: []].insert(name) }
        }
        return names
    }
}
