import Domain
import SpotterAPI

/// An event as the socket carries it, with names that people know beside its ids.
struct TailLine: Encodable {
    let event: ServerEvent
    let chatName: String?
    /// Who wrote, reacted, read or types.
    let userName: String?

    private enum Key: String, CodingKey { case chatName, userName }

    func encode(to encoder: any Encoder) throws {
        try event.encode(to: encoder)
        var box = encoder.container(keyedBy: Key.self)
        try box.encodeIfPresent(chatName, forKey: .chatName)
        try box.encodeIfPresent(userName, forKey: .userName)
    }
}

extension ServerEvent {
    /// Whose doing it is, as far as the event tells.
    var actor: UserID? {
        switch self {
        case .chat(let change): change.reaction?.userId ?? change.member?.userId ?? change.message?.senderId
        case .receipt(let receipt): receipt.userId
        case .typing(let typing): typing.userId
        case .presence(let presence): presence.userId
        case .user(let change): change.userId
        default: nil
        }
    }
}
