import Domain

/// An event as the app reads it.
struct AppEvent: Hashable, Sendable {
    let name: String
    let data: JSONValue
}

/// Reads a stream by the rules of the app's own code, which aren't the standard's: the prefixes have their space, a second
/// line of data replaces the first, blank lines are dropped, and an event is over when the next begins or the stream ends.
struct AppStream {
    private(set) var events: [AppEvent] = []
    private var line: [UInt8] = []
    private var name = ""
    private var data = ""

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { endLine() } else { line.append(byte) }
        }
    }

    mutating func finish() -> [AppEvent] {
        endLine()
        dispatch()
        return events
    }

    private mutating func endLine() {
        let text = String(decoding: line, as: UTF8.self)
        line = []
        // Swift's lines also end at these.
        for part in text.split(whereSeparator: { "\r\u{B}\u{C}\u{85}\u{2028}\u{2029}".contains($0) }) {
            if part.hasPrefix("event: ") {
                dispatch()
                name = String(part.dropFirst(7))
            } else if part.hasPrefix("data: ") {
                data = String(part.dropFirst(6))
            }
        }
    }

    private mutating func dispatch() {
        if !name.isEmpty { events.append(AppEvent(name: name, data: JSONValue.parse(data) ?? .null)) }
        (name, data) = ("", "")
    }

    static func events(of text: String) -> [AppEvent] {
        var stream = AppStream()
        stream.feed(text.utf8)
        return stream.finish()
    }
}

extension [AppEvent] {
    /// Names, with the word of a status.
    var told: [String] {
        map { event in event.data["status"]?.string.map { "\(event.name) \($0)" } ?? event.name }
    }
    var statuses: [String] { filter { $0.name == "status_update" }.compactMap { $0.data["status"]?.string } }
    var text: String { filter { $0.name == "text_delta" }.compactMap { $0.data["delta"]?.string }.joined() }
    var advice: JSONValue? { last?.data["final_json"] }
    var responseId: String? { last?.data["response_id"]?.string }
}

extension StudioFixture {
    /// The body that the app sends: its question, or all that was said, alternating.
    static func asking(_ texts: String..., more: JSONValue = [:]) -> JSONValue {
        var body = more.object ?? [:]
        body["conversation"] = .array(
            texts.enumerated().map { position, text in
                ["role": (texts.count - position) % 2 == 1 ? "user" : "assistant", "content": .string(text)]
            }
        )
        return .object(body)
    }

    /// `POST /advice`, read as the app reads it.
    func advise(_ body: JSONValue, by credential: Credential? = nil) async throws -> [AppEvent] {
        let answer = try await door("POST", "/advice", credential ?? token, body)
        guard answer.status == 200 else { throw SpotterError.invalid("\(answer.status) \(answer.text)") }
        return AppStream.events(of: answer.text)
    }
}
