import AsyncHTTPClient
public import Domain
import Foundation
import NIOCore
import NIOHTTP1

/// An upload as the server knows it.
public struct Upload: Sendable, Hashable, Codable, Identifiable {
    public enum State: String, Sendable, Codable { case uploading, ready }

    public let id: MediaID
    public let clientMediaId: String
    public let state: State
    /// Bytes that have arrived; the next ones begin here.
    public let offset: Int64
    public let size: Int64
    public let kind: MediaKind
    public let mimeType: String
    public let fileName: String
    @Nullable public var width: Int?
    @Nullable public var height: Int?
    public let thumbnail: Bool
}

extension SpotterHTTP: AttachmentUploader {
    /// A message's attachment; the outbox tries again by itself.
    public func upload(_ attachment: FileAttachment) async throws -> MediaID {
        try await upload(
            path: attachment.path,
            clientMediaId: attachment.clientMediaId,
            fileName: attachment.fileName,
            tries: 1
        ).id
    }
}

extension SpotterHTTP {
    private struct NewUpload: Encodable {
        let clientMediaId: String
        let fileName: String
        let size: Int64
    }
    private struct UploadAnswer: Decodable { let media: Upload }
    private struct MediaAnswer: Decodable { let media: Media }

    /// Bytes of one request: what a broken connection costs at most.
    private static let pieceSize = 4 << 20

    /// Uploads a file and waits until it can be shown. Safe to repeat under the same id, also by another process: it goes
    /// on where the last one stopped, and a file that's there already isn't sent again.
    /// - Parameters:
    ///   - path: The file, which mustn't change meanwhile.
    ///   - clientMediaId: Names this file for ever.
    ///   - fileName: As others see it; by default its own.
    ///   - tries: How often in a row a connection may break.
    ///   - progress: Told how many bytes have arrived, of how many.
    /// - Throws: `ClientError`.
    public func upload(
        path: String,
        clientMediaId: String,
        fileName: String? = nil,
        tries: Int = 6,
        progress: @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> Upload {
        let file: FileHandle
        let size: Int64
        do {
            file = try FileHandle(forReadingFrom: URL(filePath: path))
            size = Int64(try file.seekToEnd())
        } catch {
            throw ClientError.unexpectedAnswer("can't read the file \(path)")
        }
        defer { try? file.close() }
        let new = NewUpload(
            clientMediaId: clientMediaId,
            fileName: fileName ?? URL(filePath: path).lastPathComponent,
            size: size
        )
        var upload = try await retrying(tries) {
            try await send(.post("/v1/media", new), UploadAnswer.self).media
        }
        while upload.state == .uploading {
            progress(upload.offset, size)
            let known = upload
            upload = try await retrying(tries) { try await advance(known, from: file) }
        }
        progress(size, size)
        return upload
    }

    /// What a file is, for those who see it.
    public func media(_ id: MediaID) async throws -> Media {
        try await send(.get("/v1/media/\(id)"), MediaAnswer.self).media
    }

    /// Takes away a file of one's own that nothing shows.
    public func deleteMedia(_ id: MediaID) async throws { try await send(.delete("/v1/media/\(id)")) }

    /// A file's bytes, written to `path` as they come.
    public func download(_ id: MediaID, to path: String) async throws {
        let response = try await respond(to: .get("/v1/media/\(id)/content"))
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw ClientError.unexpectedAnswer("can't write \(path)")
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        do {
            for try await chunk in response.body { try file.write(contentsOf: Data(chunk.readableBytesView)) }
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
    }

    /// Sends the next piece. Where it was lost or somebody else was faster, the server says where to go on.
    private func advance(_ upload: Upload, from file: FileHandle) async throws -> Upload {
        let path = "/v1/media/\(upload.id)"
        let offset = try await send(.get(path), UploadAnswer.self).media.offset
        try file.seek(toOffset: UInt64(max(0, offset)))
        let piece = try file.read(upToCount: Self.pieceSize) ?? Data()
        var call = HTTPCall(method: .PATCH, path: path)
        call.headers = [("Upload-Offset", "\(offset)"), ("Content-Type", "application/octet-stream")]
        call.bytes = ByteBuffer(bytes: piece)
        return try await send(call, UploadAnswer.self).media
    }

    private func retrying<Value>(_ tries: Int, _ body: () async throws -> Value) async throws -> Value {
        var backoff = Backoff()
        for _ in 1..<max(1, tries) {
            do {
                return try await body()
            } catch let error as ClientError where error.isTransient || error.code == .conflict {
                try await Task.sleep(for: backoff.next(random: .random(in: 0..<1)))
            }
        }
        return try await body()
    }
}
