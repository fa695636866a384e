import Domain

/// Encodes in the format of the socket, for `--json` and logs.
extension ServerEvent: Encodable {
    private enum Key: String, CodingKey { case type, id, result, error, request, chatId, seq, message, gone, digest }

    public func encode(to encoder: any Encoder) throws {
        var box = encoder.container(keyedBy: Key.self)
        switch self {
        case .welcome(let welcome):
            try box.encode(ServerFrameType.welcome, forKey: .type)
            try welcome.encode(to: encoder)
        case .ack(let id, let message):
            try box.encode(ServerFrameType.ack, forKey: .type)
            try box.encode(id, forKey: .id)
            var result = box.nestedContainer(keyedBy: Key.self, forKey: .result)
            try result.encode(message, forKey: .message)
        case .error(let id, let error):
            try box.encode(ServerFrameType.error, forKey: .type)
            try box.encodeIfPresent(id, forKey: .id)
            try box.encode(error, forKey: .error)
        case .chat(let event):
            try event.encode(to: encoder)
        case .receipt(let receipt):
            try box.encode(ServerFrameType.receiptUpdated, forKey: .type)
            try receipt.encode(to: encoder)
        case .typing(let typing):
            try box.encode(ServerFrameType.typing, forKey: .type)
            try typing.encode(to: encoder)
        case .presence(let presence):
            try box.encode(ServerFrameType.presence, forKey: .type)
            try presence.encode(to: encoder)
        case .draft(let change):
            try box.encode(ServerFrameType.draftChanged, forKey: .type)
            try change.encode(to: encoder)
        case .settings(let settings):
            try box.encode(ServerFrameType.settingsChanged, forKey: .type)
            try settings.encode(to: encoder)
        case .user(let change):
            try box.encode(ServerFrameType.userUpdated, forKey: .type)
            try change.encode(to: encoder)
        case .notice(let notice):
            try NoticeFrame(notice).encode(to: encoder)
        case .noticesSeen(let change):
            try box.encode(ServerFrameType.noticeSeen, forKey: .type)
            try change.encode(to: encoder)
        case .contactRequest(let request):
            try box.encode(ServerFrameType.contactRequest, forKey: .type)
            try box.encode(request, forKey: .request)
        case .pong(let id, let digest):
            try box.encode(ServerFrameType.pong, forKey: .type)
            try box.encodeIfPresent(id, forKey: .id)
            try box.encodeIfPresent(digest, forKey: .digest)
        case .gone(let chat):
            try box.encode(ServerFrameType.resync, forKey: .type)
            try box.encode(chat, forKey: .chatId)
            try box.encode(true, forKey: .gone)
        case .resync(let chat, let seq):
            try box.encode(ServerFrameType.resync, forKey: .type)
            try box.encodeIfPresent(chat, forKey: .chatId)
            try box.encodeIfPresent(seq, forKey: .seq)
        case .other(_, _, _, .object(let members)):
            var frame = encoder.container(keyedBy: MemberKey.self)
            for (name, value) in members { try frame.encode(value, forKey: MemberKey(stringValue: name)) }
        case .other(let type, let chat, let seq, _):
            try box.encode(type, forKey: .type)
            try box.encodeIfPresent(chat, forKey: .chatId)
            try box.encodeIfPresent(seq, forKey: .seq)
        }
    }
}

/// A name of a frame that this version doesn't know.
private struct MemberKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
