/// The second version: everything that people expect of a messenger beyond sending text. A section each for accounts,
/// messages, and media, as the use cases are.
enum Schema2 {
    static let accounts: [String] = []

    static let messages: [String] = []

    static let media: [String] = [
        // Files by the hash of what is stored; `size` is what will be sent until it's ready. The bytes are beside the
        // database, under the folder `media`.
        """
        CREATE TABLE media (
            id BLOB PRIMARY KEY,
            owner_id BLOB NOT NULL REFERENCES users (id),
            client_media_id TEXT NOT NULL,
            kind TEXT NOT NULL CHECK (kind IN ('image', 'video', 'pdf', 'file')),
            mime_type TEXT NOT NULL,
            file_name TEXT NOT NULL,
            size INTEGER NOT NULL,
            width INTEGER,
            height INTEGER,
            has_thumbnail INTEGER NOT NULL DEFAULT 0,
            thumbnail_sha256 BLOB,
            thumbnail_type TEXT,
            state TEXT NOT NULL CHECK (state IN ('uploading', 'ready')),
            sha256 BLOB,
            created_at INTEGER NOT NULL,
            ready_at INTEGER,
            UNIQUE (owner_id, client_media_id)
        )
        """,
        "CREATE INDEX media_by_hash ON media (sha256)",
        "CREATE INDEX media_by_thumbnail ON media (thumbnail_sha256)",
        "CREATE INDEX media_by_age ON media (state, created_at)",
        "CREATE INDEX users_by_photo ON users (photo_media_id)",
        "CREATE INDEX chats_by_photo ON chats (photo_media_id)",
    ]
}
