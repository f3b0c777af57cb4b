import ICalendar

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The calendar files for tests: the corpus, and the folder named by `ICALENDAR_CALENDARS`, if set.
enum CalendarFiles {
    /// The package's root folder.
    static let root =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")

    /// The paths of all files, starting with the corpus.
    static let paths: [String] = {
        let others = ProcessInfo.processInfo.environment["ICALENDAR_CALENDARS"]
        return (["\(root)/Corpus"] + (others.map { [$0] } ?? [])).flatMap { folder in
            ((try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? [])
                .filter { $0.hasSuffix(".ics") }.sorted().map { "\(folder)/\($0)" }
        }
    }()

    /// Every third path, for slow tests.
    static let sample = paths.indices.filter { $0 % 3 == 0 }.map { paths[$0] }

    /// The remaining paths.
    static let others = paths.indices.filter { $0 % 3 != 0 }.map { paths[$0] }

    /// Returns the bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CalendarError(.unreadable, file: path, "no such file in the corpus")
        }
        return Array(data)
    }
}

/// Returns the logical lines, unfolded, without empty lines and line endings.
///
/// This implementation does not use the library's code, so it can check the library.
func logicalLines(_ bytes: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
        let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
        if end > start {
            if bytes[start] == 0x20 || bytes[start] == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += bytes[start + 1..<end]
            } else {
                lines.append(Array(bytes[start..<end]))
            }
        }
        start = end + 1
    }
    return lines
}

extension Component {
    /// The component without its source text, so that all of it is rewritten.
    var rebuilt: Component {
        Component(
            name,
            properties: properties.map { Property($0.name, $0.value, parameters: $0.parameters) },
            components: components.map(\.rebuilt)
        )
    }

    /// Returns the first properties that differ in more than their type parameters, or nil.
    func difference(from other: Component) -> String? {
        guard name == other.name, properties.count == other.properties.count,
            components.count == other.components.count
        else { return "\(self)\n\(other)" }
        for (one, another) in zip(properties, other.properties) where !one.says(another) {
            return "\(one)\n\(another)"
        }
        for (one, another) in zip(components, other.components) {
            if let difference = one.difference(from: another) { return difference }
        }
        return nil
    }
}

extension Property {
    /// Returns whether both properties mean the same, regardless of their declared types.
    fileprivate func says(_ other: Property) -> Bool {
        if self == other { return true }
        return name == other.name && (value == other.value || value.isNothing && other.value.isNothing)
            && parameters.filter(\.isNoDeclaration) == other.parameters.filter(\.isNoDeclaration)
    }
}

extension Parameter {
    fileprivate var isNoDeclaration: Bool { name != "VALUE" && name != "ENCODING" }
}

extension Value {
    /// Whether the value is empty.
    ///
    /// A list that contains only commas is empty and is written as an empty value.
    fileprivate var isNothing: Bool { self == .list([]) || self == .text("") || self == .raw("") }
}

extension WritingOptions {
    /// Options that write CRLF and folds, but add nothing.
    static let plain: WritingOptions = {
        var options = WritingOptions()
        options.addsTimeZones = false
        options.addsRequiredProperties = false
        return options
    }()
}
