import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// Downloads files over HTTP, going on where an earlier attempt stopped (RFC 9110, section 14).
struct Downloader: Sendable {
    /// Longer than any download of this size takes on a line worth waiting for; silence is noticed much earlier.
    private static let deadline = TimeAmount.hours(6)

    /// More than one, because what was on its way when a connection broke may be lost.
    private static let maximumFruitlessAttempts = 3

    let client: HTTPClient

    /// Gets the whole file into `download.part` and checks its SHA-256.
    ///
    /// A broken connection is taken up again until several attempts in a row bring nothing. When a resumed file turns
    /// out wrong, it is downloaded once more from the start.
    func download(_ download: Download, report: @escaping FetchReport) async throws {
        let resumed = try await receiveAll(download, report: report)
        if try await isRight(download) { return }
        download.discard()
        if resumed {
            _ = try await receiveAll(download, report: report)
            if try await isRight(download) { return }
            download.discard()
        }
        throw FetchError("\(download.name) has another SHA-256 than expected")
    }

    func get(_ url: URL, headers: HTTPHeaders) async throws -> HTTPClientResponse {
        var request = HTTPClientRequest(url: url.withoutCredentials)
        request.headers = headers
        request.headers.add(name: "User-Agent", value: "spotter")
        if let authorization = url.basicAuthorization {
            request.headers.add(name: "Authorization", value: authorization)
        }
        return try await client.execute(request, timeout: Self.deadline)
    }

    private func isRight(_ download: Download) async throws -> Bool {
        guard let expected = download.sha256 else { return true }
        return try await blocking { try FileDigest.sha256(of: download.part.path) } == expected
    }

    /// True when part of the file was there before.
    private func receiveAll(_ download: Download, report: @escaping FetchReport) async throws -> Bool {
        let before = download.resumableBytes
        var fruitless = 0
        while true {
            let start = download.resumableBytes
            do {
                try await receive(download, from: start, report: report)
                download.forgetOrigin()
                return before > 0
            } catch let error as BrokenTransfer {
                try Task.checkCancellation()
                fruitless = download.resumableBytes > start ? 0 : fruitless + 1
                guard fruitless < Self.maximumFruitlessAttempts else { throw error.cause }
            }
        }
    }

    /// The connection broke after the server had begun to answer: worth another attempt, unlike a host that can't be
    /// reached at all.
    private struct BrokenTransfer: Error {
        let cause: any Error
    }

    /// One request.
    private func receive(_ download: Download, from start: Int, report: FetchReport) async throws {
        var headers: HTTPHeaders = ["Accept-Encoding": "identity"]
        if start > 0 {
            headers.add(name: "Range", value: "bytes=\(start)-")
            if let validator = download.origin?.validator { headers.add(name: "If-Range", value: validator) }
        }
        let response = try await get(download.url, headers: headers)
        switch response.status {
        case .ok: try await write(response, to: download, at: 0, report: report)
        case .partialContent where start > 0 && ContentRange(response.headers)?.start == start:
            try await write(response, to: download, at: start, report: report)
        case .partialContent where start > 0, .rangeNotSatisfiable where start > 0:
            // What the server has now does not go on from what is here.
            download.discard()
            try await receive(download, from: 0, report: report)
        default: throw FetchError("\(download.name): the server answers \(response.status.code)")
        }
    }

    private func write(
        _ response: HTTPClientResponse,
        to download: Download,
        at start: Int,
        report: FetchReport
    ) async throws {
        if start == 0 {
            download.discard()
            guard FileManager.default.createFile(atPath: download.part.path, contents: nil) else {
                throw UnreadableFile(path: download.part.path, reason: "can't be created")
            }
            download.origin = Download.Origin(
                url: download.url.withoutCredentials,
                validator: Self.validator(in: response.headers)
            )
        }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        let total = length.flatMap { $0 >= 0 && $0 <= download.maximumSize ? start + $0 : nil }
        let file = try FileHandle(forWritingTo: download.part)
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(start))
        var bytes = start
        var body = response.body.makeAsyncIterator()
        while true {
            let chunk: ByteBuffer?
            do {
                chunk = try await body.next()
            } catch {
                throw BrokenTransfer(cause: error)
            }
            guard let chunk else { return }
            bytes += chunk.readableBytes
            guard bytes <= download.maximumSize else { throw FetchError("\(download.name) is larger than expected") }
            try file.write(contentsOf: Data(chunk.readableBytesView))
            report(.progress(file: download.name, bytes: bytes, total: total))
        }
    }

    /// `If-Range` takes a strong entity tag or a date.
    private static func validator(in headers: HTTPHeaders) -> String? {
        if let tag = headers.first(name: "ETag"), !tag.hasPrefix("W/") { return tag }
        return headers.first(name: "Last-Modified")
    }
}
