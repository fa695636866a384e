public import Domain
import LanguageModels

/// A file that a question brings along.
public struct QuestionAttachment: Sendable, Hashable {
    public enum Content: Sendable, Hashable {
        case picture(mimeType: String, bytes: [UInt8])
        case text(String)
        /// The text of a PDF.
        case document(AttachedDocument)
        case unreadable(UnreadableReason)
    }

    /// The most that the files of one question may have in all.
    public static let maxBytes = 10 << 20

    public let id: MediaID
    public let fileName: String
    public let content: Content

    public init(id: MediaID, fileName: String, content: Content) {
        self.id = id
        self.fileName = fileName
        self.content = content
    }

    var picture: ModelImage? {
        if case .picture(let mimeType, let bytes) = content {
            ModelImage(mimeType: mimeType, bytes: bytes)
        } else {
            nil
        }
    }
}

/// Reads the files that questions bring along.
public protocol AttachmentReading: Sendable {
    /// A file of the actor's own.
    /// - Parameter maxBytes: a longer file isn't read.
    /// - Throws: `not_found` if it isn't the actor's; `too_large`.
    func attachment(_ id: MediaID, of actor: Actor, maxBytes: Int) async throws -> QuestionAttachment
}

extension AttachmentReading {
    /// The files of one question, in this order.
    /// - Parameter skipsMissing: whether a file that is gone is left out.
    /// - Throws: `not_found` if one isn't the actor's; `too_large` if they have more than ``QuestionAttachment/maxBytes`` in all.
    func attachments(_ ids: [MediaID], of actor: Actor, skipsMissing: Bool) async throws -> [QuestionAttachment] {
        var room = QuestionAttachment.maxBytes
        var found: [QuestionAttachment] = []
        for id in ids {
            do {
                let attachment = try await attachment(id, of: actor, maxBytes: room)
                switch attachment.content {
                case .picture(_, let bytes): room -= bytes.count
                case .text(let text): room -= text.utf8.count
                // Few of a document's bytes are shown to a model, and only of those that its worker takes.
                case .document, .unreadable: break
                }
                found.append(attachment)
            } catch let error as SpotterError where error.code == .notFound && skipsMissing {
                continue
            }
        }
        return found
    }
}
