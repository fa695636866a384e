/// One event of a `text/event-stream`.
struct ServerSentEvent: Equatable {
    /// The `event` field; empty where there was none.
    var name = ""
    /// The `data` fields, joined by line feeds.
    var data = ""
}

/// Splits a `text/event-stream` into events, as the HTML standard describes it (§9.2), whatever pieces it comes in.
///
/// Departs from the standard in two ways that real servers need: an event at the end of the stream counts without its
/// blank line (``finish()``), and a line `error: …`, which older llama.cpp servers send, counts as the data of an event
/// named `error`.
struct ServerSentEventParser {
    /// A line or an event went over the limit; the stream can't be read any further.
    struct Overflow: Error {}

    private let maxEventBytes: Int
    private var line: [UInt8] = []
    private var event = ServerSentEvent()
    private var hasData = false
    private var afterCarriageReturn = false
    private var atStart = true

    init(maxEventBytes: Int = 1 << 20) {
        self.maxEventBytes = maxEventBytes
    }

    /// The events that `bytes` complete.
    mutating func feed(_ bytes: some Sequence<UInt8>) throws(Overflow) -> [ServerSentEvent] {
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
    mutating func finish() throws(Overflow) -> ServerSentEvent? {
        if !line.isEmpty, let event = try endLine() { return event }
        return dispatch()
    }

    private mutating func endLine() throws(Overflow) -> ServerSentEvent? {
        defer { line.removeAll(keepingCapacity: true) }
        var bytes = line[...]
        if atStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
        atStart = false
        if bytes.isEmpty { return dispatch() }

        let name = bytes.prefix { $0 != UInt8(ascii: ":") }
        var value = bytes.dropFirst(name.count + 1)
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        // A line that starts with a colon is a comment, sent to keep the connection alive: its name is empty.
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
