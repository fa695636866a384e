package import Domain

/// A person, or a group, whom a user may name because they know each other now.
package struct KnownPerson: Sendable, Hashable {
    package enum Identity: Sendable, Hashable {
        case user(UserID)
        case prospect(ProspectID)
        case group(ChatID)
    }

    package let identity: Identity
    package let name: String
    /// Tells two of the same name apart: an address, "Prospect", or the group that both are in.
    package let subtitle: String
    /// IANA name, if it's known.
    package let timezone: String?
    /// A client or prospect of the user, so that an event can be made with them.
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
