#if Network
    import CalDAV
    import SystemIO
    import Testing

    @testable import ICalendarNetwork

    /// A resolver that returns prepared messages.
    private struct FakeResolver: NameResolver {
        var messages: [DNSMessage.Kind: [UInt8]] = [:]
        var gate: Monitor<Bool>?
        let questions = Lock([String]())

        func message(_ name: String, _ kind: DNSMessage.Kind) -> [UInt8]? {
            questions.withLock { $0.append("\(kind) \(name)") }
            if let gate { _ = gate.wait { $0 ? true : nil } }
            return messages[kind]
        }
    }

    /// A builder for DNS messages.
    private enum Message {
        static func name(_ text: String) -> [UInt8] {
            text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
        }

        static func record(_ kind: UInt8, _ data: [UInt8], owner: [UInt8] = [0xC0, 12]) -> [UInt8] {
            owner + [0, kind, 0, 1, 0, 0, 0, 60, UInt8(data.count >> 8), UInt8(data.count & 255)] + data
        }

        static func service(_ priority: UInt8, _ weight: UInt8, _ port: Int, _ host: [UInt8]) -> [UInt8] {
            record(33, [0, priority, 0, weight, UInt8(port >> 8), UInt8(port & 255)] + host)
        }

        static func text(_ texts: [String]) -> [UInt8] {
            record(16, texts.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) })
        }

        static func answer(_ records: [[UInt8]], flags: [UInt8] = [0x81, 0x80], count: Int? = nil) -> [UInt8]
        {
            let number = count ?? records.count
            let head: [UInt8] = [1, 2] + flags + [0, 1, UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 0]
            return head + name("_caldavs._tcp.example.com") + [0, 33, 0, 1] + records.flatMap { $0 }
        }
    }

    @Suite(.timeLimit(.minutes(30))) struct ServiceRecordsTests {
        private func services(_ resolver: FakeResolver, _ domain: String = "example.com") async -> [String] {
            await ServiceRecords(resolver).services(ofDomain: domain)
                .map { "\($0.host):\($0.port)\($0.path ?? "")" }
        }

        @Test func `servers are sorted by priority and weight, with the path from the TXT record`() async {
            let resolver = FakeResolver(messages: [
                .service: Message.answer([
                    Message.service(20, 0, 443, Message.name("c.example.com")),
                    // The name is "b." and the domain of the question.
                    Message.service(10, 1, 8443, [1, 98, 0xC0, 26]),
                    Message.service(10, 5, 443, Message.name("A.example.com")),
                ]),
                .text: Message.answer([Message.text(["x=y", "path=/dav/"])]),
            ])
            #expect(
                await services(resolver) == [
                    "a.example.com:443/dav/", "b.example.com:8443/dav/", "c.example.com:443/dav/",
                ]
            )
            #expect(
                resolver.questions.withLock { $0 } == [
                    "service _caldavs._tcp.example.com", "text _caldavs._tcp.example.com",
                ]
            )
        }

        @Test func `the system has a resolver`() {
            #expect(SystemResolver.isAvailable)
        }

        @Test func `a domain without the service has no servers`() async {
            #expect(await services(FakeResolver()) == [])
            let refusing = FakeResolver(messages: [.service: Message.answer([Message.service(0, 0, 0, [0])])])
            #expect(await services(refusing) == [])
            #expect(refusing.questions.withLock { $0.count } == 1)
        }

        @Test(arguments: ["", "localhost", "exa mple.com", "a/b.com", "user@example.com", "example.com\u{0}"])
        func `an invalid domain is not looked up`(domain: String) async {
            let resolver = FakeResolver()
            #expect(await services(resolver, domain) == [])
            #expect(resolver.questions.withLock { $0 } == [])
        }

        @Test func `a lookup ends if the resolver does not answer`() async {
            let gate = Monitor(false)
            defer { gate.change { $0 = true } }
            let records = ServiceRecords(FakeResolver(gate: gate), limit: .milliseconds(50))
            #expect(await records.services(ofDomain: "example.com").isEmpty)
        }

        @Test func `a canceled search returns immediately`() async {
            let gate = Monitor(false)
            defer { gate.change { $0 = true } }
            let resolver = FakeResolver(gate: gate)
            let task = Task { await ServiceRecords(resolver).services(ofDomain: "example.com").count }
            task.cancel()
            #expect(await task.value == 0)
        }

        @Test func `at most eight servers are returned`() async {
            let records = (0..<60).map {
                Message.service(UInt8($0), 0, 443, Message.name("h\($0).example.com"))
            }
            let resolver = FakeResolver(messages: [.service: Message.answer(records)])
            #expect(await services(resolver).count == 8)
        }

        @Test func `error, truncated and hostile messages have no records`() {
            let good = Message.answer([Message.service(0, 0, 443, Message.name("a.example.com"))])
            #expect(DNSMessage(good)?.services.count == 1)
            for count in 0..<good.count {
                #expect(DNSMessage(Array(good.prefix(count)))?.services.isEmpty != false)
            }
            let place = UInt8(good.count - 15)
            let hostile: [[UInt8]] = [
                Message.answer([], flags: [0x81, 0x83]),
                Message.answer([], flags: [0x01, 0x80]),
                Message.answer([], count: 65_535),
                // A name that points to itself, and names with invalid characters.
                Message.answer([Message.service(0, 0, 443, [0xC0, place])]),
                Message.answer([Message.service(0, 0, 443, [0xFF, 0xFF])]),
                Message.answer([Message.service(0, 0, 443, [3, 97, 47, 98, 0])]),
                Message.answer([Message.service(0, 0, 443, [1, 27, 0])]),
                Message.answer([Message.service(0, 0, 443, [])]),
                Message.answer([Message.record(16, [200, 65])]),
            ]
            for message in hostile {
                let found = DNSMessage(message)
                #expect((found?.services ?? []).isEmpty && (found?.texts ?? []).isEmpty)
            }
        }

        @Test func `random messages do not crash the parser`() {
            var random = SystemRandomNumberGenerator()
            let good = Message.answer([
                Message.service(0, 0, 443, [1, 98, 0xC0, 26]), Message.text(["path=/dav/"]),
            ])
            for _ in 0..<5_000 {
                var bytes = good
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
                        in: 0...255,
                        using: &random
                    )
                }
                let hosts = DNSMessage(bytes)?.services.map(\.host) ?? []
                if hosts.contains(where: { $0.utf8.count > 255 }) { Issue.record("\(bytes)") }
            }
        }
    }
#endif
