import Assistant
import Domain
import MediaStore

/// Files of questions, from the media library.
struct QuestionAttachments: AttachmentReading {
    private static let pictures: Set<String> = ["image/jpeg", "image/png", "image/webp", "image/gif"]

    let library: MediaLibrary
    let documents: DocumentTexts

    func attachment(_ id: MediaID, of actor: Actor, maxBytes: Int) async throws -> QuestionAttachment {
        let media = try await library.own(id, of: actor)
        return QuestionAttachment(
            id: id,
            fileName: media.fileName,
            content: try await content(of: media, for: actor, maxBytes: maxBytes)
        )
    }

    private func content(of media: Media, for actor: Actor, maxBytes: Int) async throws -> QuestionAttachment.Content {
        if media.kind == .pdf { return try await document(media.id, of: actor) }
        let isPicture = Self.pictures.contains(media.mimeType)
        guard isPicture || media.mimeType.hasPrefix("text/") else { return .unreadable(.type) }
        guard media.size <= Int64(maxBytes) else {
            throw SpotterError(
                .tooLarge,
                "The files of a question may have \(QuestionAttachment.maxBytes >> 20) MB in all; leave one out, or make it smaller."
            )
        }
        let bytes = try await library.bytes(of: media.id, for: actor)
        if isPicture { return .picture(mimeType: media.mimeType, bytes: bytes) }
        return String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .unreadable(.type)
    }

    /// A document that can't be read doesn't keep the question from being answered.
    private func document(_ id: MediaID, of actor: Actor) async throws -> QuestionAttachment.Content {
        do {
            let text = try await documents.text(of: id, ownedBy: actor)
            return .document(AttachedDocument(pages: text.pages, pageCount: text.pageCount, isCut: text.isCut))
        } catch let error as DocumentError {
            return .unreadable(error.reason)
        } catch let error as SpotterError where error.code == .rateLimited || error.code == .unavailable {
            return .unreadable(.busy)
        }
    }
}

extension DocumentError {
    fileprivate var reason: UnreadableReason {
        switch self {
        case .damaged: .damaged
        case .locked: .locked
        case .withoutText: .withoutText
        case .tooLarge(let bytes): .tooLarge(bytes)
        case .tooComplex, .forbiddenCall: .tooComplex
        case .libraryMissing, .libraryOutdated, .unconfined, .spawnFailed: .notHere
        }
    }
}
