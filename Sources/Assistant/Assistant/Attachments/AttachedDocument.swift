/// The text of a PDF that a question brings along.
public struct AttachedDocument: Sendable, Hashable {
    /// The pages that were read, from the first on.
    public let pages: [String]
    /// All pages of the document.
    public let pageCount: Int
    /// Whether there is more text than `pages` hold.
    public let isCut: Bool

    public init(pages: [String], pageCount: Int, isCut: Bool = false) {
        self.pages = pages
        self.pageCount = pageCount
        self.isCut = isCut
    }

    /// The beginning of the document.
    /// - Parameter characters: of all pages together.
    func prefix(_ characters: Int) -> AttachedDocument {
        var room = characters
        var kept: [String] = []
        for page in pages {
            guard room > 0 || page.isEmpty else {
                return AttachedDocument(pages: kept, pageCount: pageCount, isCut: true)
            }
            let part = String(page.prefix(room))
            kept.append(part)
            room -= part.count
            guard part.count == page.count else {
                return AttachedDocument(pages: kept, pageCount: pageCount, isCut: true)
            }
        }
        return self
    }

    /// The most characters that the documents of one question may show to a model: some 15 000 tokens.
    static let maxCharacters = 60_000
}

extension [QuestionAttachment] {
    /// The same files, with documents cut so that they fit into a prompt together. Each gets the same share.
    var fittingPrompt: [QuestionAttachment] {
        let documents = count { if case .document = $0.content { true } else { false } }
        guard documents > 0 else { return self }
        let share = AttachedDocument.maxCharacters / documents
        return map { attachment in
            guard case .document(let document) = attachment.content else { return attachment }
            return QuestionAttachment(
                id: attachment.id,
                fileName: attachment.fileName,
                content: .document(document.prefix(share))
            )
        }
    }
}
