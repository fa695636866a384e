/// What an answer says of files that were not read, or not to their end, whatever its author makes of them.
enum AttachmentNotice {
    /// A sentence for each such file; `nil` if all were read.
    static func text(of attachments: [QuestionAttachment]) -> String? { joined(attachments.compactMap(notice)) }

    /// What the built-in assistant says of files: it reads none.
    static func textWithoutModel(of attachments: [QuestionAttachment]) -> String? {
        var lines: [String] = []
        for attachment in attachments {
            switch attachment.content {
            case .picture, .text: if !lines.contains(blindness) { lines.append(blindness) }
            case .document(let document):
                let pages = document.pageCount == 1 ? "one page" : "\(document.pageCount) pages"
                lines.append("I can't answer from \(name(of: attachment)) (\(pages)): that needs a language model.")
            case .unreadable: notice(attachment).map { lines.append($0) }
            }
        }
        return joined(lines)
    }

    private static let blindness = "I can't look into attached files: that needs a language model that can."

    private static func joined(_ lines: [String]) -> String? { lines.isEmpty ? nil : lines.joined(separator: "\n") }

    private static func notice(_ attachment: QuestionAttachment) -> String? {
        let name = Self.name(of: attachment)
        switch attachment.content {
        case .picture, .text: return nil
        case .unreadable(let reason): return "I couldn't read \(name): \(reason.words)"
        case .document(let document):
            guard document.isCut else { return nil }
            let pages = document.pages.count
            guard pages < document.pageCount else { return "I've read only the beginning of \(name)." }
            let first = pages == 1 ? "first" : "first \(pages)"
            return "I've read only the \(first) of the \(document.pageCount) pages of \(name)."
        }
    }

    private static func name(of attachment: QuestionAttachment) -> String { "“\(attachment.fileName)”" }
}
