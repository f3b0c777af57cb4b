#if Network
    /// The settings of one transfer.
    struct CurlSettings {
        /// The proof of who the user is.
        enum Proof {
            case none
            case basic(user: String, Secret)
            case digest(user: String, Secret)
            case bearer(Secret)
        }

        /// The computers to which a connection is allowed, whatever their names stand for.
        enum Reach {
            case everywhere
            case thisComputer
            case otherComputers
        }

        let url: String
        let method: String
        /// The header fields as lines.
        let lines: [String]
        let body: [UInt8]?
        let proof: Proof
        let reach: Reach
        let usesProxy: Bool
        let tls: TLSSettings
        let connecting: Duration
    }

    /// The reason why a transfer failed.
    struct CurlProblem: Error {
        enum Kind {
            case missing, unreachable, untrusted, timedOut, cutOff, tooLarge, malformed
            /// The server asks for credentials again and again.
            case refused
            /// The receiver of the answer, or the loop around the transfer, has ended it.
            case stopped
            /// A host name stands for a computer that ``CurlSettings/Reach`` excludes.
            case outOfReach
        }

        let kind: Kind
        /// libcurl's words, which can contain texts of the server.
        let reason: String
    }
#endif
