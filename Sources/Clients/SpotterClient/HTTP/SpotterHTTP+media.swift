import AsyncHTTPClient
public import Domain
import Foundation
import NIOCore
import NIOHTTP1
public import SpotterAPI

extension SpotterHTTP: AttachmentUploader {
    /// Uploads the attachment of a message. The outbox repeats it after a failure.
    /// - Throws: `ClientError`.
    public func upload(
        _ attachment: FileAttachment,
        progress: @escaping @Sendable (_ done: Int64, _ total: Int64) -> Void
    ) async throws -> MediaID {
        try await upload(
            path: attachment.path,
            clientMediaId: attachment.clientMediaId,
            fileName: attachment.fileName,
            tries: 1,
            progress: progress
        ).id
    }
}

extension SpotterHTTP {
    /// The size of one request, and so the most that a broken connection loses: 4 MiB.
    private static let maxPieceSize = 4 << 20

    /// Uploads a file and waits until it can be shown. Can be repeated with the same id, also by another process: it
    /// resumes an unfinished upload, and a complete file isn't sent again.
    /// - Parameters:
    ///   - path: the file. It must not change during the upload.
    ///   - clientMediaId: identifies the file permanently.
    ///   - fileName: the name that others see; by default the file's own.
    ///   - tries: how many times in a row the connection may break.
    ///   - progress: called with the bytes that have arrived and the total.
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
            guard try URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else {
                throw SpotterError.invalid(ErrorText.system(EISDIR))
            }
            file = try FileHandle(forReadingFrom: URL(filePath: path))
            size = Int64(try file.seekToEnd())
        } catch {
            throw ClientError.unexpectedAnswer("can't read the file \(path): \(ErrorText.of(error))")
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

    /// The properties of a file that the user may see.
    /// - Throws: `ClientError`; `not_found` if there is none.
    public func media(_ id: MediaID) async throws -> Media {
        try await send(.get("/v1/media/\(id)"), MediaResponse.self).media
    }

    /// Deletes one of the user's files that no message shows.
    /// - Throws: `ClientError.refused` with `not_found` if it isn't the user's, or `conflict` if it is in use.
    public func deleteMedia(_ id: MediaID) async throws { try await send(.delete("/v1/media/\(id)")) }

    /// The preview of a file whose `thumbnail` is set: a PNG or JPEG of at most 150 pixels a side.
    /// - Parameter maxBytes: the most that is read.
    /// - Throws: `ClientError`; `not_found` if there is none, or the user may not see the file.
    public func thumbnail(of id: MediaID, maxBytes: Int = 1 << 20) async throws -> [UInt8] {
        let response = try await respond(to: .get("/v1/media/\(id)/thumbnail"))
        do {
            return Array(try await response.body.collect(upTo: maxBytes).readableBytesView)
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
    }

    /// Downloads a file and writes it to `path` while it arrives.
    /// - Parameter progress: called with the bytes that have arrived.
    /// - Throws: `ClientError`; `not_found` if the user may not see it.
    public func download(
        _ id: MediaID,
        to path: String,
        progress: @Sendable (_ done: Int64) -> Void = { _ in }
    ) async throws {
        try await download(.get("/v1/media/\(id)/content"), to: path, progress)
    }

    func download(_ call: HTTPCall, to path: String, _ progress: @Sendable (_ done: Int64) -> Void) async throws {
        let response = try await respond(to: call)
        guard FileManager.default.createFile(atPath: path, contents: nil) else {
            throw ClientError.unexpectedAnswer("can't write \(path)")
        }
        let file = try FileHandle(forWritingTo: URL(filePath: path))
        defer { try? file.close() }
        var done: Int64 = 0
        do {
            for try await chunk in response.body {
                try file.write(contentsOf: Data(chunk.readableBytesView))
                done += Int64(chunk.readableBytes)
                progress(done)
            }
        } catch {
            throw ClientError.unreachable(server, because: error)
        }
    }

    /// Sends the next part. If the part was lost or another process was faster, the server says where to continue.
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
