public import Domain

/// What a tool does that asks a service outside of this server for facts. It is the data of the event `lookup`.
///
/// ```swift
/// func isOver(_ lookup: LookupStatus) -> Bool { lookup.state != .started }
/// ```
public struct LookupStatus: Sendable, Codable, Hashable {
    public enum State: String, Sendable, Codable, CaseIterable {
        case started, completed, failed
    }

    public var state: State
    /// The tool's name, such as `get_mlb_standings`.
    public var tool: String
    /// For people: what was asked, or why there is nothing.
    public var text: String
    /// What the service said, which nobody here has checked; `null` unless the lookup is completed.
    @Nullable public var result: String?

    public init(state: State, tool: String, text: String, result: String? = nil) {
        self.state = state
        self.tool = tool
        self.text = text
        self.result = result
    }
}
