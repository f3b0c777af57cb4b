import Testing
import TestTraits

@testable import CalDAV

/// Properties that hold for every response.
@Suite struct PieceLawTests {
    private static let hard = """
        \u{FEFF}<?xml version="1.0" encoding="utf-8"?><!-- a - b --><?pi x?>
        <m:multistatus xmlns:m = 'DAV:' xmlns:c="urn:ietf:params:xml:ns:caldav"
        ><m:response ><m:href>/w&#x6F;rk/&amp;.ics</m:href ><m:propstat><m:prop><c:calendar-data><![CDATA[a]]]>&lt;\
        b<!-- ]]> --><![CDATA[]]]]><![CDATA[>]]></c:calendar-data><m:getetag>&quot;\u{FC}&quot;</m:getetag><c:x/>\
        <c:supported-calendar-component-set><c:comp name='V&#69;VENT'/></c:supported-calendar-component-set></m:prop>\
        <m:status>HTTP/1.1 200 OK</m:status></m:propstat></m:response></m:multistatus>
        """

    @Test func `a response can be split at any byte`() {
        let hard = Array(Self.hard.utf8)
        let whole = ReadAnswer(hard)
        #expect(whole.failure == nil && whole.responses.count == 1)
        for cut in 0...hard.count { #expect(ReadAnswer(hard, cutAt: [cut]) == whole) }
        for first in stride(from: 200, to: 260, by: 2) {
            for second in stride(from: first, to: 260, by: 2) {
                #expect(ReadAnswer(hard, cutAt: [first, second]) == whole)
            }
        }
    }

    @Test(arguments: ServerAnswers.all.map(\.name))
    func `chunk sizes do not affect the result of a response`(name: String) {
        let bytes = Array((ServerAnswers.all.first { $0.name == name }?.text ?? "").utf8)
        for size in 1...16 {
            let cuts = Array(stride(from: size, to: bytes.count, by: size))
            #expect(ReadAnswer(bytes, cutAt: cuts) == ReadAnswer(bytes))
        }
    }

    @Test(arguments: 0..<20)
    func `mutated responses never crash the reader, wherever they are split`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let sources = ServerAnswers.all.map { Array($0.text.utf8) } + [Array(Self.hard.utf8)]
        let alphabet = Array("<>/&;#x!?-[]='\" :dDAV\n".utf8) + [0, 0x1B, 0x80, 0xC3, 0xFF]
        var limits = XMLLimits()
        limits.text = 2000
        limits.item = 2000
        for round in 0..<60 {
            var bytes = sources[(Int(seed) + round) % sources.count]
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let place = Int.random(in: 0..<max(1, bytes.count), using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + 8))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
                default: bytes.removeSubrange(place...)
                }
                if bytes.isEmpty { bytes = [0x3C] }
            }
            let whole = ReadAnswer(bytes, limits: limits)
            let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &generator) }.sorted()
            #expect(ReadAnswer(bytes, cutAt: cuts, limits: limits) == whole)
            #expect(whole.responses.allSatisfy { $0.properties.calendarData?.count ?? 0 <= 2000 })
            #expect((whole.summary == nil) == (whole.failure != nil))
        }
    }

    @Test func `a parsed document survives a round trip`() {
        var generator = SeededGenerator(seed: 7)
        let letters = Array("a<>&\"'\r\n\t]\u{1}\u{FC}\u{1F600}")
        for _ in 0..<200 {
            let text = String((0..<12).map { _ in letters.randomElement(using: &generator) ?? "a" })
            let body = XMLText.document(.dav("multistatus")) {
                $0.element(.dav("sync-token"), text: "|\(text)|")
            }
            let kept = text.filter { $0 != "\u{1}" }
            #expect(ReadAnswer(body).summary?.syncToken == "|\(kept)|")
        }
    }

    @Test func `random hrefs never crash the parser, and request targets survive a round trip`() throws {
        var generator = SeededGenerator(seed: 11)
        let alphabet = Array("/aA%2f.?#@: +\\\u{FC}\u{7F}".utf8) + [0xFF]
        let base = try url("https://dav.example.com/work/")
        var read = 0
        for _ in 0..<20_000 {
            let count = Int.random(in: 0..<10, using: &generator)
            let bytes =
                Array("/".utf8) + (0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            guard let href = try? Href(bytes, from: base) else { continue }
            read += 1
            let sent = try Href(href.requestTarget)
            #expect(sent == href && sent.requestTarget == href.requestTarget)
            #expect(href.requestTarget.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        }
        #expect(read > 1000)
    }
}
