package import Domain
import Storage
import TestSupport

extension MessagingFixture {
    /// A file in the state after its upload.
    package func media(
        of owner: User,
        _ number: UInt64,
        kind: MediaKind = .image,
        size: Int = 100,
        width: Int = 20,
        state: String = "ready"
    ) async throws -> MediaID {
        let id = MediaID(high: 0x3ED1A, low: number)
        let now = clock.now()
        try await database.write { connection in
            _ = try connection.execute(
                """
                INSERT INTO media
                    (id, owner_id, client_media_id, kind, mime_type, file_name, size, width, height, state, created_at)
                VALUES ($1, $2, $3, $4, 'image/png', 'form.png', $5, $6, 10, $7, $8)
                """,
                id,
                owner.id,
                "\(number)",
                kind.rawValue,
                size,
                width,
                state,
                now
            )
        }
        return id
    }
}
