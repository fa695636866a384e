import AsyncHTTPClient
import FileIO
import Foundation
import NIOCore
import NIOHTTP1

/// Downloads files over HTTP and resumes interrupted downloads (RFC 9110 §14).
struct Downloader: Sendable {
    /// Longer than 90 MB take at 40 kbit/s. The read timeout notices a silent server much earlier.
    private static let deadline = TimeAmount.hours(6)

    /// More than one, because an attempt may lose the bytes that were on their way when the connection broke.
    private static let maxFruitlessAttempts = 3

    let client: HTTPClient

    /// Gets the whole file into `download.part` and checks its SHA-256.
    ///
    /// A broken download is resumed until several attempts in a row bring nothing. If a resumed file turns out to be
    /// wrong, it is downloaded once more from the start.
    func download(_ download: Download, report: @escaping FetchReport) async throws {
        let resumed = try await receiveAll(download, report: report)
        if try await isVerified(download) { return }
        download.discard()
        if resumed {
            _ = try await receiveAll(download, report: report)
            if try await isVerified(download) { return }
            download.discard()
        }
        throw SourceError("\(download.name) has another SHA-256 than expected")
    }

    private func isVerified(_ download: Download) async throws -> Bool {
        try await blocking { try FileDigest.sha256(of: download.part.path) } == download.sha256
    }

    /// Returns whether part of the file was there before.
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
                guard fruitless < Self.maxFruitlessAttempts else { throw error.cause }
            }
        }
    }

    /// The connection broke after the response had begun: worth another attempt, unlike a host that can't be reached.
    private struct BrokenTransfer: Error {
        let cause: any Error
    }

    /// One request.
    private func receive(_ download: Download, from start: Int, report: FetchReport) async throws {
        var request = HTTPClientRequest(url: download.url.absoluteString)
        request.headers = ["Accept-Encoding": "identity", "User-Agent": "spotter"]
        if start > 0 {
            request.headers.add(name: "Range", value: "bytes=\(start)-")
            if let validator = download.origin?.validator { request.headers.add(name: "If-Range", value: validator) }
        }
        let response = try await client.execute(request, timeout: Self.deadline)
        switch response.status {
        case .ok: try await write(response, to: download, at: 0, report: report)
        case .partialContent where start > 0 && ContentRange(response.headers)?.start == start:
            try await write(response, to: download, at: start, report: report)
        case .partialContent where start > 0, .rangeNotSatisfiable where start > 0:
            // The server's file has changed: the bytes here are not the beginning of it.
            download.discard()
            try await receive(download, from: 0, report: report)
        default: throw SourceError("\(download.name): the server answers \(response.status.code)")
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
                url: download.url.absoluteString,
                validator: Self.validator(in: response.headers)
            )
        }
        let length = response.headers.first(name: "Content-Length").flatMap { Int($0) }
        let total = length.flatMap { $0 >= 0 && $0 <= download.maxSize ? start + $0 : nil }
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
            guard bytes <= download.maxSize else { throw SourceError("\(download.name) is larger than expected") }
            try file.write(contentsOf: Data(chunk.readableBytesView))
            report(.progress(file: download.name, bytes: bytes, total: total))
        }
    }

    /// A strong entity tag or a date, which `If-Range` takes.
    private static func validator(in headers: HTTPHeaders) -> String? {
        if let tag = headers.first(name: "ETag"), !tag.hasPrefix("W/") { return tag }
        return headers.first(name: "Last-Modified")
    }
}
