public import Domain

/// An account as its owner sees it: what others see, and what they may see.
public struct Profile: Sendable, Hashable {
    public var user: User
    /// Others see how far the user has read, and the user how far they have.
    public var sharesReadReceipts: Bool
    /// Others see whether the user is there, and the user whether they are.
    public var sharesPresence: Bool

    /// What to change; what is left out stays.
    public struct Change: Sendable {
        public var displayName: String?
        public var timezone: String?
        /// A photo, or none any more.
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

/// The user's own fields, with the switches among them.
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
