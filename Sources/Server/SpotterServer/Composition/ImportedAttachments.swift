package import Domain
import Importing
package import MediaStore
import NIOCore
import SpotterAPI

/// Stores the files of an import by the uploads, with their limits and the confined decoders.
package struct ImportedAttachments: AttachmentStore {
    private let uploads: MediaUploads

    package init(_ uploads: MediaUploads) { self.uploads = uploads }

    package func store(_ bytes: [UInt8], named name: String, id: String, of owner: Actor) async throws -> MediaID {
        let new = MediaUploads.New(clientMediaId: id, fileName: name, size: Int64(bytes.count))
        let body = AsyncStream<ByteBuffer> { continuation in
            for start in stride(from: 0, to: bytes.count, by: 1 << 18) {
                continuation.yield(ByteBuffer(bytes: bytes[start..<min(start + 1 << 18, bytes.count)]))
            }
            continuation.finish()
        }
        return try await uploads.upload(new, body: body, by: owner).upload.id
    }
}
