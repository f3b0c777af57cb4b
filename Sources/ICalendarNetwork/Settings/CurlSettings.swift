#if Network
    /// The settings for one transfer.
    struct CurlSettings {
        /// The user's credentials in the form that an authentication method requires.
        enum Proof {
            case none
            case basic(user: String, Secret)
            case digest(user: String, Secret)
            case bearer(Secret)
        }

        /// The computers that the transfer may connect to.
        ///
        /// The check applies to network addresses rather than names.
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

    /// The reason a transfer failed.
    struct CurlProblem: Error {
        enum Kind {
            case missing, unreachable, untrusted, timedOut, cutOff, tooLarge, malformed
            /// The server requested credentials repeatedly.
            case refused
            /// The response's receiver or the loop around the transfer stopped the transfer.
            case stopped
            /// A host name resolves to a computer that ``CurlSettings/Reach`` excludes.
            case outOfReach
        }

        let kind: Kind
        /// libcurl's message, which can contain text from the server.
        let reason: String
    }
#endif
