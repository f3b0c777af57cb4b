#if Network
    import CalDAV
    import Foundation
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    /// Certificates created with `openssl` in a temporary folder.
    final class Certificates: Sendable {
        /// Whether `openssl` is installed.
        static let isPossible = (try? run("openssl version")) != nil

        let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "ics-tls-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try make("server", "IP:127.0.0.1")
            try make("elsewhere", "DNS:dav.example.com")
            try make("client", "DNS:client")
            let answer = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret"
            try Data(answer.utf8).write(to: folder.appending(path: "a.ics"))
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func path(_ name: String) -> String { folder.appending(path: name).path() }

        /// Returns the pin for a certificate's key.
        func pin(_ name: String) throws -> String {
            let digest = try Self.run(
                """
                openssl x509 -in '\(path(name)).pem' -pubkey -noout | openssl pkey -pubin -outform der \
                | openssl dgst -sha256 -binary | openssl base64
                """
            )
            return "sha256//\(digest.prefix { $0 != "\n" })"
        }

        private func make(_ name: String, _ alternative: String) throws {
            _ = try Self.run(
                """
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=\(name) \
                -addext 'subjectAltName=\(alternative)' -keyout '\(path(name)).key' -out '\(path(name)).pem' 2>&1
                """
            )
        }

        static func run(_ command: String) throws -> String {
            let bytes = try CommandOutput.bytes(of: ["/bin/sh", "-c", command], within: .seconds(20)) {
                false
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// A TLS server that responds to GET with files that contain complete responses.
    final class TLSServer {
        let url: ResourceURL
        private let process: ChildProcess

        init(_ certificates: Certificates, certificate: String = "server", _ options: String = "") throws {
            let (output, nothing) = (try OpenDescriptor.pipe(), try OpenDescriptor.nothing())
            let command = """
                cd '\(certificates.folder.path())' && exec openssl s_server -accept 127.0.0.1:0 -HTTP \
                -cert \(certificate).pem -key \(certificate).key \(options)
                """
            process = try ChildProcess(
                Array("/bin/sh".utf8),
                ["sh", "-c", command].map { Array($0.utf8) },
                descriptors: [nothing.number, output.writing.number, nothing.number]
            )
            var text = ""
            while !text.contains("ACCEPT 127.0.0.1:") || text.last != "\n" {
                try #require(OpenDescriptor.wait(for: [output.reading.number], milliseconds: 10_000)[0])
                text += String(decoding: try OpenDescriptor.read(output.reading.number), as: UTF8.self)
            }
            let port = text.split(separator: ":").last?.prefix { $0.isNumber }
            url = try ResourceURL("https://127.0.0.1:\(try #require(port))/a.ics")
        }
    }
#endif
