import TestSupport
import Testing

@testable import FunctionsCompat

/// Any bytes are read as XML or refused.
@Suite struct XMLReaderTests {
    private static let whole = """
        <?xml version="1.0"?><!-- a --><d:a xmlns:d="DAV:" x='1 &gt; 0'><b xmlns="urn:b">T&#233;xt &amp; <![CDATA[<raw>]]></b>\
        <d:c/></d:a>
        """

    @Test func readsNamespacesAndTexts() throws {
        let root = try #require(XMLReader.read(Array(Self.whole.utf8)))
        #expect((root.namespace, root.name) == ("DAV:", "a"))
        #expect(root.attributes == ["x": "1 > 0"])
        #expect(root.children.map(\.namespace) == ["urn:b", "DAV:"])
        #expect(root.children.first?.text == "Téxt & <raw>")
    }

    @Test(arguments: [
        "", "text", "<a>", "</a>", "<a></b>", "<a/><b/>", "<a>&x;</a>", "<a x=1/>", "<a x='1' x='2'/>", "<x:a/>",
        "<!DOCTYPE a><a/>", "<a b/>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a x='<'/>", "<a/>x", "<a:b:c xmlns:a='x'/>",
    ])
    func refusesOthers(_ text: String) { #expect(XMLReader.read(Array(text.utf8)) == nil) }

    @Test func isBounded() {
        #expect(
            XMLReader.read(Array((String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100)).utf8))
                == nil
        )
        #expect(XMLReader.read(Array(("<a>" + String(repeating: "<b/>", count: 10_000) + "</a>").utf8)) == nil)
        #expect(XMLReader.read([0x3C, 0x61, 0xFF, 0x2F, 0x3E]) == nil)
    }

    @Test func namesAndNamespacesAreBounded() {
        func reads(_ text: String) -> Bool { XMLReader.read(Array(text.utf8)) != nil }
        func text(_ count: Int) -> String { String(repeating: "n", count: count) }
        #expect(reads("<\(text(128))/>") && !reads("<\(text(129))/>"))
        #expect(reads("<a xmlns='\(text(256))'/>") && !reads("<a xmlns='\(text(257))'/>"))
        #expect(reads("<p:a xmlns:p='\(text(256))'/>") && !reads("<p:a xmlns:p='\(text(257))'/>"))
        func prefixes(_ count: Int) -> String { (0..<count).map { " xmlns:p\($0)='urn:x'" }.joined() }
        #expect(reads("<a\(prefixes(32))/>") && !reads("<a\(prefixes(33))/>"))
        #expect(!reads("<a\(prefixes(20))><b xmlns='' xmlns:q='urn:q'\(prefixes(32))/></a>"))
        // Of all elements together.
        let some = String(repeating: "<\(text(100))/>", count: 600)
        #expect(reads("<a>\(some)</a>") && !reads("<a>\(some)\(some)</a>"))
        // Texts are none of it.
        #expect(reads("<a>\(text(200_000))</a>"))
    }

    @Test(arguments: 0..<10)
    func survivesAnything(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bytes = Array(Self.whole.utf8)
        for _ in 0..<3000 {
            var piece = bytes
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0..<piece.count, using: &random)
                switch Int.random(in: 0...2, using: &random) {
                case 0: piece[place] = UInt8.random(in: .min ... .max, using: &random)
                case 1 where piece.count > 1: piece.remove(at: place)
                default: piece.insert(bytes.randomElement(using: &random) ?? 0, at: place)
                }
            }
            guard let root = XMLReader.read(piece) else { continue }
            // What was read has names that can be written.
            #expect(!root.name.isEmpty && !root.name.contains { "<>&\"'".contains($0) })
        }
    }
}
