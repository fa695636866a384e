/// Splits a `text/event-stream` into events (WHATWG HTML §9.2), however the network has cut it.
///
/// Departs from the standard in ways that real servers need. The end of the stream completes an event that lacks its
/// blank line, if the caller asks for it with ``finish()``. A line `error: …`, which older llama.cpp servers send, is read
/// as the data of an event named `error`. With `readsBareJSON`, a JSON object or array between two events, without any
/// `data:`, is an event of its own: Gemini and Ollama report errors like that in the middle of a stream.
///
/// ```swift
/// var parser = ServerSentEventParser()
/// let events = try parser.feed(Array("event: ping\ndata: 1\n\n".utf8))
/// // events == [ServerSentEvent(name: "ping", data: "1")]
/// ```
public struct ServerSentEventParser: Sendable {
    /// A line or an event exceeds the limit. The stream can't be read any further.
    public struct Overflow: Error {}

    private let maxEventBytes: Int
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var hasData = false
    private var afterCarriageReturn = false
    private var atStart = true
    private let readsBareJSON: Bool
    private var bare = BareJSON()

    public init(maxEventBytes: Int = 1 << 20, readsBareJSON: Bool = false) {
        self.maxEventBytes = maxEventBytes
        self.readsBareJSON = readsBareJSON
    }

    /// The events that `bytes` complete.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [ServerSentEvent] {
        var events: [ServerSentEvent] = []
        for byte in bytes {
            let completesPair = afterCarriageReturn && byte == UInt8(ascii: "\n")
            afterCarriageReturn = byte == UInt8(ascii: "\r")
            if completesPair { continue }
            if afterCarriageReturn || byte == UInt8(ascii: "\n") {
                if let event = try endLine() { events.append(event) }
            } else {
                guard line.count < maxEventBytes else { throw Overflow() }
                line.append(byte)
            }
        }
        return events
    }

    /// The event that the end of the stream completes.
    public mutating func finish() throws(Overflow) -> ServerSentEvent? {
        if !line.isEmpty, let event = try endLine() { return event }
        return dispatch()
    }

    private mutating func endLine() throws(Overflow) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var bytes = line[...]
        if atStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        atStart = false
        if readsBareJSON, bare.isOpen || !hasData && BareJSON.canBegin(with: bytes) {
            guard bare.count + bytes.count < maxEventBytes else { throw Overflow() }
            return bare.append(line: bytes).map { ServerSentEvent(data: $0) }
        }
        if bytes.isEmpty { return dispatch() }

        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        var value = bytes.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that starts with a colon is a comment, sent to keep the connection alive. Its field name is empty.
        switch String(decoding: name, as: UTF8.self) {
        case "data":
            try append(String(decoding: value, as: UTF8.self))
        case "event":
            event.name = String(decoding: value, as: UTF8.self)
        case "error":
            event.name = "error"
            try append(String(decoding: value, as: UTF8.self))
        default:
            break
        }
        return nil
    }

    private mutating func append(_ text: String) throws(Overflow) {
        guard event.data.utf8.count + text.utf8.count < maxEventBytes else { throw Overflow() }
        if hasData { event.data += "\n" }
        event.data += text
        hasData = true
    }

    private mutating func dispatch() -> ServerSentEvent? {
        defer {
            event = ServerSentEvent()
            hasData = false
        }
        return hasData ? event : nil
    }
}
