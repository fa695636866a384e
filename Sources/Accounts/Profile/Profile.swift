public import Domain

/// An account as its owner sees it, with what it shares with others.
public struct Profile: Sendable, Hashable {
    public var user: User
    /// Whether others see how far the user has read. It holds both ways: who doesn't share it doesn't see it.
    public var sharesReadReceipts: Bool
    /// Whether others see the user's presence. It holds both ways: who doesn't share it doesn't see it.
    public var sharesPresence: Bool

    /// The fields to change; the others stay.
    public struct Change: Sendable {
        public var displayName: String?
        public var timezone: String?
        public var photo: Photo?
        public var sharesReadReceipts: Bool?
        public var sharesPresence: Bool?

        public enum Photo: Sendable {
            case set(MediaID)
            case cleared
        }

        public init(
            displayName: String? = nil,
            timezone: String? = nil,
            photo: Photo? = nil,
            sharesReadReceipts: Bool? = nil,
            sharesPresence: Bool? = nil
        ) {
            self.displayName = displayName
            self.timezone = timezone
            self.photo = photo
            self.sharesReadReceipts = sharesReadReceipts
            self.sharesPresence = sharesPresence
        }
    }
}

/// The user's fields and the switches in one object.
extension Profile: Encodable {
    private enum CodingKeys: CodingKey {
        case sharesReadReceipts, sharesPresence
    }

    public func encode(to encoder: any Encoder) throws {
        try user.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(sharesReadReceipts, forKey: .sharesReadReceipts)
        try container.encode(sharesPresence, forKey: .sharesPresence)
    }
}
