import Domain

/// The content of `m.room.message` for a message of ours.
struct MessageContent {
    private(set) var json: [String: JSONValue]

    private init(_ json: [String: JSONValue]) { self.json = json }

    init(_ message: Message, _ names: MatrixNames) {
        if let media = message.media.first {
            self.init(media, names, caption: message.text)
        } else {
            // What the server answers by itself is a notice, to which no program answers.
            self.init(["msgtype": message.via == .automatic ? "m.notice" : "m.text", "body": .string(message.text)])
        }
        if let replyTo = message.replyTo {
            json["m.relates_to"] = ["m.in_reply_to": ["event_id": .string(MatrixEventID.message(replyTo).text)]]
        }
        if !message.mentions.isEmpty {
            json["m.mentions"] = ["user_ids": .array(message.mentions.map { .string(names.user($0)) })]
        }
    }

    init(_ media: Media, _ names: MatrixNames, caption: String = "") {
        var info: [String: JSONValue] = [
            "mimetype": .string(media.mimeType), "size": .integer(Int(clamping: media.size)),
        ]
        if let width = media.width, let height = media.height {
            info["w"] = .integer(width)
            info["h"] = .integer(height)
        }
        if media.thumbnail { info["thumbnail_url"] = .string(names.media(media.id)) }
        self.init([
            "msgtype": .string(Self.type(of: media)), "body": .string(caption.isEmpty ? media.fileName : caption),
            "filename": .string(media.fileName), "url": .string(names.media(media.id)), "info": .object(info),
        ])
    }

    private static func type(of media: Media) -> String {
        switch media.kind {
        case .image: "m.image"
        case .video: "m.video"
        case .audio: "m.audio"
        case .pdf, .file: "m.file"
        }
    }

    /// The same as what replaces a message.
    func edit(of event: MatrixEventID) -> [String: JSONValue] {
        var edit = json
        var new = json
        // A relation of the new content would be read as one of the edit.
        new["m.relates_to"] = nil
        edit["m.new_content"] = .object(new)
        edit["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event.text)]
        edit["body"] = .string("* " + (json["body"]?.string ?? ""))
        return edit
    }
}
