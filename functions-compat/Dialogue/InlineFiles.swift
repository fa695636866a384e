import Accounts
import Assistant
package import Domain
import SpotterAPI

/// Stores what requests bring along: as files of the user's, with their limits and without their metadata.
package struct InlineFiles: Sendable {
    /// Stores one file among the user's.
    package typealias Store =
        @Sendable (_ bytes: [UInt8], _ name: String, _ id: String, _ owner: Actor) async throws -> MediaID

    private let store: Store

    package init(_ store: @escaping Store) { self.store = store }

    /// The ids of the files, each once.
    /// - Throws: `invalid_request` if there are too many; `forbidden` for a key without the scopes of files; those of uploads.
    func stored(_ files: [InlineFile], for principal: Principal) async throws -> [MediaID] {
        guard !files.isEmpty else { return [] }
        guard files.count <= AssistantQuery.maxFiles else {
            throw SpotterError.invalid("A question brings at most \(AssistantQuery.maxFiles) files along.")
        }
        try principal.key?.require(.messagesWrite)
        try principal.key?.require(.messagesRead)
        var ids: [MediaID] = []
        for file in files {
            let id = try await store(file.bytes, file.fileName, file.id, principal.actor)
            if !ids.contains(id) { ids.append(id) }
        }
        return ids
    }
}
