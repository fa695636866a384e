/// One event of a `text/event-stream` (WHATWG HTML §9.2).
struct ServerSentEvent: Equatable {
    var name: String
    var data: String
}

/// Cuts bytes into server-sent events, wherever the network cut them before. Total: any bytes are a stream.
struct ServerSentEventParser {
    private var line: [UInt8] = []
    private var name = ""
    private var data: [String] = []
    private var endedWithCR = false

    /// Largest line that is kept; the rest of a longer one is dropped, so that a peer can't fill the memory.
    private static let lineLimit = 8 << 20

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let followsCR = endedWithCR
            endedWithCR = byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n"), followsCR { continue }
            if byte == UInt8(ascii: "\n") || endedWithCR {
                if let event = endLine() { events.append(event) }
            } else if line.count < Self.lineLimit {
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
