import Domain
import OpenAIClient
import TestSupport
import Testing

@testable import LanguageModels

@Suite struct AnswerDecoderTests {
    private func decode(_ body: String) -> Decoded { Decoded(body) }

    private let hello = #"data: {"choices":[{"delta":{"content":"Hello"}}]}"# + "\n\n"

    @Test(arguments: Recording.all)
    func recordingsGiveTheirEvents(recording: Recording) {
        let whole = Decoded(recording.body, by: recording.api)
        #expect(Recording.joined(whole.events) == recording.events)
        #expect(whole.error == nil)
    }

    @Test(arguments: Recording.all, 0..<3 as Range<UInt64>)
    func piecesDontMatter(recording: Recording, seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bytes = Array(recording.body.utf8)
        #expect(Decoded(random.cut(bytes), by: recording.api) == Decoded([bytes], by: recording.api))
    }

    /// Cut in two at every byte, a stream gives the same events. Ended at any byte, it's complete or says that it isn't.
    @Test(arguments: Recording.all)
    func everyByteMayBeTheLastOfAPieceOrOfTheStream(recording: Recording) {
        let bytes = Array(recording.body.utf8)
        let whole = Decoded([bytes], by: recording.api)
        let step = TestLength.choose(7, full: 1)
        for outcome in Decoded.cuts(bytes, by: recording.api, step: step) {
            let place = outcome.place
            #expect(outcome.cut == whole, "cut at \(place)")
            let (events, error) = (outcome.ended.events, outcome.ended.error)
            let isComplete = events.contains { if case .finished = $0 { true } else { false } }
            #expect(isComplete == (error == nil), "ended at \(place)")
            // Only usage, which comes after the answer's end, may be missing from a complete one.
            let known = whole.events.filter { if case .usage = $0 { events.contains($0) } else { true } }
            if isComplete { #expect(events == known) } else { #expect(whole.events.starts(with: events)) }
        }
    }

    @Test(arguments: 0..<150 as Range<UInt64>)
    func damagedRecordingsNeverTrap(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let recording = try #require(Recording.all.randomElement(using: &random))
        var bytes = Array(recording.body.utf8)
        for _ in 0..<Int.random(in: 1...20, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: 0...255, using: &random)
        }
        let whole = Decoded([bytes], by: recording.api)
        let cut = Decoded(random.cut(bytes), by: recording.api)
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
        let pretty = json.replacing(",", with: ",\n  ")
        for text in ["data: \(json)\n\n", json + "\n", pretty + "\r\n"] {
            let later = decode(hello + text + hello)
            #expect(later.events == [.textDelta("Hello")] && later.error?.code == .interrupted)
        }
    }

    @Test(arguments: ["event: error\ndata: {\"message\":\"x\"}\n\n", "error: {\"code\":500,\"message\":\"x\"}\n\n"])
    func anEventNamedErrorIsOne(text: String) {
        #expect(decode(text).error?.code == .unavailable)
        #expect(decode(hello + text).error?.code == .interrupted)
    }

    @Test(
        arguments: [
            "", "   \n", "<html>Welcome</html>", "data: [DONE]\n\n", "data: nonsense\n\n", "{}", "[]", "{\"a\":",
            "{\n}", "data: {\"choices\":[]}\n\ndata: [DONE]\n\n", #"{"choices":[]}"#, "\u{0}\u{1}\u{2}",
        ]
    )
    func whatIsntACompletionIsAViolation(body: String) {
        let answer = decode(body)
        #expect(answer.events.isEmpty && answer.error?.code == .protocolViolation)
    }

    @Test(
        arguments: [
            (.responses, #"{"type":"error","code":"rate_limit_exceeded","message":"slow","param":null}"#, 429),
            (.responses, #"{"type":"response.failed","response":{"error":{"code":"server_error"}}}"#, 500),
            (.responses, #"{"object":"response","status":"failed","error_type":"authentication"}"#, 401),
            (.responses, #"{"object":"response","status":"failed","error":{"code":"invalid_prompt"}}"#, 400),
            (.gemini, #"{"error":{"code":429,"message":"x","status":"RESOURCE_EXHAUSTED"}}"#, 429),
            (.gemini, #"[{"error":{"message":"x","status":"UNAVAILABLE"}}]"#, 500),
            (.gemini, #"{"error":{"code":400,"details":[{"reason":"API_KEY_INVALID"}]}}"#, 401),
        ] as [(ModelAPI, String, Int)]
    )
    func eachProtocolHasErrorsOfItsOwn(api: ModelAPI, json: String, status: Int) {
        let code = ModelError.Code(status: status, retryAfter: nil)
        #expect(Decoded("data: \(json)\n\n", by: api).error?.code == code)
        #expect(Decoded(json, by: api).error?.code == code)
    }

    @Test func googleSaysHowLongToWait() {
        let json = #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"17s"}]}}"#
        #expect(Decoded("data: \(json)\n\n", by: .gemini).error?.code == .rateLimited(retryAfter: .seconds(17)))
    }

    @Test func anErrorAmongLinesOfJSONIsFound() {
        #expect(decode("{\"model\":\"m\"}\n{\"error\":\"out of memory\"}\n").error?.code == .unavailable)
    }

    @Test func aCallWithoutANameIsAViolation() {
        let body = #"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c"}]},"finish_reason":"stop"}]}"#
        #expect(decode(body + "\n\n").error?.code == .protocolViolation)
    }

    @Test func answersAreBounded() {
        var limits = AnswerLimits()
        limits.totalBytes = 1_000
        let endless = Decoded((0..<100).map { _ in Array(hello.utf8) }, limits: limits)
        #expect(endless.error?.code == .interrupted && endless.events.count < 25)
    }

    private static let call = #"{"function":{"name":"a","arguments":"{}"}}"#
    private static let item = #"{"type":"function_call","name":"a","arguments":"{}"}"#

    @Test(
        arguments: [
            (.chat, #"{"choices":[{"delta":{"tool_calls":[CALLS]}}]}"#, call),
            (.responses, #"{"type":"response.completed","response":{"output":[CALLS]}}"#, item),
            (.gemini, #"{"candidates":[{"content":{"parts":[CALLS]}}]}"#, #"{"functionCall":{"name":"a"}}"#),
        ] as [(ModelAPI, String, String)]
    )
    func tenThousandCallsAreRefused(api: ModelAPI, chunk: String, call: String) {
        let calls = Array(repeating: call, count: 10_000).joined(separator: ",")
        let answer = Decoded("data: \(chunk.replacing("CALLS", with: calls))\n\n", by: api)
        #expect(answer.events.isEmpty && answer.error?.code == .protocolViolation)
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
