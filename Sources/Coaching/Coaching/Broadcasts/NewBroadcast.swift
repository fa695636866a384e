public import Domain

/// A text for several clients.
public struct NewBroadcast: Sendable {
    public enum Content: Sendable {
        case text(String)
        case template(TemplateID)
    }

    public enum Audience: Sendable {
        case clients([UserID])
        /// The clients who have this tag.
        case tag(String)
    }

    /// `nil` lets the server choose it.
    public var id: BroadcastID?
    public var content: Content
    public var slots: [String: String]
    public var audience: Audience

    public init(
        id: BroadcastID? = nil,
        content: Content,
        slots: [String: String] = [:],
        audience: Audience
    ) {
        self.id = id
        self.content = content
        self.slots = slots
        self.audience = audience
    }
}
