import AsyncHTTPClient
public import Domain
import Foundation
import NIOCore
import NIOHTTP1
public import SpotterAPI

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
    /// Bytes of one request: what a broken connection loses at most.
    private static let maxPieceSize = 4 << 20

    /// Uploads a file and waits until it can be shown. Safe to repeat under the same id, also by another process: it
    /// continues where the last one stopped, and a file that is complete isn't sent again.
    /// - Parameters:
    ///   - path: The file; it mustn't change during the upload.
    ///   - clientMediaId: Names this file for ever.
    ///   - fileName: As others see it; by default its own.
    ///   - tries: How often in a row a connection may break.
    ///   - progress: Called with the bytes that have arrived, and all of them.
    /// - Throws: `ClientError`.
    public func upload(
        path: String,
        clientMediaId: String,
        fileName: String? = nil,
        tries: Int = 6,
        progress: @Sendable (_ done: Int64, _ total: Int64) -> Void = { _, _ in }
    ) async throws -> UploadStatus {
        let file: FileHandle
        let size: Int64
        do {
            file = try FileHandle(forReadingFrom: URL(filePath: path))
            size = Int64(try file.seekToEnd())
        } catch {
            throw ClientError.unexpectedAnswer("can't read the file \(path)")
        }
        defer { try? file.close() }
        let new = NewUploadRequest(
            clientMediaId: clientMediaId,
            fileName: fileName ?? URL(filePath: path).lastPathComponent,
            size: size
        )
        var upload = try await retrying(tries) {
            try await send(.post("/v1/media", new), UploadResponse.self).media
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
        try await send(.get("/v1/media/\(id)"), MediaResponse.self).media
    }

    /// Deletes a file of one's own that nothing shows.
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

    /// Sends the next piece. If it was lost or another process was faster, the server says where to continue.
    private func advance(_ upload: UploadStatus, from file: FileHandle) async throws -> UploadStatus {
        let path = "/v1/media/\(upload.id)"
        let offset = try await send(.get(path), UploadResponse.self).media.offset
        try file.seek(toOffset: UInt64(max(0, offset)))
        let piece = try file.read(upToCount: Self.maxPieceSize) ?? Data()
        var call = HTTPCall(method: .PATCH, path: path)
        call.headers = [("Upload-Offset", "\(offset)"), ("Content-Type", "application/octet-stream")]
        call.bytes = ByteBuffer(bytes: piece)
        return try await send(call, UploadResponse.self).media
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
