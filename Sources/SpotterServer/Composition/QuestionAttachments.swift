import Assistant
import Domain
import MediaStore

/// Files of questions, from the media library.
struct QuestionAttachments: AttachmentReading {
    private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif"]

    let library: MediaLibrary

    func attachment(_ id: MediaID, of actor: Actor, maxBytes: Int) async throws -> QuestionAttachment {
        let media = try await library.own(id, of: actor)
        let isPicture = Self.pictures.contains(media.mimeType)
        guard isPicture || media.mimeType.hasPrefix("text/") else {
            return QuestionAttachment(id: id, fileName: media.fileName, content: .unreadable)
        }
        guard media.size <= Int64(maxBytes) else {
            throw SpotterError(
                .tooLarge,
                "The files of a question may have \(QuestionAttachment.maxBytes >> 20) MB in all; leave one out, or make it smaller."
            )
        }
        let bytes = try await library.bytes(of: id, for: actor)
        let text = isPicture ? nil : String(validating: bytes, as: UTF8.self)
        return QuestionAttachment(
            id: id,
            fileName: media.fileName,
            content: isPicture
                ? .picture(mimeType: media.mimeType, bytes: bytes) : text.map { .text($0) } ?? .unreadable
        )
    }
}
