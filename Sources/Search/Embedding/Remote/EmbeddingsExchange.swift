import AsyncHTTPClient
import Domain
import Foundation
import NIOCore
import NIOHTTP1
import OpenAIClient

/// One request to an embeddings route, from the first attempt to checked vectors.
struct EmbeddingsExchange: Sendable {
    private typealias Attempt = ServiceAttempt<EmbeddingsDialect>

    /// Far above 2 048 vectors of 4 096 numbers in decimal digits.
    private static let maxBytes = 256 << 20

    let model: String
    let redact: Redaction
    let service: ModelServiceClient<EmbeddingsDialect>

    /// The vectors of these texts, each of `dimension` floats if that is given.
    func vectors(of texts: [String], dimension: Int?) async throws -> [[Float]] {
        try await service.perform { attempt in
            let body = EmbeddingsRequestBody.json(
                texts,
                model: model,
                dimension: dimension,
                dialect: attempt.dialect
            )
            let response = try await attempt.send(body, accept: "application/json")
            guard (200..<300).contains(response.status.code) else {
                throw failure(try await attempt.refusal(response), attempt.dialect)
            }
            let content = try await collect(response, attempt)
            return try checked(content, count: texts.count, dimension: dimension, attempt.dialect)
        }
    }

    private func collect(_ response: HTTPClientResponse, _ attempt: Attempt) async throws -> Data {
        var body = Data()
        do {
            for try await buffer in response.body {
                attempt.noteProgress()
                body.append(contentsOf: buffer.readableBytesView)
                guard body.count <= Self.maxBytes else {
                    throw Attempt.Failure(EmbeddingsResponse.malformed("is too large"))
                }
            }
        } catch let failure as Attempt.Failure {
            throw failure
        } catch {
            try Task.checkCancellation()
            // Vectors can be asked for again without harm, even if a part of them had arrived.
            throw Attempt.Failure(
                ModelError(.unavailable, ServiceMessages.embeddingServer.unreachable),
                .retry(after: nil)
            )
        }
        try Task.checkCancellation()
        return body
    }

    private func checked(
        _ body: Data,
        count: Int,
        dimension: Int?,
        _ dialect: EmbeddingsDialect
    ) throws -> [[Float]] {
        let vectors: [[Float]]
        do {
            vectors = try EmbeddingsResponse(body, count: count).vectors
        } catch {
            throw Attempt.Failure(error)
        }
        guard let dimension, let found = vectors.first?.count, found != dimension else { return vectors }
        throw Attempt.Failure(
            EmbeddingsResponse.malformed("has vectors of \(found) numbers where \(dimension) are expected"),
            dialect.contains(.needsDimensions) ? .none : .adapt(.needsDimensions)
        )
    }

    private func failure(_ refusal: Refusal, _ dialect: EmbeddingsDialect) -> Attempt.Failure {
        let words = refusal.upstream.message
        let quote = redact.quote(words)
        let status = refusal.status
        let message =
            switch status {
            case 401, 402, 403:
                // The server's own words often repeat part of the key.
                "The embedding server refused Spotter's API key (HTTP \(status))."
            case 404, 405, 300..<400:
                "The embedding server has no model “\(model)” there (HTTP \(status))\(quote)"
            case 408, 504: "The embedding server took too long (HTTP \(status))."
            case 429: "The embedding server is asked too often\(quote)"
            case 500...: "The embedding server has a problem (HTTP \(status))\(quote)"
            default: "The embedding server refused the texts (HTTP \(status))\(quote)"
            }
        let refusesBase64 = (400..<500).contains(status) && words.contains("encoding_format")
        let adapts = refusesBase64 && !dialect.contains(.noBase64)
        return Attempt.Failure(ModelError(refusal.code, message), adapts ? .adapt(.noBase64) : refusal.remedy())
    }
}

extension ServiceMessages {
    static let embeddingServer = ServiceMessages(
        unreachable: "The embedding server can't be reached.",
        unusable: "The embedding server can't be reached.",
        noFirstByte: "The embedding server didn't answer in time.",
        idle: "The embedding server didn't answer in time.",
        total: "The embedding server didn't answer in time."
    )
}
