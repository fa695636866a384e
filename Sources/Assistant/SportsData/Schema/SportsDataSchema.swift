package import Storage

/// The table of what people's sports services know them by.
package enum SportsDataSchema {
    package static let migrations = [
        Migration(
            "sports data: credentials",
            statements: [
                // `sealed` is encrypted under a key outside the database.
                """
                CREATE TABLE sports_credentials (
                    user_id BLOB PRIMARY KEY REFERENCES users (id),
                    sealed BLOB NOT NULL,
                    updated_at INTEGER NOT NULL
                )
                """
            ]
        )
    ]
}
