import Domain
import Foundation
import Importing
import NIOCore
import SpotterAPI

/// Imports through a running server.
struct ServerDestination: ImportDestination {
    let server: AdminServer

    func run(
        _ bytes: [UInt8],
        _ options: ImportOptions,
        progress: @escaping @Sendable (ImportProgress) -> Void
    ) async throws -> ImportReport {
        let maxBytes = Importer.maxBytes(of: bytes.prefix(4))
        guard bytes.count <= maxBytes else {
            let limit = maxBytes >> 20
            throw SpotterError(
                .tooLarge,
                "a server takes files up to \(limit) MB; stop it and import with --data, or split the file"
            )
        }
        let query = options.query.map { name, value in "\(name)=\(PercentEncoding.encode(value))" }
        // The server responds only when everything is on disk.
        let answer = try await server.post(
            "/v1/admin/import?\(query.joined(separator: "&"))",
            bytes,
            type: "application/x-ndjson",
            timeout: .minutes(30)
        )
        do {
            return try JSONDecoder().decode(ImportReport.self, from: answer)
        } catch {
            throw SpotterError(.internalError, "\(server.address) answered something that isn't an import's report")
        }
    }
}
