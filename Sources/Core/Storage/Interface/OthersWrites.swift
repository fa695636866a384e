/// What other servers of the same database have committed since this one's last transaction.
public enum OthersWrites: Sendable {
    case nothing
    /// Rows, and nothing of what `SQLConnection.expireMemory` is for.
    case rows
    /// Anything: whatever is in memory of rows has to be read again.
    case anything
}
