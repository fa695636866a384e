import Domain
import EventBus
import PostgreSQLStorage
import Storage

extension ServerConfiguration {
    /// The bus to the other servers of a database; `nil` for a server that is alone, which then pays nothing for it.
    ///
    /// - Throws: `StorageError` if its address can't be used.
    func openBus(for engine: any DatabaseEngine) throws -> (any EventBus)? {
        if let eventBus { return eventBus }
        guard engine.isShared, let database else { return nil }
        return try PostgreSQLBus(address: database.reveal())
    }
}
