#if Network
    import CalDAV
    import Foundation
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    @Suite(.timeLimit(.minutes(30))) struct PasswordSourceTests {
        private func lookup(_ source: PasswordSource) throws -> PasswordLookup {
            PasswordLookup(
                credentials: Credentials("nora", source, for: try WebOrigin("https://dav.example.com"))
            )
        }

        private func text(_ lookup: PasswordLookup) throws -> String {
            String(decoding: try lookup.secret(isCancelled: { false }).bytes, as: UTF8.self)
        }

        /// Returns the error message of a failing lookup.
        private func problem(_ lookup: PasswordLookup) -> String {
            do { return "no problem, but \(try text(lookup))" } catch { return "\(error)" }
        }

        /// Calls a test with a temporary folder, and removes the folder afterward.
        private func withFolder(_ body: (URL) throws -> Void) throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "ics-pass-\(UUID().uuidString)"
            )
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            try body(folder)
        }

        private func write(_ text: String, _ url: URL, mode: Int) throws {
            try Data(text.utf8).write(to: url)
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path())
        }

        // MARK: - Commands

        @Test(arguments: [
            "echo hunter2", "printf 'hunter2\\r\\nmore\\n'", "printf hunter2",
            "echo hunter2; sleep 60 2> /dev/null &",
        ])
        func `a command's first line is the password`(command: String) throws {
            #expect(try text(lookup(.command(command))) == "hunter2")
        }

        @Test func `a command's password can have any characters except control characters`() throws {
            #expect(try text(lookup(.command("echo ' pass wörd:%@ '"))) == " pass wörd:%@ ")
            #expect(problem(try lookup(.command("printf 'a\\033b'"))).contains("control character"))
        }

        @Test func `a command that fails, prints nothing or prints too much is an error`() throws {
            #expect(
                problem(try lookup(.command("echo hunter2; exit 3")))
                    == "the password command failed with status 3"
            )
            #expect(
                problem(try lookup(.command("true"))).hasPrefix("the password command provides no password")
            )
            #expect(
                problem(try lookup(.command("yes hunter2")))
                    == "the password command printed more than 64 KiB"
            )
            #expect(problem(try lookup(.command("exit 127"))) == "the password command is not installed")
        }

        @Test func `a command that takes too long is terminated`() throws {
            var lookup = try lookup(.command("exec sleep 60"))
            lookup.limit = .milliseconds(100)
            let started = ContinuousClock.now
            #expect(problem(lookup) == "the password command did not finish within 0 s")
            #expect(ContinuousClock.now - started < .seconds(30))
        }

        @Test func `a command has an empty standard input`() throws {
            #expect(try text(lookup(.command("cat; echo end"))) == "end")
        }

        // MARK: - Keyring

        @Test func `the keyring is queried for the service and the user`() throws {
            var lookup = try lookup(.keyring("calendar"))
            let words = lookup.keyringArguments("calendar").joined(separator: " ")
            #if canImport(Darwin)
                #expect(words == "/usr/bin/security find-generic-password -s calendar -a nora -w")
            #else
                #expect(words == "/usr/bin/env secret-tool lookup service calendar username nora")
            #endif
            lookup.keyring = ["/bin/sh", "-c", "echo \"$0-$1-hunter2\""]
            #expect(try text(lookup) == "calendar-nora-hunter2")
            lookup.keyring = ["/usr/bin/env", "no-such-program"]
            #expect(problem(lookup) == "the keyring is not installed")
        }

        // MARK: - Credentials folder

        @Test func `a credential is a file in the service manager's folder`() throws {
            try withFolder { outer in
                let folder = outer.appending(path: "service").path()
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                try write("hunter2\n", URL(filePath: "\(folder)/calendar"), mode: 0o400)
                try write("other\n", outer.appending(path: "outer"), mode: 0o400)
                var lookup = try lookup(.credential("calendar"))
                lookup.variable = { $0 == "CREDENTIALS_DIRECTORY" ? folder : nil }
                #expect(try text(lookup) == "hunter2")
                for name in ["../outer", "", ".", "..", "../service/calendar", "./calendar", "missing"] {
                    var lookup = try self.lookup(.credential(name))
                    lookup.variable = { _ in folder }
                    #expect(!problem(lookup).hasPrefix("no problem"), "\(name)")
                }
                lookup.variable = { _ in nil }
                #expect(problem(lookup) == "the environment variable CREDENTIALS_DIRECTORY is not set")
            }
        }

        // MARK: - netrc

        @Test func `a netrc file is rejected if other users have access`() throws {
            try withFolder { folder in
                let file = folder.appending(path: "netrc")
                let lookup = try lookup(.netrc(file.path()))
                #expect(problem(lookup).hasSuffix("does not exist"))
                let text = "machine dav.example.com login nora password hunter2"
                for mode in [0o600, 0o400] {
                    try? FileManager.default.removeItem(at: file)
                    try write(text, file, mode: mode)
                    #expect(try self.text(lookup) == "hunter2")
                }
                for mode in [0o640, 0o604, 0o620, 0o660, 0o644, 0o601] {
                    try? FileManager.default.removeItem(at: file)
                    try write(text, file, mode: mode)
                    #expect(problem(lookup).hasSuffix("run 'chmod 600' on it"), "\(mode)")
                }
            }
        }

        @Test func `a netrc path to another user's file, a folder or a pipe is rejected`() throws {
            try withFolder { folder in
                #expect(problem(try lookup(.netrc(folder.path()))).contains("not a regular file"))
                let pipe = folder.appending(path: "pipe").path()
                #expect(unsafe mkfifo(pipe, 0o600) == 0)
                #expect(problem(try lookup(.netrc(pipe))).contains("not a regular file"))
                guard geteuid() == 0 else { return }
                let file = folder.appending(path: "netrc")
                try write("machine dav.example.com password x", file, mode: 0o600)
                #expect(unsafe chown(file.path(), 12_345, 12_345) == 0)
                #expect(problem(try lookup(.netrc(file.path()))).hasSuffix("belongs to another user"))
            }
        }

        @Test(arguments: [
            ("machine dav.example.com login nora password a", "a"),
            ("machine other password b\nmachine DAV.example.com\n\tlogin nora\n\tpassword a # note\n", "a"),
            (
                "machine dav.example.com login otto password b machine dav.example.com login nora password a",
                "a"
            ),
            ("machine dav.example.com password a", "a"),
            ("machine dav.example.com login \"nora\" password \"a \\\"b\\\" c\"", "a \"b\" c"),
            ("macdef init\nmachine x\n\nmachine dav.example.com login nora password a", "a"),
            ("machine dav.example.com login nora account z password a", "a"),
            ("default login nora password b", nil),
            ("machine example.com login nora password b", nil),
            ("machine dav.example.com.evil.example login nora password b", nil),
            ("machine dav.example.com login otto password b", nil),
            ("", nil), ("machine", nil), ("hello", nil), ("machine dav.example.com password \"a", nil),
        ])
        func `netrc entries are found by host and login`(text: String, password: String?) throws {
            let found = try? Netrc(Array(text.utf8)).password(host: "dav.example.com", user: "nora")
            #expect(found.map { String(decoding: $0.bytes, as: UTF8.self) } == password)
        }

        // MARK: - Text

        @Test func `a password source survives a round trip through text`() {
            let sources: [PasswordSource] = [
                .command("pass show a:b"), .keyring("calendar"), .credential("calendar"), .netrc(""),
                .netrc("/a"),
            ]
            for source in sources { #expect(PasswordSource(source.description) == source) }
            for text in ["", "hunter2", "command:", "keyring", "password:x"] {
                #expect(PasswordSource(text) == nil)
            }
        }
    }
#endif
