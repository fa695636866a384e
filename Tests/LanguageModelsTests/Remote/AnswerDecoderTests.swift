import Domain
import OpenAIClient
import TestSupport
import Testing

@testable import LanguageModels

@Suite struct ChatCompletionDecoderTests {
    /// The events of a body that comes in `pieces`, and the error at its end.
    private func decode(
        _ pieces: [some Sequence<UInt8>],
        limits: ChatCompletionDecoder.Limits = .init()
    ) -> (events: [ModelEvent], error: ModelError?) {
        var decoder = ChatCompletionDecoder(
            limits: limits,
            model: "m",
            redact: Redaction(key: Secret("sk-1234")),
            makeCallId: { "made-\($0)" }
        )
        var events: [ModelEvent] = []
        do {
            for piece in pieces { try decoder.receive(piece) { events.append($0) } }
            try decoder.end { events.append($0) }
        } catch {
            return (events, error)
        }
        return (events, nil)
    }

    private func decode(_ body: String) -> (events: [ModelEvent], error: ModelError?) { decode([body.utf8]) }

    private let hello = #"data: {"choices":[{"delta":{"content":"Hello"}}]}"# + "\n\n"

    @Test(arguments: Recording.all)
    func recordingsGiveTheirEvents(recording: Recording) {
        let (events, error) = decode(recording.body)
        #expect(Recording.joined(events) == recording.events)
        #expect(error == nil)
    }

    @Test(arguments: Recording.all, 0..<6 as Range<UInt64>)
    func piecesDontMatter(recording: Recording, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bytes = Array(recording.body.utf8)
        let whole = decode([bytes])
        let cut = decode(random.cut(bytes))
        #expect(cut.events == whole.events && cut.error == whole.error)
    }

    @Test(arguments: Recording.all)
    func cutAnywhereAStreamIsCompleteOrSaysThatItIsnt(recording: Recording) {
        let bytes = Array(recording.body.utf8)
        let whole = decode([bytes]).events
        for length in 0..<bytes.count {
            let (events, error) = decode([bytes.prefix(length)])
            let isComplete = events.contains { if case .finished = $0 { true } else { false } }
            #expect(isComplete == (error == nil))
            // Only usage, which comes after the answer's end, may be missing from a complete one.
            let known = whole.filter { if case .usage = $0 { events.contains($0) } else { true } }
            if isComplete { #expect(events == known) } else { #expect(whole.starts(with: events)) }
        }
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func damagedRecordingsNeverTrap(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var bytes = Array(try #require(Recording.all.randomElement(using: &random)).body.utf8)
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let whole = decode([bytes])
        let cut = decode(random.cut(bytes))
        #expect(cut.events == whole.events && cut.error?.code == whole.error?.code)
    }

    @Test(
        arguments: [
            (#"{"error":{"message":"slow down","code":429}}"#, .rateLimited(retryAfter: nil)),
            (#"{"error":{"message":"no","type":"authentication_error"}}"#, .authentication),
            (#"{"error":{"message":"x","code":"context_length_exceeded"}}"#, .rejected),
            (#"{"error":{"message":"x","type":"insufficient_quota","code":429}}"#, .unavailable),
            (#"{"error":"boom"}"#, .unavailable),
            (#"[{"error":{"code":503,"message":"x"}}]"#, .unavailable),
            (#"{"object":"error","message":"bad","type":"BadRequestError","code":400}"#, .rejected),
            (#"{"choices":[{"index":0,"finish_reason":"error","error":{"code":502,"message":"x"}}]}"#, .unavailable),
            (#"{"detail":"Not Found"}"#, .unavailable),
        ] as [(String, ModelError.Code)]
    )
    func anErrorObjectIsAnErrorWhereverItStands(json: String, code: ModelError.Code) {
        #expect(decode(json).error?.code == code)
        let first = decode("data: \(json)\n\n")
        #expect(first.events.isEmpty && first.error?.code == code)
        let later = decode(hello + "data: \(json)\n\n" + hello)
        #expect(later.events == [.textDelta("Hello")] && later.error?.code == .interrupted)
    }

    @Test(arguments: ["event: error\ndata: {\"message\":\"x\"}\n\n", "error: {\"code\":500,\"message\":\"x\"}\n\n"])
    func anEventNamedErrorIsOne(text: String) {
        #expect(decode(text).error?.code == .unavailable)
        #expect(decode(hello + text).error?.code == .interrupted)
    }

    @Test(
        arguments: [
            "", "   \n", "<html>Welcome</html>", "data: [DONE]\n\n", "data: nonsense\n\n", "{}", "[]", "{\"a\":",
            "data: {\"choices\":[]}\n\ndata: [DONE]\n\n", #"{"choices":[]}"#, "\u{0}\u{1}\u{2}",
        ]
    )
    func whatIsntACompletionIsAViolation(body: String) {
        let (events, error) = decode(body)
        #expect(events.isEmpty && error?.code == .protocolViolation)
    }

    @Test func aCallWithoutANameIsAViolation() {
        let body = #"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c"}]},"finish_reason":"stop"}]}"#
        #expect(decode(body + "\n\n").error?.code == .protocolViolation)
    }

    @Test func answersAreBounded() {
        var limits = ChatCompletionDecoder.Limits()
        limits.totalBytes = 1_000
        let endless = decode((0..<100).map { _ in Array(hello.utf8) }, limits: limits)
        #expect(endless.error?.code == .interrupted && endless.events.count < 25)

        limits = ChatCompletionDecoder.Limits()
        limits.toolCalls = 3
        let call = #"{"function":{"name":"a","arguments":"{}"}}"#
        let calls = "data: {\"choices\":[{\"delta\":{\"tool_calls\":[\(call),\(call),\(call),\(call)]}}]}\n\n"
        #expect(decode([calls.utf8], limits: limits).error?.code == .protocolViolation)
    }

    @Test func nothingAfterTheEndCounts() {
        let body = Recording.openAIText.body
        #expect(decode(body + hello + "garbage").events == decode(body).events)
    }

    @Test func theServersWordsAreShownWithoutTheKey() throws {
        let body =
            #"{"error":{"code":400,"message":"bad\u0000 thing\nfor sk-1234 \#(String(repeating: "x", count: 999))"}}"#
        let message = try #require(decode(body).error?.message)
        #expect(message.contains("bad thing for … xxx"))
        #expect(!message.contains("sk-1234") && message.count < 400)
    }
}
