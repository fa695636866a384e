import Domain
import LanguageModels
import ServerSentEvents

/// Observes a forwarded stream: its usage, and whether it is complete. Changes nothing in it.
struct StreamInspector {
    /// A picture may come in one event.
    private static let maxEventBytes = 32 << 20

    /// Is told each part. - Returns: whether the answer may go on.
    let admit: @Sendable (ModelEvent) -> Bool
    private var parser = ServerSentEventParser(maxEventBytes: maxEventBytes)
    /// Events with data, which comments aren't.
    private(set) var events = 0
    /// The provider has said that the answer is whole, or why it isn't.
    private(set) var hasEnded = false
    /// The provider has said that nothing more comes. A client may take that for the end.
    private(set) var isDone = false
    /// Whether the user's budget lets the answer go on.
    private(set) var isWithinBudget = true
    /// The last bytes so far.
    private var tail: [UInt8] = []
    private(set) var id: String?

    init(admit: @escaping @Sendable (ModelEvent) -> Bool) { self.admit = admit }

    /// - Throws: `ServerSentEventParser.Overflow` for an event that is too long to be one.
    mutating func receive(_ bytes: some Collection<UInt8>) throws {
        for event in try parser.feed(bytes) { read(event) }
        tail = Array((tail + bytes.suffix(4)).suffix(4))
    }

    /// Whether the bytes so far end between two events.
    var isBetweenEvents: Bool {
        tail.isEmpty || ["\n\n", "\r\r", "\r\n\r\n"].contains { tail.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    /// A last event may lack its blank line.
    mutating func end() {
        if let event = try? parser.finish() { read(event) }
    }

    private mutating func read(_ event: ServerSentEvent) {
        events += 1
        if event.data.trimmed == "[DONE]" {
            (hasEnded, isDone) = (true, true)
            return
        }
        guard let chunk = JSONValue.parse(event.data, maxBytes: Self.maxEventBytes) else { return }
        if chunk["error"] != nil { hasEnded = true }
        id = id ?? chunk["id"]?.string
        for choice in chunk["choices"]?.array ?? [] {
            if choice["finish_reason"]?.string?.isEmpty == false { hasEnded = true }
            if let delta = choice["delta"] ?? choice["message"] { note(AnswerParts(delta).text) }
        }
        if let usage = chunk["usage"].flatMap(ModelUsage.init(chatUsage:)) { _ = admit(.usage(usage)) }
    }

    private mutating func note(_ text: String) {
        if !text.isEmpty, !admit(.textDelta(text)) { isWithinBudget = false }
    }
}

/// The words of an answer, or of a part of it, that count as its tokens.
struct AnswerParts {
    let text: String

    init(_ message: JSONValue) {
        var text = message["content"]?.string ?? ""
        for part in message["content"]?.array ?? [] { text += part["text"]?.string ?? "" }
        text += message["reasoning"]?.string ?? message["reasoning_content"]?.string ?? ""
        for call in message["tool_calls"]?.array ?? [] {
            text += (call["function"]?["name"]?.string ?? "") + (call["function"]?["arguments"]?.string ?? "")
        }
        self.text = text
    }
}
