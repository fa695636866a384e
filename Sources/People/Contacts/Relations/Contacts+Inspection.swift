public import Accounts
public import Domain
public import Storage

extension Contacts: AccountInspector {
    /// Relations and prospects depend on who is the trainer.
    public func obstacles(toChangingRoleOf user: User, on connection: any SQLConnection) throws -> [String] {
        func count(_ sql: String) throws -> Int64 { try connection.first(sql, user.id) { try $0.int(0) } ?? 0 }
        let clients = try count("SELECT count(*) FROM contacts WHERE trainer_id = $1")
        let trainers = try count("SELECT count(*) FROM contacts WHERE client_id = $1")
        let prospects = try count("SELECT count(*) FROM prospects WHERE trainer_id = $1 AND \(Prospect.isOpen)")
        var obstacles: [String] = []
        if clients > 0 { obstacles.append("clients (\(clients))") }
        if trainers > 0 { obstacles.append("trainers (\(trainers))") }
        if prospects > 0 { obstacles.append("prospects (\(prospects))") }
        return obstacles
    }
}
