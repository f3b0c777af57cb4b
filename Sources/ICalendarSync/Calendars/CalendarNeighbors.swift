package import CalDAV
import ICalendar
import ICalendarStore

/// An account's other calendars, which items can move to and from.
///
/// A moved file appears as a removal in one calendar and as a new item in another. The removal is postponed until the
/// item has been moved on the server. That way, the item keeps data that exists only on the server, and is never
/// missing from both calendars.
package struct CalendarNeighbors: Sendable {
    package struct Neighbor: Sendable {
        package let local: LocalFolder
        package let url: ResourceURL
        package let state: StateFiles

        package init(_ local: LocalFolder, _ url: ResourceURL, _ state: StateFiles) {
            (self.local, self.url, self.state) = (local, url, state)
        }
    }

    /// A server item whose file is no longer in its calendar's folder.
    struct Departed: Sendable {
        let item: ResourceURL
        let tag: EntityTag
        let uid: String
        /// The digest of the file's contents in the last round.
        let digest: ItemDigest
    }

    /// The calendars whose items the user can change.
    package var all: [Neighbor] = []

    /// Returns whether another calendar's folder contains a file with the given name.
    func have(_ name: [UInt8]) -> Bool {
        all.contains { neighbor in
            let path = neighbor.local.root.path(ofFolder: neighbor.local.folder).appending(name)
            let stamp = try? neighbor.local.files.stamp(of: path, followingLinks: false)
            return stamp?.kind == .regular
        }
    }

    /// Returns the items that have left other calendars, by file name.
    ///
    /// The result excludes unreadable items, which are sent as new ones.
    func departed() -> [[UInt8]: Departed] {
        var found: [[UInt8]: Departed] = [:]
        for neighbor in all {
            let local = neighbor.local
            guard let listed = try? local.files.names(in: local.root.path(ofFolder: local.folder)),
                let state = try? CalendarState(neighbor.state), state.head.href == neighbor.url.href
            else { continue }
            let names = Set(listed.map(\.name))
            for item in state.all where !names.contains(item.name) {
                guard let tag = item.tag, !tag.isWeak else { continue }
                found[item.name] = Departed(
                    item: ResourceURL(neighbor.url.origin, item.href),
                    tag: tag,
                    uid: item.uid,
                    digest: item.ours.digest
                )
            }
        }
        return found
    }
}
