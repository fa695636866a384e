import Domain

/// A message as a Matrix client sends it.
struct IncomingMessage {
    let text: String
    let media: MediaID?
    let repliesTo: MessageID?
    /// The message that it's a new text for.
    let replaces: MatrixEventID?

    /// - Throws: `M_INVALID_PARAM`, `M_MISSING_PARAM`, `M_NOT_FOUND`.
    init(_ content: JSONValue, from sender: User) throws {
        let relation = content["m.relates_to"]
        if relation?["rel_type"]?.string == "m.replace" {
            guard let event = relation?["event_id"]?.string.flatMap({ MatrixEventID($0) }) else {
                throw MatrixFailure.unknownEvent
            }
            guard let new = content["m.new_content"] else { throw MatrixFailure.missing("m.new_content") }
            replaces = event
            repliesTo = nil
            media = nil
            text = try Self.text(of: new, from: sender, isReply: false)
            return
        }
        replaces = nil
        let quoted = relation?["m.in_reply_to"]?["event_id"]?.string
        repliesTo = try quoted.map { text in
            guard let message = MatrixEventID(text)?.message else { throw MatrixFailure.unknownEvent }
            return message
        }
        text = try Self.text(of: content, from: sender, isReply: repliesTo != nil)
        media = try Self.media(of: content)
    }

    private static let fileTypes: Set = ["m.image", "m.file", "m.video", "m.audio"]

    private static func media(of content: JSONValue) throws -> MediaID? {
        guard let type = content["msgtype"]?.string, fileTypes.contains(type) else { return nil }
        guard content["file"] == nil else { throw MatrixFailure.noEncryption }
        guard let url = content["url"]?.string else { throw MatrixFailure.missing("url") }
        guard let id = MatrixNames.media(url) else { throw MatrixFailure.invalid("'url' isn't a file of this server.") }
        return id
    }

    private static func text(of content: JSONValue, from sender: User, isReply: Bool) throws -> String {
        guard let type = content["msgtype"]?.string else { throw MatrixFailure.missing("msgtype") }
        guard let body = content["body"]?.string else { throw MatrixFailure.missing("body") }
        // The body of a file is its name, unless there is a name besides.
        if fileTypes.contains(type) { return content["filename"]?.string.map { $0 == body ? "" : body } ?? "" }
        if type == "m.emote" { return "* \(sender.displayName) \(body)" }
        return isReply ? withoutQuote(body) : body
    }

    /// The text of a reply without the copy of what it replies to that older clients put before it.
    static func withoutQuote(_ body: String) -> String {
        guard body.hasPrefix("> <") || body.hasPrefix("> * <") else { return body }
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        var rest = lines.drop { $0.hasPrefix("> ") || $0 == ">" }
        if rest.first?.isEmpty == true { rest = rest.dropFirst() }
        let text = rest.joined(separator: "\n")
        return text.isEmpty ? body : text
    }
}
