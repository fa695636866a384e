import Crypto
package import Domain
import Foundation
import Logging
import MediaStore
import NIOCore
import SpotterAPI

/// A picture that a model made, among its user's files.
package struct StoredPicture: Sendable, Hashable {
    package let id: MediaID
    package let mimeType: String
}

/// Keeps the pictures of answers among the user's files, so that no client has to keep a provider's address.
struct GeneratedPictures: Sendable {
    let uploads: MediaUploads
    let logger: Logger

    private static let maxPictures = 8

    /// The pictures of an answer, those that could be stored. One that can't be doesn't keep the answer from its reader.
    func store(_ answer: JSONValue, for actor: Actor) async throws -> [StoredPicture] {
        var stored: [StoredPicture] = []
        for data in Self.pictures(of: answer).prefix(Self.maxPictures) {
            let bytes = data.bytes
            let hash = SHA256.hash(data: bytes).prefix(16).map { String($0, radix: 16) }.joined(separator: ".")
            let name = "picture.\(data.mediaType.dropFirst("image/".count))"
            let new = MediaUploads.New(clientMediaId: "made-\(hash)", fileName: name, size: Int64(bytes.count))
            do {
                let media = try await uploads.upload(new, body: OnePiece(ByteBuffer(bytes: bytes)), by: actor).upload
                stored.append(StoredPicture(id: media.id, mimeType: media.mimeType))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                logger.warning("a picture that a model made could not be stored", metadata: ["error": "\(error)"])
            }
        }
        return stored
    }

    /// In the places where models have them: a list of the message, parts of its content, or its content alone, as an
    /// address or in Markdown.
    static func pictures(of answer: JSONValue) -> [DataURL] {
        var addresses: [String] = []
        for choice in answer["choices"]?.array ?? [] {
            guard let message = choice["message"] else { continue }
            let parts = (message["images"]?.array ?? []) + (message["content"]?.array ?? [])
            addresses += parts.compactMap { $0["image_url"]?["url"]?.string }
            if let text = message["content"]?.string { addresses += inText(text) }
        }
        return addresses.compactMap(DataURL.init).filter { $0.mediaType.hasPrefix("image/") }
    }

    private static func inText(_ text: String) -> [String] {
        let trimmed = text.trimmed
        if trimmed.hasPrefix("data:image/") { return [trimmed] }
        return text.components(separatedBy: "](data:image/").dropFirst().compactMap { rest in
            rest.firstIndex(of: ")").map { "data:image/" + rest[..<$0] }
        }
    }
}
