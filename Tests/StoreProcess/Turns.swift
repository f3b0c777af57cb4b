package import ICalendarStore

/// Consecutive commits of many files.
///
/// The result shows whether each was applied completely or not at all.
package enum Turns {
    /// The calendars that the commits write to.
    package static let folders = ["a", "b"]
    private static let files = 4

    /// Returns the paths and contents of all files after a turn.
    ///
    /// Turn 0 is before the first commit.
    package static func state(_ turn: Int) -> [FilePlace: String] {
        var state: [FilePlace: String] = [:]
        guard turn > 0 else { return state }
        func set(_ folder: String, _ name: String) {
            if let place = FilePlace(folder: folder, name: name) { state[place] = "turn \(turn)" }
        }
        for folder in folders {
            for file in 0..<files { set(folder, "item\(file).ics") }
        }
        // One file moves between two calendars, and another file comes and goes.
        set(folders[turn % 2], "moving.ics")
        if turn % 3 == 0 { set("a", "coming.ics") }
        return state
    }

    /// Returns the changes from the store's current files to the state after a turn.
    package static func changes(to turn: Int, in view: StoreView) throws -> [FileChange] {
        var changes: [FileChange] = []
        let wanted = state(turn)
        let names = (0..<files).map { "item\($0).ics" } + ["moving.ics", "coming.ics"]
        for folder in folders {
            for name in names {
                guard let place = FilePlace(folder: folder, name: name) else { continue }
                let base = try view.contents(of: place).map { old in FileBase(FileVersion(old)) { old.bytes }
                }
                if let text = wanted[place] {
                    changes.append(.put(WholeFile.bytes(text), at: place, over: base))
                } else if let base {
                    changes.append(.remove(place, base))
                }
            }
        }
        return changes
    }

    /// Returns the turn that a store has reached, or nil if it is between two turns.
    package static func current(in view: StoreView) throws -> Int? {
        var found: [FilePlace: String] = [:]
        for folder in folders {
            for entry in try view.items(in: Array(folder.utf8)) {
                guard let place = FilePlace(folder: Array(folder.utf8), name: entry.name),
                    let contents = try view.contents(of: place), let text = WholeFile.text(contents.bytes)
                else { return nil }
                found[place] = text
            }
        }
        guard let text = found.values.first else { return 0 }
        guard let turn = Int(text.dropFirst(5)) else { return nil }
        return found == state(turn) ? turn : nil
    }
}
