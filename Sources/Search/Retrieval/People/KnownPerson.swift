package import Domain
import TextReading

/// A person or group that a user can currently refer to by name.
package struct KnownPerson: Sendable, Hashable {
    package enum Identity: Sendable, Hashable {
        case user(UserID)
        case prospect(ProspectID)
        case group(ChatID)
    }

    package let identity: Identity
    package let name: String
    /// Distinguishes people of the same name: an address, "Prospect", or the group that both are in.
    package let subtitle: String
    /// IANA name; `nil` if unknown.
    package let timezone: String?
    /// Whether this is a client or prospect of the user, so that an event with them can be created.
    package let isOwn: Bool
    /// The direct chat with the user, or the group itself.
    package let chat: ChatID?
    /// The words of the name, folded.
    package let words: [String]

    package init(
        identity: Identity,
        name: String,
        subtitle: String = "",
        timezone: String? = nil,
        isOwn: Bool = false,
        chat: ChatID? = nil
    ) {
        self.identity = identity
        self.name = name
        self.subtitle = subtitle
        self.timezone = timezone
        self.isOwn = isOwn
        if case .group(let id) = identity { self.chat = id } else { self.chat = chat }
        words = TextWord.words(of: name).map(\.folded)
    }

    package var idText: String {
        switch identity {
        case .user(let id): id.description
        case .prospect(let id): id.description
        case .group(let id): id.description
        }
    }

    package var userId: UserID? {
        guard case .user(let id) = identity else { return nil }
        return id
    }
}
