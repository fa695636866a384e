/// What a server says when it can't store. Reading goes on in each case.
extension SpotterError {
    /// The disk is full. Nothing was stored; the same request succeeds once there is room again.
    public static let storageFull = SpotterError(
        .storageFull,
        "The server's disk is full, so nothing can be stored until its operator makes room. Reading works; try again later.",
        retryable: true,
        retryAfterMs: 60_000
    )

    /// Another process holds the database. Nothing was stored.
    public static let storageBusy = SpotterError(
        .unavailable,
        "The server's database is locked by another process at the moment; nothing was stored. Try again in a few seconds.",
        retryable: true,
        retryAfterMs: 5000
    )

    /// The database file is damaged, so the server takes no more writes.
    public static let storageDamaged = SpotterError(
        .storageDamaged,
        "The server's database is damaged, so it stores nothing any more; its operator has to restore a backup."
    )

    /// The process can't open another file, as with too low a limit of open files.
    public static let tooManyOpenFiles = SpotterError(
        .unavailable,
        "The server has as many files open as its system allows; try again in a few seconds.",
        retryable: true,
        retryAfterMs: 5000
    )
}
