package import Domain
import SpotterAPI

/// Somebody, or a group, whom a user may name to the assistant because they know each other right now.
package struct KnownPerson: Sendable, Hashable {
    package enum Identity: Sendable, Hashable {
        case user(UserID)
        case prospect(ProspectID)
        case group(ChatID)
    }

    package let identity: Identity
    package let name: String
    /// What tells two of the same name apart: an address, "Prospect", the group that both are in.
    package let subtitle: String
    /// IANA name, where it's known.
    package let timezone: String?
    /// A client or prospect of the asker, so that an event can be made with them.
    package let isOwn: Bool

    package init(identity: Identity, name: String, subtitle: String, timezone: String? = nil, isOwn: Bool = false) {
        self.identity = identity
        self.name = name
        self.subtitle = subtitle
        self.timezone = timezone
        self.isOwn = isOwn
    }

    var idText: String {
        switch identity {
        case .user(let id): id.description
        case .prospect(let id): id.description
        case .group(let id): id.description
        }
    }

    var userId: UserID? {
        guard case .user(let id) = identity else { return nil }
        return id
    }

    var option: Needs.Option { Needs.Option(id: idText, title: name, subtitle: subtitle) }
}
