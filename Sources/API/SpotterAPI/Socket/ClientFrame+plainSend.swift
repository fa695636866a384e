import Domain

extension ClientFrame.Send {
    /// Reads a `message.send` with an id, a chat and a text, as nearly all are, without a value for each field that a frame
    /// may have. `nil` if the frame is anything else, valid or not: then the other decoders decide.
    init?(plain bytes: UnsafeRawBufferPointer) {
        var (type, chat): (Bool, ChatID?) = (false, nil)
        var (id, clientMessageId, text): (String?, String?, String?)
        var scanner = FlatObjectScanner(bytes.bindMemory(to: UInt8.self))
        let isPlain = scanner.scan { name, value in
            if name.equals("type") {
                guard !type, case .plain(let word) = value, word.equals("message.send") else { return false }
                type = true
            } else if name.equals("chatId") {
                guard chat == nil, case .plain(let word) = value, let known = ChatID(utf8: word) else { return false }
                chat = known
            } else if name.equals("id") {
                return value.text.map { Self.set(&id, to: $0) } ?? false
            } else if name.equals("clientMessageId") {
                return value.text.map { Self.set(&clientMessageId, to: $0) } ?? false
            } else if name.equals("text") {
                return value.text.map { Self.set(&text, to: $0) } ?? false
            } else {
                return false
            }
            return true
        }
        guard isPlain, type, let chat, let id, let clientMessageId, let text else { return nil }
        self.init(id: id, chatId: chat, clientMessageId: clientMessageId, text: text)
    }

    /// - Returns: whether this is the field's first value.
    private static func set(_ field: inout String?, to text: String) -> Bool {
        guard field == nil else { return false }
        field = text
        return true
    }
}
