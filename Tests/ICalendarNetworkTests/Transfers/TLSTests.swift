#if Network
    import CalDAV
    import Testing

    @testable import ICalendarNetwork

    @Suite(
        .timeLimit(.minutes(30)),
        .enabled(if: Certificates.isPossible, "needs the program openssl"),
        .serialized
    ) struct TLSTests {
        private static let certificates = Result { try Certificates() }

        private func send(_ server: TLSServer, _ change: (inout TLSSettings) -> Void = { _ in }) async throws
            -> String
        {
            var tls = TLSSettings()
            change(&tls)
            let transport = CurlTransport(tls: tls, limits: .with { $0.silence = .seconds(5) })
            return try await transport.answer(.get(server.url)).body
        }

        @Test func `a certificate is trusted only if its authority is trusted`() async throws {
            let certificates = try Self.certificates.get()
            let server = try TLSServer(certificates)
            let failure = await failure { _ = try await send(server) }
            #expect(failure?.name == "untrusted" && failure?.kind.isTransient == false)
            let body = try await send(server) { $0.authorities = certificates.path("server.pem") }
            #expect(body == "secret")
            let other = await ICalendarNetworkTests.failure {
                _ = try await send(server) { $0.authorities = certificates.path("client.pem") }
            }
            #expect(other?.name == "untrusted")
            let missing = await ICalendarNetworkTests.failure {
                _ = try await send(server) { $0.authorities = certificates.path("missing.pem") }
            }
            #expect(missing?.name == "untrusted")
        }

        @Test func `a certificate for another host is not trusted`() async throws {
            let certificates = try Self.certificates.get()
            let server = try TLSServer(certificates, certificate: "elsewhere")
            let failure = await failure {
                _ = try await send(server) { $0.authorities = certificates.path("elsewhere.pem") }
            }
            #expect(failure?.name == "untrusted")
        }

        @Test func `a pinned key is an additional requirement`() async throws {
            let certificates = try Self.certificates.get()
            let server = try TLSServer(certificates)
            let (pin, otherPin) = (try certificates.pin("server"), try certificates.pin("client"))
            for pins in [pin, "\(otherPin);\(pin)"] {
                let body = try await send(server) {
                    $0.authorities = certificates.path("server.pem")
                    $0.pin = pins
                }
                #expect(body == "secret")
            }
            // libcurl interprets any other text as the name of a file with the key.
            let file = certificates.path("server.public")
            _ = try Certificates.run(
                "openssl x509 -in '\(certificates.path("server.pem"))' -pubkey -noout > '\(file)'"
            )
            for wrong in [otherPin, file, "/etc/passwd", "sha256//abc", "", "\(pin);/etc/passwd"] {
                let failure = await failure {
                    _ = try await send(server) {
                        $0.authorities = certificates.path("server.pem")
                        $0.pin = wrong
                    }
                }
                #expect(failure?.name == "untrusted", "\(wrong)")
            }
            // A matching pin does not make an untrusted certificate trusted.
            let alone = await failure { _ = try await send(server) { $0.pin = pin } }
            #expect(alone?.name == "untrusted")
        }

        @Test func `a client certificate identifies the client`() async throws {
            let certificates = try Self.certificates.get()
            let server = try TLSServer(certificates, "-Verify 1 -verify_return_error -CAfile client.pem")
            let body = try await send(server) {
                $0.authorities = certificates.path("server.pem")
                $0.certificate = certificates.path("client.pem")
                $0.key = certificates.path("client.key")
            }
            #expect(body == "secret")
            let failure = await failure {
                _ = try await send(server) { $0.authorities = certificates.path("server.pem") }
            }
            #expect(failure != nil)
            let missing = await ICalendarNetworkTests.failure {
                _ = try await send(server) {
                    $0.authorities = certificates.path("server.pem")
                    $0.certificate = certificates.path("missing.pem")
                }
            }
            #expect(missing?.name == "untrusted")
        }

        @Test func `TLS 1.1 is rejected`() async throws {
            let certificates = try Self.certificates.get()
            let server = try TLSServer(certificates, "-tls1_1 -cipher ALL:@SECLEVEL=0")
            let failure = await failure {
                _ = try await send(server) { $0.authorities = certificates.path("server.pem") }
            }
            #expect(failure?.name == "unreachable" && failure?.detail.isEmpty == false)
        }

        @Test func `a server without TLS gets no request`() async throws {
            try await withServer({ _, client in client.answer(200) }) { server in
                let url = try ResourceURL("https://127.0.0.1:\(server.port)/")
                let transport = CurlTransport(limits: .with { $0.connecting = .milliseconds(500) })
                let failure = await failure { _ = try await transport.answer(.get(url)) }
                #expect(["unreachable", "timedOut"].contains(failure?.name ?? "") && server.requests.isEmpty)
            }
        }
    }
#endif
