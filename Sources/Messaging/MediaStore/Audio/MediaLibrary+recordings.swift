package import Domain
import Storage

extension MediaLibrary {
    /// A stored recording with its bytes.
    package struct StoredRecording: Sendable {
        package let id: MediaID
        package let bytes: [UInt8]
        package let recording: AudioRecording
    }

    /// The first of these files that is a recording, whoever may hear it: for work of the server's own.
    /// - Parameter maxBytes: longer files aren't looked at.
    package func recording(among ids: [MediaID], maxBytes: Int64) async throws -> StoredRecording? {
        for id in ids {
            guard let media = try await database.read({ try StoredMedia.find(id, on: $0) }), let hash = media.hash,
                [.audio, .file, .video].contains(media.kind), media.size <= maxBytes
            else { continue }
            do {
                let content = try await open(hash, mimeType: media.mimeType, fileName: media.fileName)
                let bytes = try await content.bytes()
                if let recording = AudioRecording(bytes) {
                    return StoredRecording(id: id, bytes: bytes, recording: recording)
                }
            } catch let error as SpotterError where error.code == .notFound {
                // It was deleted meanwhile.
            }
        }
        return nil
    }
}
