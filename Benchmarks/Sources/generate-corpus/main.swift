import CorpusGenerator

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Prints a line to standard error and exits.
func fail(_ message: String, status: Int32) -> Never {
    try? OutputFile.standardError.write(Array("\(message)\n".utf8))
    exit(status)
}

guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())), let output = arguments.output,
    let size = arguments.size
else { fail(Arguments.usage, status: 64) }

do {
    if arguments.kind == "folder" {
        guard case .events(let count) = size else { fail(Arguments.usage, status: 64) }
        try OutputFile.makeFolder(output)
        var corpus = FolderCorpus(seed: arguments.seed)
        for number in 0..<count {
            let digits = String(number)
            let name = String(repeating: "0", count: max(0, 6 - digits.count)) + digits
            try OutputFile("\(output)/\(name).ics").write(corpus.next())
        }
    } else {
        guard let kind = CalendarCorpus.Kind(rawValue: arguments.kind) else {
            fail(Arguments.usage, status: 64)
        }
        let file = try OutputFile(output)
        var corpus = CalendarCorpus(kind, seed: arguments.seed)
        switch size {
        case .events(let count): try corpus.write(.events(count)) { try file.write($0) }
        case .bytes(let count): try corpus.write(.bytes(count)) { try file.write($0) }
        }
    }
} catch {
    fail("generate-corpus: \(error)", status: 1)
}
