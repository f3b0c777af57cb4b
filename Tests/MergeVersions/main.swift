import Foundation
import ICalendarSync

// Merges versions of an item to count instructions: `merge-versions FILE`.
//
// The file contains three versions separated by form feeds: the last common version, the local version and
// the server's version.

guard CommandLine.arguments.count == 2 else { exit(64) }
let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1])))
let versions = bytes.split(separator: 0x0C).map { Array($0) }
guard versions.count == 3 else { exit(0) }

for choice in [nil, ConflictChoice.ours] {
    let plan = ItemPlan(
        base: ItemBase(ours: versions[0], theirs: versions[0]),
        ours: .contents(versions[1]),
        theirs: .contents(versions[2]),
        choice: choice
    )
    switch plan {
    case .merge(let merged): print("merged: \(merged.count) bytes")
    case .pull(let pulled): print("pulled: \(pulled.count) bytes")
    default: print("\(plan)")
    }
}
