public import Accounts
public import Domain
public import SpotterAPI
public import Storage

/// The sizes of uploaded files for the administrator.
public struct MediaInspector: AccountInspector {
    public init() {}

    public func addUsage(of user: UserID, to usage: inout AccountUsage, on connection: any SQLConnection) throws {
        let stored = try connection.first(
            "SELECT count(*), coalesce(sum(size), 0) FROM media WHERE owner_id = $1 AND state = 'ready'",
            user
        ) { (files: try $0.int(0), bytes: try $0.int(1)) }
        usage.files += Int(clamping: stored?.files ?? 0)
        usage.mediaBytes += stored?.bytes ?? 0
    }
}
