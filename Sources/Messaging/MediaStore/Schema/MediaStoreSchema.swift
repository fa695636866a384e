package import Storage

/// The table of stored files. Their bytes are beside the database, in the folder `media`.
package enum MediaStoreSchema {
    package static let migrations = [
        Migration(
            "media: files and uploads",
            release: 2,
            statements: [
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
            ]
        ),
        Migration(
            "media: erased files",
            statements: ["CREATE INDEX media_by_erasure ON media (ready_at) WHERE ready_at = 0"]
        ),
    ]
}
