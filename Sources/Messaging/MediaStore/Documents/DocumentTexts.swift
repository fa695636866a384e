public import Domain
import Logging

/// Reads the text of people's own PDFs.
public struct DocumentTexts: Sendable {
    let library: MediaLibrary
    let store: ContentStore
    let worker: DocumentWorker
    let logger: Logger

    /// The text of one of the actor's own PDFs.
    ///
    /// - Throws: `DocumentError`; `not_found`, also for a file that the actor may only see; `rate_limited` and
    ///   `unavailable` if too many are read at the moment.
    public func text(of id: MediaID, ownedBy actor: Actor) async throws -> DocumentText {
        let media = try await library.own(id, of: actor)
        guard media.mimeType == MediaType.pdf.mimeType else { throw DocumentError.damaged }
        let content = try await library.content(id, for: actor)
        let input = try await content.source.file(in: store)
        let path = store.temporaryPath()
        defer { ContentStore.remove(path) }
        let output = try await BlockingIO.run { try OpenFile(path, .new) }
        do {
            return try await worker.text(of: input, for: actor.userId, through: output)
        } catch let error as DocumentError {
            logger.log(
                level: error.concernsOperator ? .error : .notice,
                "a document wasn't read",
                metadata: ["media": "\(id)", "reason": "\(error)"]
            )
            throw error
        }
    }
}
