#if CommandLine && Network
    import CalDAV
    import ICalendarNetwork

    /// The typed address of an account: a server, a resource on a server, or an email address.
    struct AccountAddress {
        /// The first server to receive the password.
        let origin: WebOrigin
        /// The user name, if the address is an email address.
        let user: String?
        private let start: Start

        private enum Start {
            case url(ResourceURL)
            case domain(String)
        }

        init(_ text: String) throws(CommandError) {
            do throws(AddressProblem) {
                if let at = text.lastIndex(of: "@"), !text.contains("/") {
                    let domain = String(text[text.index(after: at)...])
                    (origin, user, start) = (try WebOrigin("https://\(domain)"), text, .domain(domain))
                } else if text.contains("://") {
                    let url = try ResourceURL(text)
                    (origin, user, start) = (url.origin, nil, .url(url))
                } else if text.contains("/") || text.contains(":") {
                    let url = try ResourceURL("https://\(text)")
                    (origin, user, start) = (url.origin, nil, .url(url))
                } else {
                    (origin, user, start) = (try WebOrigin("https://\(text)"), nil, .domain(text))
                }
            } catch {
                throw CommandError("'\(text)' is not the address of a server: \(error)")
            }
        }

        /// Looks up the SRV records of a domain and returns a search for the account.
        func discovery() async throws(CommandError) -> Discovery {
            switch start {
            case .url(let url): return Discovery(at: url)
            case .domain(let domain):
                let services = await ServiceRecords().services(ofDomain: domain)
                do throws(AddressProblem) {
                    return try Discovery(domain: domain, services: services)
                } catch {
                    throw CommandError("'\(domain)' is not a domain: \(error)")
                }
            }
        }
    }
#endif
