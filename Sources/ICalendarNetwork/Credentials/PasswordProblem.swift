#if Network

    /// The reason that no password was found.
    ///
    /// The description never contains any part of the password.
    enum PasswordProblem: Error, CustomStringConvertible {
        case cancelled
        case notStarted(String, String)
        case failed(String, status: Int32)
        case slow(String, seconds: Int)
        case long(String)
        case empty(String)
        case noFolder
        case badName(String)
        case missing(String)
        case unreadable(String, String)
        case openToOthers(String)
        case otherOwner(String)
        case noEntry(String, host: String, user: String)
        case badNetrc(String, line: Int)
        case badUser
        case badToken

        var description: String {
            switch self {
            case .cancelled: "cancelled"
            case .notStarted(let name, let reason): "\(name) does not start: \(reason)"
            case .failed(let name, 127): "\(name) is not installed"
            case .failed(let name, let status): "\(name) failed with status \(status)"
            case .slow(let name, let seconds): "\(name) did not finish within \(seconds) s"
            case .long(let name): "\(name) printed more than 64 KiB"
            case .empty(let name): "\(name) provides no password, or one with a control character"
            case .noFolder: "the environment variable CREDENTIALS_DIRECTORY is not set"
            case .badName(let name): "'\(name)' is not the name of a credential"
            case .missing(let path): "\(path) does not exist"
            case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
            case .openToOthers(let path): "other users have access to \(path); run 'chmod 600' on it"
            case .otherOwner(let path): "\(path) belongs to another user"
            case .noEntry(let path, let host, let user):
                "\(path) has no entry for \(host) with login '\(user)'"
            case .badNetrc(let path, let line): "\(path) is not a netrc file: line \(line)"
            case .badUser:
                "the user name contains a control character, or a colon, which Basic does not allow"
            case .badToken: "the token contains a blank or a non-ASCII character"
            }
        }
    }
#endif
