/// Why nothing of a file can be shown to a model.
public enum UnreadableReason: Sendable, Hashable {
    /// Of a type that no model is shown, such as a video.
    case type
    case damaged
    /// It opens only with a password.
    case locked
    /// It has pages, and no text.
    case withoutText
    /// It has more than this many bytes.
    case tooLarge(Int64)
    /// It took too much time or memory.
    case tooComplex
    /// This server can read no documents.
    case notHere
    /// Too many are being read at the moment.
    case busy

    /// Why, and what the user can do: `it opens only with a password. Save it without one and attach it again.`
    var words: String {
        switch self {
        case .type: "files of its type can't be read."
        case .damaged: "it's damaged. Save it anew and attach it again."
        case .locked: "it opens only with a password. Save it without one and attach it again."
        case .withoutText:
            "it has no text that can be read, as when its pages are pictures of paper. Attach them as pictures, or copy "
                + "the text into the question."
        case .tooLarge(let bytes): "it has more than \(bytes >> 20) MB. Attach only the pages that matter."
        case .tooComplex:
            "reading it takes too long or too much memory. Save it anew, or attach only the pages that matter."
        case .notHere: "this server can't read PDFs; its operator can change that."
        case .busy: "too many documents are being read at the moment. Ask again in a minute."
        }
    }
}
