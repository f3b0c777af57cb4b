#if Network
    import CalDAV
    import SystemIO

    /// A type that reads passwords and blocks the current thread while doing so.
    protocol PasswordReader: Sendable {
        func secret(isCancelled: () -> Bool) throws(PasswordProblem) -> Secret
    }

    /// A reader that obtains passwords from the credentials' password source.
    struct PasswordLookup: PasswordReader {
        let credentials: Credentials
        /// The time limit for a command.
        var limit: Duration = .seconds(30)
        /// The command that prints a keyring entry, without its last arguments.
        var keyring: [String]?
        var variable: @Sendable (String) -> String? = { SystemCalls.environment($0) }

        func secret(isCancelled: () -> Bool) throws(PasswordProblem) -> Secret {
            switch credentials.password {
            case .command(let command):
                let name = "the password command"
                return try output(name, ["/bin/sh", "-c", command], isCancelled)
            case .keyring(let service):
                return try output("the keyring", keyringArguments(service), isCancelled)
            case .credential(let name): return try credential(name)
            case .netrc(let path): return try netrc(path)
            }
        }

        private func output(
            _ name: String,
            _ arguments: [String],
            _ isCancelled: () -> Bool
        ) throws(PasswordProblem) -> Secret {
            let bytes: [UInt8]
            do {
                bytes = try CommandOutput.bytes(of: arguments, within: limit, isCancelled: isCancelled)
            } catch {
                switch error {
                case .notStarted(let reason): throw .notStarted(name, reason.description)
                case .failed(let status): throw .failed(name, status: status)
                case .slow: throw .slow(name, seconds: limit.milliseconds / 1000)
                case .long: throw .long(name)
                case .cancelled: throw .cancelled
                }
            }
            return try firstLine(bytes, of: name)
        }

        func keyringArguments(_ service: String) -> [String] {
            if let keyring { return keyring + [service, credentials.user] }
            #if canImport(Darwin)
                return [
                    "/usr/bin/security", "find-generic-password", "-s", service, "-a", credentials.user, "-w",
                ]
            #else
                return [
                    "/usr/bin/env", "secret-tool", "lookup", "service", service, "username", credentials.user,
                ]
            #endif
        }

        private func credential(_ name: String) throws(PasswordProblem) -> Secret {
            guard !name.isEmpty, name != ".", name != "..", !name.contains("/"), !name.utf8.contains(0) else {
                throw .badName(name)
            }
            guard let folder = variable("CREDENTIALS_DIRECTORY"), folder.hasPrefix("/") else {
                throw .noFolder
            }
            let path = "\(folder)/\(name)"
            // The service manager protects the folder and does not rely on file modes.
            return try firstLine(try bytes(at: path, isPrivate: false), of: path)
        }

        private func netrc(_ path: String) throws(PasswordProblem) -> Secret {
            let path = path.isEmpty ? "\(variable("HOME") ?? "")/.netrc" : path
            let bytes = try bytes(at: path, isPrivate: true)
            let (host, user) = (credentials.origin.host, credentials.user)
            let file: Netrc
            do { file = try Netrc(bytes) } catch { throw .badNetrc(path, line: error.line) }
            guard let secret = file.password(host: host, user: user) else {
                throw .noEntry(path, host: host, user: user)
            }
            return secret
        }

        private func bytes(at path: String, isPrivate: Bool) throws(PasswordProblem) -> [UInt8] {
            do { return try PrivateFile.bytes(at: path, isPrivate: isPrivate) } catch {
                switch error {
                case .missing: throw .missing(path)
                case .notRegular: throw .unreadable(path, "not a regular file")
                case .tooLarge: throw .unreadable(path, "larger than 1 MiB")
                case .open: throw .openToOthers(path)
                case .otherOwner: throw .otherOwner(path)
                case .system(let error): throw .unreadable(path, error.description)
                }
            }
        }

        /// Returns the first line without its line ending.
        private func firstLine(_ bytes: [UInt8], of name: String) throws(PasswordProblem) -> Secret {
            var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            guard let secret = Secret(line) else { throw .empty(name) }
            return secret
        }
    }
#endif
