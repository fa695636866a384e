/// One event of a `text/event-stream` (WHATWG HTML §9.2).
///
/// ```swift
/// let event = ServerSentEvent(name: "text.delta", data: #"{"text":"Hi"}"#)
/// print(event.text)
/// ```
public struct ServerSentEvent: Sendable, Hashable {
    public var name: String
    public var data: String

    public init(name: String, data: String) {
        self.name = name
        self.data = data
    }

    /// As it's sent; `data` must be one line, as JSON without white space is.
    public var text: String { "event: \(name)\ndata: \(data)\n\n" }
}

/// Cuts bytes into server-sent events, wherever the network cut them before. Total: any bytes are a stream.
///
/// ```swift
/// var parser = ServerSentEventParser()
/// let events = parser.feed("event: usage\ndata: {}\n\n".utf8)
/// ```
public struct ServerSentEventParser: Sendable {
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var endedWithCR = false

    /// The rest of a longer line is dropped, so that a peer can't fill the memory.
    private static let maxLineLength = 8 << 20

    public init() {}

    public mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let followsCR = endedWithCR
            endedWithCR = byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n"), followsCR { continue }
            if byte == UInt8(ascii: "\n") || endedWithCR {
                if let event = endLine() { events.append(event) }
            } else if line.count < Self.maxLineLength {
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> ServerSentEvent? {
        let text = String(decoding: line, as: UTF8.self)
        line.removeAll(keepingCapacity: true)
        if text.isEmpty {
            defer { (name, data) = ("", []) }
            guard !data.isEmpty else { return nil }
            return ServerSentEvent(name: name.isEmpty ? "message" : name, data: data.joined(separator: "\n"))
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let field = parts.first else { return nil }
        var value = parts.count > 1 ? parts[1] : ""
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": name = String(value)
        case "data": data.append(String(value))
        default: break  // comments (empty field), `id` and `retry`: nothing here resumes a stream
        }
        return nil
    }
}
