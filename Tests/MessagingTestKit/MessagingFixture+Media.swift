package import Domain
import Storage
import TestSupport

extension MessagingFixture {
    /// A file in the state after its upload.
    package func media(
        of owner: User,
        _ number: UInt64,
        kind: MediaKind = .image,
        state: String = "ready"
    ) async throws -> MediaID {
        let id = MediaID(high: 0x3ED1A, low: number)
        let now = clock.now()
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO media
                    (id, owner_id, client_media_id, kind, mime_type, file_name, size, width, height, state, created_at)
                VALUES ($1, $2, $3, $4, 'image/png', 'form.png', 100, 20, 10, $5, $6)
                """,
                id,
                owner.id,
                "\(number)",
                kind.rawValue,
                state,
                now
            )
        }
        return id
    }
}
