import Foundation

/// The Swift source files and the references between their types.
///
/// Files in one module do not import each other, so only the names reveal their dependencies. The map
/// compares names, not meanings: it does not see members in extensions, and it ignores names declared in two
/// files.
struct SourceMap {
    /// A source file.
    struct File {
        /// The path relative to `Sources`.
        let path: String
        let lines: Int
        /// The names of top-level types and functions.
        let declared: Set<String>
        /// All names in the file.
        let names: Set<String>
        /// The number of public declarations.
        let publicSymbols: Int

        /// The folder that contains the file.
        var folder: String { path.split(separator: "/").dropLast().joined(separator: "/") }
        /// The type that the file is named after: `Event` for `Event.swift` and `Event+Building.swift`.
        var type: String {
            let name = path.split(separator: "/").last ?? ""
            return String(name.prefix { $0 != "+" && $0 != "." })
        }
    }

    /// A reference from one file to a name in another.
    struct Arrow: Hashable, CustomStringConvertible {
        let from: String
        let to: String
        let name: String

        var description: String { "\(from) names \(name) of \(to)" }
    }

    let files: [File]
    /// All references between files.
    let arrows: [Arrow]

    /// Reads the files in a folder.
    init(_ folder: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") }.sorted()
        files = try paths.map { path in
            File(path, try Data(contentsOf: folder.appending(path: path)))
        }
        var owners: [String: String] = [:]
        var twice: Set<String> = []
        for file in files {
            for name in file.declared where owners.updateValue(file.path, forKey: name) != nil {
                twice.insert(name)
            }
        }
        arrows = files.flatMap { file in
            file.names.compactMap { name in
                guard let owner = owners[name], owner != file.path, !twice.contains(name) else { return nil }
                return Arrow(from: file.path, to: owner, name: name)
            }
        }
    }

    /// The sets of folders with circular dependencies, each listed once.
    var circlesOfFolders: [Set<String>] {
        var graph: [String: Set<String>] = [:]
        for arrow in arrows {
            let (from, to) = (Self.folder(arrow.from), Self.folder(arrow.to))
            if from != to { graph[from, default: []].insert(to) }
        }
        func reached(from start: String) -> Set<String> {
            var (seen, left) = (Set<String>(), [start])
            while let next = left.popLast() {
                for other in graph[next] ?? [] where seen.insert(other).inserted { left.append(other) }
            }
            return seen
        }
        let reach = Dictionary(uniqueKeysWithValues: graph.keys.map { ($0, reached(from: $0)) })
        var circles: Set<Set<String>> = []
        for (folder, others) in reach where others.contains(folder) {
            circles.insert(Set(others.filter { reach[$0]?.contains(folder) == true }))
        }
        return circles.sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
    }

    static func folder(_ path: String) -> String {
        path.split(separator: "/").dropLast().joined(separator: "/")
    }
}

extension SourceMap.File {
    /// Collects the declared and used names of a file, ignoring comments and string literals.
    fileprivate init(_ path: String, _ data: Data) {
        var words = Words(Array(data))
        var (declared, names, depth, symbols) = (Set<String>(), Set<String>(), 0, 0)
        var (last, beforeLast) = ("", "")
        while let word = words.next() {
            switch word {
            case "{": depth += 1
            case "}": depth -= 1
            default: break
            }
            // Declarations marked `@_spi(Benchmarks)` are not part of the API. Public EventKit classes are
            // open, like Apple's, and so are their members.
            let isPublic = last == "public" || last == "open" && path.hasPrefix("EventKit/")
            if isPublic, beforeLast != "Benchmarks", !Self.noSymbols.contains(word) { symbols += 1 }
            if depth == 0, Self.keywords.contains(last) { declared.insert(word) }
            (last, beforeLast) = (word, last)
            if word.utf8.count > 1 { names.insert(word) }
        }
        self.init(
            path: path,
            lines: data.count { $0 == UInt8(ascii: "\n") },
            declared: declared,
            names: names,
            publicSymbols: symbols
        )
    }

    /// Words that follow `public` but do not declare a symbol.
    private static let noSymbols: Set = ["import", "extension", "set"]
    private static let keywords: Set = ["struct", "class", "enum", "actor", "protocol", "typealias", "func"]
}

/// The words and braces of a Swift file.
private struct Words {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private func has(_ text: StaticString, at place: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        return zip(bytes[place..<place + count], "\(text)".utf8).allSatisfy(==)
    }

    /// Returns the next word or brace outside comments and string literals.
    mutating func next() -> String? {
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "/"), has("//", at: place) {
                place = bytes[place...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            } else if byte == UInt8(ascii: "\"") {
                if has("\"\"\"", at: place) { skip(to: "\"\"\"") } else { skipText() }
            } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") {
                place += 1
                return byte == UInt8(ascii: "{") ? "{" : "}"
            } else if Self.isLetter(byte) {
                let start = place
                while place < bytes.count, Self.isLetter(bytes[place]) || Self.isDigit(bytes[place]) {
                    place += 1
                }
                return String(decoding: bytes[start..<place], as: UTF8.self)
            } else {
                place += 1
            }
        }
        return nil
    }

    private mutating func skip(to end: StaticString) {
        place += 3
        while place < bytes.count, !has(end, at: place) { place += 1 }
        place += 3
    }

    /// Skips a single-line string literal and its interpolations.
    private mutating func skipText() {
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\n") {
            place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place += 1
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
}
