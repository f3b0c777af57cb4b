import Foundation
import ICalendarStore

#if canImport(Glibc)
    import Glibc
#endif

/// A store owned by an ordinary user, and a copy of the program that this user can run.
struct Ordinary {
    let store: StoreFolder
    let program: URL
    let through: [String]

    init(_ folders: [String]) throws {
        store = try StoreFolder()
        for folder in folders { try store.make(folder: folder) }
        program = URL(filePath: store.path + "-program")
        // Another process copies the program. A child started in the meantime would inherit an open
        // descriptor, and an executable that is open for writing cannot be started.
        let copying = Process()
        copying.executableURL = URL(filePath: "/bin/cp")
        copying.arguments = [Child.program.path(), program.path()]
        try copying.run()
        copying.waitUntilExit()
        let isRoot = geteuid() == 0
        through =
            isRoot ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    }

    /// Makes the ordinary user the owner of all files.
    func give() {
        guard geteuid() == 0 else { return }
        for path in [store.path] + store.everything.keys.map({ store.path + "/" + $0 }) + folders {
            unsafe _ = lchown(path, 65534, 65534)
        }
    }

    private var folders: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: store.path)) ?? []).map {
            store.path + "/" + $0
        }
    }

    func run(_ what: String, _ arguments: String...) throws -> Child.Result {
        let all = [what, store.path] + arguments
        return try Child(arguments: all, program: program, through: through).finish()
    }

    func end() { try? FileManager.default.removeItem(at: program) }
}
