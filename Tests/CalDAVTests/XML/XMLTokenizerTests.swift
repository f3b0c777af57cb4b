import Testing

@testable import CalDAV

@Suite struct XMLTokenizerTests {
    /// The tokens of a document: `<namespace|name attributes`, text in quotes, `>`.
    private func tokens(_ text: String, limits: XMLLimits = XMLLimits()) throws(XMLFailure) -> String {
        try tokens(Array(text.utf8), limits: limits)
    }

    private func tokens(_ bytes: [UInt8], limits: XMLLimits = XMLLimits()) throws(XMLFailure) -> String {
        var tokenizer = XMLTokenizer(limits: limits)
        var (index, result, text) = (0, "", [UInt8]())
        func flush() {
            if !text.isEmpty { result += "'\(String(decoding: text, as: UTF8.self))'" }
            text = []
        }
        while let token = try tokenizer.next(in: bytes, at: &index) {
            switch token {
            case .start:
                flush()
                let attributes = tokenizer.attributes.map {
                    " \($0.name.namespace)|\($0.name.local)=\($0.value)"
                }
                result += "<\(tokenizer.name.namespace)|\(tokenizer.name.local)\(attributes.joined())"
            case .end:
                flush()
                result += ">"
            case .text(let range): text += bytes[range]
            case .characters: text += tokenizer.characters
            }
        }
        guard tokenizer.isComplete else { throw tokenizer.failure(.truncated) }
        return result
    }

    @Test(arguments: [
        ("<a/>", "<|a>"), ("<a></a >", "<|a>"), ("<a b = '1'\n c=\"2\" />", "<|a |b=1 |c=2>"),
        ("<a>x<b/>y</a>", "<|a'x'<|b>'y'>"), ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<|a'<>&\"''>"),
        ("<a>&#65;&#x42;&#x1F600;</a>", "<|a'AB\u{1F600}'>"), ("<a b='&lt;&#65;x'/>", "<|a |b=<Ax>"),
        ("<a><![CDATA[<b>&amp;]]]></a>", "<|a'<b>&amp;]'>"),
        ("<a><![CDATA[]]]]><![CDATA[>]]></a>", "<|a']]>'>"),
        ("<a><![CDATA[]]></a>", "<|a>"), ("<a><![CDATA[a]b]]c]]></a>", "<|a'a]b]]c'>"),
        ("<!-- x --><a><!-- <b> - --></a><!---->", "<|a>"), ("<?pi <x> ??><a><?p?></a>", "<|a>"),
        ("\u{FEFF}<?xml version='1.0' encoding='UTF-8'?><a/>\n", "<|a>"),
        ("<?xml version=\"1.0\" encoding = \"us-ascii\" standalone='yes'?>\n<a/>", "<|a>"),
        ("<a>]]></a>", "<|a']]>'>"), ("<a b='>'/>", "<|a |b=>>"), ("<ä-1.b_/>", "<|ä-1.b_>"),
    ])
    func `well-formed documents are read`(text: String, expected: String) throws {
        #expect(try tokens(text) == expected)
    }

    @Test(arguments: [
        ("<a xmlns='u'><b/><c xmlns=''/></a>", "<u|a<u|b><|c>>"),
        ("<p:a xmlns:p='u' p:b='1' b='2'/>", "<u|a u|b=1 |b=2>"),
        ("<p:a xmlns:p='u'><p:b xmlns:p='v'/><p:c/></p:a>", "<u|a<v|b><u|c>>"),
        ("<a xmlns='u'><p:b xmlns:p='u'/></a>", "<u|a<u|b>>"),
        ("<p:a xmlns:p='u'><p:a xmlns:p='v'><p:a/></p:a><p:a/></p:a>", "<u|a<v|a<v|a>><u|a>>"),
        ("<a xml:lang='de'/>", "<|a http://www.w3.org/XML/1998/namespace|lang=de>"),
    ])
    func `prefixes are resolved to namespaces`(text: String, expected: String) throws {
        #expect(try tokens(text) == expected)
    }

    @Test(arguments: [
        "<a>", "<a></b>", "<a/><b/>", "</a>", "x<a/>", "<a/>x", "", " ", "<a b/>", "<a b=1/>",
        "<a b='1'c='2'/>",
        "<a b='1' b='2'/>", "<a b='<'/>", "<a<b/>", "< a/>", "<1/>", "<a:/>", "<:a/>", "<a:b:c xmlns:a='u'/>",
        "<a &/>",
        "<a>&</a>", "<a>& b;</a>", "<a>&#;</a>", "<a>&#x;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        "<a>&#x110000;</a>",
        "<a>&#+65;</a>", "<a>&#-1;</a>", "<a>&#99999999999999999999;</a>", "<a b='&lt'/>", "<a b='&#0;'/>",
        "<a><!-- -- --></a>", "<a><!-- ---></a>", "<![CDATA[x]]><a/>", "&lt;<a/>", "<a/>&lt;",
        "<a><![CDATA[x]]</a>",
        "<!-- x ", "<a xmlns:p='u' xmlns:q='u' p:b='' q:b=''/>", "<a xmlns:p=''/>", "<a xmlns:xml='u'/>",
        "<a xmlns:xmlns='u'/>", "<a b='1' /  >",
    ])
    func `malformed documents are rejected`(text: String) {
        #expect(throws: XMLFailure.self) { try tokens(text) }
    }

    @Test(arguments: [
        "<!DOCTYPE a><a/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<!doctype html>",
        "<a><!ENTITY b 'c'></a>",
        "<!D", "<![INCLUDE[<a/>]]>",
    ])
    func `document type declarations are rejected before they can define entities`(text: String) {
        #expect(throws: XMLFailure.self) { try tokens(text) }
        do { _ = try tokens(text) } catch { #expect(error.reason == .documentType) }
    }

    @Test(arguments: ["nbsp", "b", "AMP", "Lt", "xxe"])
    func `entities other than the five predefined ones are rejected`(name: String) {
        do {
            _ = try tokens("<a>&\(name);</a>")
            Issue.record("accepted")
        } catch { #expect(error.reason == .entity(name)) }
    }

    @Test func `encodings other than UTF-8 and ASCII are rejected`() {
        for (bytes, name) in [
            (Array("<?xml version='1.0' encoding='ISO-8859-1'?><a/>".utf8), "ISO-8859-1"),
            ([0xFF, 0xFE, 0x3C, 0], "utf-16"), ([0xFE, 0xFF, 0, 0x3C], "utf-16"),
            ([0, 0, 0xFE, 0xFF], "utf-32"),
        ] as [([UInt8], String)] {
            do {
                _ = try tokens(bytes)
                Issue.record("accepted \(name)")
            } catch { #expect(error.reason == .encoding(name)) }
        }
    }

    @Test func `markup must be valid UTF-8`() {
        #expect(throws: XMLFailure.self) { try tokens(Array("<a".utf8) + [0xE9] + Array("/>".utf8)) }
        #expect(throws: XMLFailure.self) { try tokens([0xEF, 0xBB] + Array("<a/>".utf8)) }
    }

    @Test func `a prefix without a namespace is rejected by name`() {
        for text in ["<cs:a/>", "<a cs:b=''/>", "<a><cs:b xmlns:cs='u'/><cs:c/></a>"] {
            do {
                _ = try tokens(text)
                Issue.record("accepted")
            } catch { #expect(error.reason == .prefix("cs")) }
        }
    }

    @Test func `messages contain no control characters`() {
        #expect(
            XMLFailure(.truncated, at: 7).description == "XML: unexpected end; response rejected at byte 7"
        )
        let limit = XMLFailure(.limit("depth", 64), at: 7)
        #expect(limit.description == "XML: limit reached: 64 (XMLLimits.depth); response rejected at byte 7")
        let hostile = XMLFailure(.root("a\u{1B}[31m\u{202E}\n"), at: 1).description
        #expect(
            hostile
                == "XML: unexpected root element 'a\\u{1b}[31m\\u{202e}\\u{a}'; response rejected at byte 1"
        )
        #expect(XMLFailure(.entity(String(repeating: "x", count: 10_000)), at: 1).description.count < 300)
    }
}
