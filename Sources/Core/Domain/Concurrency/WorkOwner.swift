/// On whose behalf the current task works, for turns between users where several wait for the same thing.
public enum WorkOwner {
    /// `nil` for the server's own work, and where nobody has said it.
    @TaskLocal public static var current: UserID?
}
