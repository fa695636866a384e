import AsyncHTTPClient
import Domain
import Logging
import MediaStore
import NIOCore
import NIOHTTP1
import OpenAIClient
import SpotterAPI
import WebSearch

/// Fetches a finished video into its owner's files. A user's token never goes along, and the server's key only to the
/// provider's own host.
struct VideoFetcher: Sendable {
    /// Of a video whose length isn't told beforehand, which is read into memory.
    private static let maxUntold = 32 << 20

    let uploads: MediaUploads
    let client: HTTPClient
    let logger: Logger

    /// - Throws: ``VideoFailure`` for what can't get better; otherwise it may be tried again.
    func fetch(_ address: String, _ job: VideoJob, of model: ProxiedModel, for owner: Actor) async throws -> MediaID {
        if let data = DataURL(address) { return try await store(ByteBuffer(bytes: data.bytes), job, owner) }
        guard let url = Self.url(address, of: model) else {
            throw VideoFailure("The video is at an address that this server doesn't fetch from.")
        }
        var request = HTTPClientRequest(url: url)
        request.headers = model.isOwn(url) ? model.completions.headers : ["user-agent": "spotter"]
        // No redirect is followed: it could lead anywhere.
        let response = try await client.execute(request, timeout: .minutes(10), logger: logger)
        guard response.status.code == 200 else {
            guard response.status.code >= 500 || [404, 408, 425, 429].contains(response.status.code) else {
                throw VideoFailure("The video can't be fetched: its host answers \(response.status.code).")
            }
            throw UpstreamRefusal.unreachable
        }
        guard let length = response.headers.first(name: "content-length").flatMap({ Int64($0) }) else {
            return try await store(try await response.body.collect(upTo: Self.maxUntold), job, owner)
        }
        return try await store(response.body, size: length, job, owner)
    }

    /// An address at the provider itself, or at a public host by its name, which proves itself by a certificate.
    static func url(_ address: String, of model: ProxiedModel) -> String? {
        if model.isOwn(address) { return address }
        guard PublicAddress.host(of: address) != nil, address.lowercased().hasPrefix("https://") else { return nil }
        return address
    }

    private func store(_ bytes: ByteBuffer, _ job: VideoJob, _ owner: Actor) async throws -> MediaID {
        try await store(OnePiece(bytes), size: Int64(bytes.readableBytes), job, owner)
    }

    private func store<Body: AsyncSequence & Sendable>(
        _ body: Body,
        size: Int64,
        _ job: VideoJob,
        _ owner: Actor
    ) async throws -> MediaID where Body.Element == ByteBuffer {
        let new = MediaUploads.New(clientMediaId: "video-\(job.id)", fileName: "video.mp4", size: size)
        do {
            return try await uploads.upload(new, body: body, by: owner).upload.id
        } catch let error as SpotterError where !error.retryable {
            throw VideoFailure(error.message)
        }
    }
}

/// Why there will be no video, for its owner.
struct VideoFailure: Error {
    let message: String

    init(_ message: String) { self.message = message }
}
