/// One event of a `text/event-stream`.
public struct ServerSentEvent: Sendable, Equatable {
    /// The `event` field. Empty if the event has none, which the standard reads as `message`: see ``type``.
    public var name: String
    /// The `data` fields, joined by line feeds.
    public var data: String

    public init(name: String = "", data: String = "") {
        self.name = name
        self.data = data
    }

    /// The event's type by the HTML standard: its name, or `message`.
    public var type: String { name.isEmpty ? "message" : name }

    /// The event as it is sent. `data` must be one line, as JSON without white space is.
    public var text: String { "event: \(name)\ndata: \(data)\n\n" }
}
