package import Storage

/// The table of videos that models make.
package enum ModelProxySchema {
    package static let migrations = [
        Migration(
            "model proxy: video jobs",
            statements: [
                // `upstream_id` is the provider's name for the job; without `due_at` it has ended.
                """
                CREATE TABLE video_jobs (
                    id BLOB PRIMARY KEY,
                    owner_id BLOB NOT NULL REFERENCES users (id),
                    model TEXT NOT NULL,
                    upstream_id TEXT NOT NULL,
                    state TEXT NOT NULL CHECK (state IN ('processing', 'completed', 'failed')),
                    progress REAL,
                    media_id BLOB,
                    error TEXT,
                    created_at INTEGER NOT NULL,
                    due_at INTEGER
                )
                """,
                "CREATE INDEX video_jobs_by_due ON video_jobs (due_at) WHERE due_at IS NOT NULL",
                "CREATE INDEX video_jobs_by_owner ON video_jobs (owner_id, created_at)",
            ]
        )
    ]
}
