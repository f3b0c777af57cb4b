import SystemIO
import Testing

/// Compression with the program `gzip`.
enum Gzip {
    static func compressed(_ text: String) throws -> [UInt8] {
        let input = try OpenDescriptor.temporary()
        try input.write(Array(text.utf8))
        OpenDescriptor.go(to: 0, in: input.number)
        let output = try OpenDescriptor.temporary()
        let paths: [String] = ["/usr/bin/gzip", "/bin/gzip"]
        let found = paths.first { unsafe access($0, X_OK) == 0 }
        let path = try #require(found)
        let process = try ChildProcess(
            Array(path.utf8),
            [Array("gzip".utf8), Array("-9c".utf8)],
            descriptors: [input.number, output.number, 2]
        )
        #expect(process.wait(seconds: 30) == .exited(0))
        OpenDescriptor.go(to: 0, in: output.number)
        var bytes: [UInt8] = []
        while case let more = try OpenDescriptor.read(output.number), !more.isEmpty { bytes += more }
        return bytes
    }
}
