import ServerSentEvents
import TestSupport
import Testing

@Suite struct ServerSentEventParserTests {
    /// All events of `pieces`, the last one included where the stream just ends.
    private func parse(_ pieces: [some Sequence<UInt8>]) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser()
        var events = try pieces.flatMap { try parser.feed($0) }
        if let last = try parser.finish() { events.append(last) }
        return events
    }

    @Test(
        arguments: [
            ("data: a\n\ndata: b\n\n", [("", "a"), ("", "b")]),
            ("data: a\r\n\r\ndata: b\r\n\r\n", [("", "a"), ("", "b")]),
            ("data: a\r\rdata: b\r\r", [("", "a"), ("", "b")]),
            ("data: a\ndata: b\n\n", [("", "a\nb")]),
            ("data: a\r\ndata: b\r\n\r\n", [("", "a\nb")]),
            ("data\ndata\n\n", [("", "\n")]),
            ("data:a\ndata:  b\n\n", [("", "a\n b")]),
            (": keep-alive\n\n:\n\ndata: a\n\n", [("", "a")]),
            ("event: error\ndata: x\n\ndata: y\n\n", [("error", "x"), ("", "y")]),
            ("event: ping\n\n", []),
            ("id: 1\nretry: 5\nnonsense\ndata: a: b\n\n", [("", "a: b")]),
            ("\u{FEFF}data: a\n\n\u{FEFF}data: b\n\n", [("", "a")]),
            ("data: a", [("", "a")]),
            ("data: a\n", [("", "a")]),
            ("error: {}\n\n", [("error", "{}")]),
            ("", []), ("\n\n\r\n\r", []),
        ] as [(String, [(String, String)])]
    )
    func streamsGiveTheirEvents(stream: String, expected: [(String, String)]) throws {
        let events = try parse([stream.utf8])
        #expect(events == expected.map { ServerSentEvent(name: $0.0, data: $0.1) })
    }

    @Test(arguments: 0..<60)
    func piecesDontMatter(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let words = [
            "data: ", "data:", "event: e", ": c", "\n", "\n\n", "\r", "\r\n", "é🏋", "x", "{\"a\":1}", "\u{FEFF}",
        ]
        let stream = (0..<60).compactMap { _ in words.randomElement(using: &random) }.joined()
        let bytes = Array(stream.utf8)
        let whole = try parse([bytes])
        #expect(try parse(random.cut(bytes)) == whole)
        #expect(try parse(bytes.map { [$0] }) == whole)
    }

    @Test(arguments: 0..<50)
    func randomBytesNeverTrap(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<2_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        #expect(try parse(random.cut(bytes)) == parse([bytes]))
    }

    @Test(arguments: ["\n", "\r\n", "\r"])
    func jsonBetweenTwoEventsIsAnEventIfThatIsWanted(ending: String) throws {
        let json = "[{\"error\": {\n  \"message\": \"a } \\\" ] {\"\n}}]"
        let text = "data: a\n\n\(json)\ndata: {\ndata: }\n\n{}\n\n".replacing("\n", with: ending)
        func events(_ pieces: [[UInt8]], readsBareJSON: Bool) throws -> [String] {
            var parser = ServerSentEventParser(readsBareJSON: readsBareJSON)
            return try pieces.flatMap { try parser.feed($0) }.map { $0.data.filter { !$0.isWhitespace } }
        }
        let bare = json.filter { !$0.isWhitespace }
        #expect(try events([Array(text.utf8)], readsBareJSON: true) == ["a", bare, "{}", "{}"])
        #expect(try events(text.utf8.map { [$0] }, readsBareJSON: true) == ["a", bare, "{}", "{}"])
        #expect(try events([Array(text.utf8)], readsBareJSON: false) == ["a", "{}"])
    }

    @Test func endlessLinesAndEndlessEventsAreRefused() {
        var line = ServerSentEventParser(maxEventBytes: 100)
        #expect(throws: ServerSentEventParser.Overflow.self) {
            _ = try line.feed(Array(repeating: UInt8(ascii: "x"), count: 101))
        }
        var event = ServerSentEventParser(maxEventBytes: 100)
        #expect(throws: ServerSentEventParser.Overflow.self) {
            for _ in 0..<60 { _ = try event.feed(Array("data: 1\n".utf8)) }
        }
    }

    private static let mixed =
        "event: started\r\ndata: {\"a\":1}\r\n\r\n: comment\nevent:text.delta\ndata: grüße\ndata:zwei\n\ndata: x\r\r"

    @Test func twoPiecesGiveTheSameEventsWhereverTheCutIs() throws {
        let bytes = Array(Self.mixed.utf8)
        for cut in 0...bytes.count {
            var parser = ServerSentEventParser()
            let events = try parser.feed(bytes[..<cut]) + parser.feed(bytes[cut...])
            #expect(events.map(\.type) == ["started", "text.delta", "message"], "cut at \(cut)")
            #expect(events.map(\.data) == ["{\"a\":1}", "grüße\nzwei", "x"], "cut at \(cut)")
        }
    }

    @Test func anEventWithoutDataIsNone() throws {
        var parser = ServerSentEventParser()
        #expect(try parser.feed(Array("event: a\n\ndata: b\n\n".utf8)) == [ServerSentEvent(data: "b")])
    }

    @Test func bytesThatArentUTF8AreAStreamWithoutEvents() throws {
        var parser = ServerSentEventParser()
        #expect(try parser.feed([0xFF, 0x00, 0x0A, 0x0D, 0x0A, 0xC3, 0x0A]).isEmpty)
    }
}
